import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readText } from '../read-text.ts'
import { dependenciesIn } from './manifest.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** A tool that reads the variables of an application. */
interface EnvReader {
  /** The packages by which the tool is recognised. */
  readonly packages: readonly string[]
  /** The files that it reads, weakest first. */
  files(mode: string): readonly string[]
  /** True if it expands `$NAME` and `${NAME}`. */
  readonly expands: boolean
}

/** The order of Next, of Bun and of most packages that read such files. */
const usualOrder = (mode: string) => [
  '.env',
  `.env.${mode}`,
  ...(mode === 'test' ? [] : ['.env.local']),
  `.env.${mode}.local`,
]

/** Tools that read the files themselves, each as its documentation says; the first that an application uses decides. */
const readers: readonly EnvReader[] = [
  { packages: ['nuxt'], files: () => ['.env'], expands: true },
  { packages: ['next'], files: usualOrder, expands: true },
  {
    packages: ['vite', 'astro', '@sveltejs/kit', '@react-router/dev', '@solidjs/start'],
    files: (mode) => ['.env', '.env.local', `.env.${mode}`, `.env.${mode}.local`],
    expands: true,
  },
]

/** For applications that Node runs: it reads no file by itself. */
const plain: EnvReader = { packages: [], files: usualOrder, expands: false }

/** The variables of an application, and their sources. */
export interface Environment {
  readonly env: Variables
  /** The files that were read, weakest first. */
  readonly files: readonly string[]
  /** The file that a variable comes from, if it comes from one. */
  sourceOf(name: string): string | undefined
  /** True if the application's own tool reads these files too. */
  readonly isReadByTool: boolean
}

/** Options that decide which variables count. */
export interface EnvironmentOptions {
  /** The variables of this process, which override those in files. */
  readonly env: Variables
  /** The mode if NODE_ENV is not set. */
  readonly mode: 'development' | 'production'
  /** Files to read instead, as they were typed. */
  readonly named?: readonly string[] | undefined
}

/** The variables of an application, from this process and from the files that its framework reads, in the framework's order. */
export function readEnvironment(
  folder: string,
  { env, mode, named = [] }: EnvironmentOptions,
): Environment {
  const packages = dependenciesIn(folder)
  const reader = readers.find((one) => one.packages.some((name) => packages.includes(name)))
  const { files: usual, expands } = reader ?? plain
  const files =
    named.length > 0
      ? named
      : usual(env.NODE_ENV?.trim() || mode).filter((file) => existsSync(join(folder, file)))
  const texts = files.map((file) => ({ file, variables: variablesIn(folder, file) }))
  const values: Variables = Object.assign({}, ...texts.map(({ variables }) => variables))
  const found = expands ? expanded(values, env) : values
  // Recorded now, because loading the application adds the files' variables to this process.
  const ours = new Set(Object.keys(env))
  const sourceOf = (name: string) =>
    ours.has(name)
      ? undefined
      : texts.findLast(({ variables }) => Object.hasOwn(variables, name))?.file
  return { env: { ...found, ...env }, files, sourceOf, isReadByTool: reader !== undefined }
}

function variablesIn(folder: string, file: string): NodeJS.Dict<string> {
  const text = readText(folder, file)
  const values = parseEnv(text)
  if (Object.keys(values).length > 0 || !/^\s*[^#\s]/m.test(text)) return values
  throw new Error(
    `${file} holds no variables: write lines such as AUTH_URL=https://your-app.example`,
  )
}

/** `$NAME`, `${NAME}` and `${NAME:-otherwise}` become values, and `\$` a dollar sign. */
function expanded(values: Variables, env: Variables): Variables {
  const pattern = /\\\$|\$\{(\w+)(?::?-([^}]*))?\}|\$(\w+)/g
  const lookUp = (name: string, asked: readonly string[]): string =>
    env[name] ?? (asked.includes(name) ? '' : fill(values[name] ?? '', [...asked, name]))
  const fill = (text: string, asked: readonly string[]): string =>
    text.replace(pattern, (whole, braced?: string, otherwise = '', bare = '') =>
      whole === '\\$' ? '$' : lookUp(braced ?? bare, asked) || otherwise,
    )
  return Object.fromEntries(
    Object.entries(values).map(([name, value = '']) => [name, fill(value, [name])]),
  )
}

/** Names in a sentence: `.env and .env.local`. */
export function listed(names: readonly string[]): string {
  return names.join(', ').replace(/, ([^,]*)$/, ' and $1')
}
