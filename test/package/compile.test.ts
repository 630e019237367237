import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { application } from '../better-auth/codemod/application.ts'
import { moved } from '../better-auth/codemod/moving.ts'
import { doors, node, root } from './installed.ts'

const compilers = ['typescript5', 'typescript', 'typescript7']
const resolutions = { nodenext: 'nodenext', bundler: 'esnext' }
const matrix = compilers.flatMap((compiler) =>
  Object.entries(resolutions).map(([moduleResolution, module]) => ({
    compiler,
    moduleResolution,
    module,
  })),
)

// Their declarations speak of the framework's types; they are compiled with it, by its example or its page in test/client.
const withFramework = [
  'porticojs/elysia',
  'porticojs/hono',
  'porticojs/nest',
  'porticojs/solid',
  'porticojs/vue',
]

const alone = () => doors().filter((door) => !withFramework.includes(door))
const providers = () => doors().filter((door) => door.startsWith('porticojs/providers/'))

beforeAll(() => {
  const imports = alone().map((door, n) => `export * as door${n} from '${door}'\n`)
  writeFileSync(join(inject('consumer'), 'every-door.ts'), imports.join(''))
})

/** What the compiler says about an application of these settings and, besides those that are there, files. */
async function compile(
  compiler: string,
  name: string,
  { files = {}, ...settings }: { files?: Record<string, string>; [option: string]: unknown },
) {
  const folder = join(inject('consumer'), name)
  mkdirSync(folder)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    ...settings,
  }
  const include = Object.keys(files).length > 0 ? ['*.ts'] : ['../*.ts']
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }))
  return node([join(root, 'node_modules', compiler, 'bin/tsc'), '--project', folder])
}

test.each(matrix)('compiles with $compiler, $moduleResolution', async (row) => {
  const { compiler, module, moduleResolution } = row
  const settings = { module, moduleResolution, allowImportingTsExtensions: true }
  const { code, output } = await compile(compiler, `${compiler}-${moduleResolution}`, settings)
  expect(output).toBe('')
  expect(code).toBe(0)
})

test.each(compilers)('%s compiles what the codemod makes of Better Auth', async (compiler) => {
  const files = moved(application)
  expect(Object.keys(files).filter((path) => files[path] === application[path])).toEqual([])
  const { output } = await compile(compiler, `better-auth-${compiler}`, { files })
  expect(output).toBe('')
})

test.each(compilers)(
  '%s needs no types of a browser for what runs on a server',
  async (compiler) => {
    const pages = /^porticojs\/(react|svelte|next-auth\/react)$/
    const imports = alone()
      .filter((door) => !pages.test(door))
      .map((door, n) => `export * as door${n} from '${door}'\n`)
    const files = { 'server.ts': imports.join('') }
    const { output } = await compile(compiler, `server-${compiler}`, { files, lib: ['es2023'] })
    expect(output).toBe('')
  },
)

test.each(compilers)('%s can name each provider that an application exports', async (compiler) => {
  const lines = providers().flatMap((door, n) => [
    `import P${n} from '${door}'`,
    `export const provider${n} = P${n}`,
    `export const called${n} = P${n}({} as never)`,
  ])
  expect(lines.length).toBeGreaterThan(400)
  const application = `import { Auth } from 'porticojs'
import Google from 'porticojs/providers/google'
import { toNext } from 'porticojs/next'
export const auth = Auth({ providers: [Google({ id: 'work' })] })
export const { GET, session, signIn } = toNext(auth)
`
  const files = { 'providers.ts': lines.join('\n'), 'auth.ts': application }
  const settings = { files, noEmit: false, declaration: true, emitDeclarationOnly: true }
  const { output } = await compile(compiler, `exports-${compiler}`, { ...settings, outDir: 'out' })
  expect(output).toBe('')
  const emitted = join(inject('consumer'), `exports-${compiler}/out/auth.d.ts`)
  expect(readFileSync(emitted, 'utf8')).toContain(
    'AuthInstance<import("porticojs").Session, "work", string>',
  )
})

/** Packages that import one door and export what it makes. In one program a door would lend its names to the others. */
const oneDoor = (): Record<string, Record<string, string>> => ({
  providers: Object.fromEntries(
    providers().map((door) => [
      `${basename(door)}.ts`,
      `import P from '${door}'
export const provider = P
export const called = P({} as never)\n`,
    ]),
  ),
  languages: { 'a.ts': `import de from 'porticojs/languages/de'\nexport const language = de\n` },
  storage: {
    'a.ts': `import { sqlite } from 'porticojs/storage/sqlite'\nexport const storage = sqlite('file:a.db')\n`,
  },
  testing: {
    'a.ts': `import { createBrowser, testAuth } from 'porticojs/testing'\nexport const browser = createBrowser({} as never)\nexport const setup = () => testAuth({ providers: [] })\n`,
  },
  emulator: {
    'a.ts': `import { emulator } from 'porticojs/emulator'\nexport const world = emulator()\n`,
  },
  client: {
    'a.ts': `import { createClient } from 'porticojs/client'\nexport const client = createClient()\n`,
  },
})

test.each(compilers)(
  '%s can name what a package exports that imports one door only',
  async (compiler) => {
    const settings = { noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: 'out' }
    for (const [door, files] of Object.entries(oneDoor())) {
      expect(Object.keys(files).length, door).toBeGreaterThan(0)
      const { output } = await compile(compiler, `only-${door}-${compiler}`, { ...settings, files })
      expect([door, output]).toEqual([door, ''])
    }
  },
  // A compiler starts for each door.
  400_000,
)

test('reads at most 30 declaration files for an application', async () => {
  const folder = join(inject('consumer'), 'application')
  mkdirSync(folder)
  writeFileSync(
    join(folder, 'app.ts'),
    `import { Auth } from 'porticojs'\nAuth({ providers: [] })\n`,
  )
  const compilerOptions = { module: 'nodenext', target: 'es2023', noEmit: true, types: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { output } = await node([tsc, '--project', folder, '--listFilesOnly'])
  const read = output.split('\n').filter((file) => !/typescript[/\\]lib|app\.ts$|^$/.test(file))
  expect(read.join()).toContain('porticojs')
  expect(read.length, read.join('\n')).toBeLessThanOrEqual(30)
})
