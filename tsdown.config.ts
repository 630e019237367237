import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, resolve } from 'node:path'

import { type TransformOptions, transform } from 'esbuild'
import { defineConfig, type Rolldown, type UserConfig } from 'tsdown'
import manifest from './package.json' with { type: 'json' }
import bundled from './tools/bundled.json' with { type: 'json' }

const doors: (string | { default: string })[] = Object.values(manifest.exports)
const programs: string[] = Object.values(manifest.bin)
/** Files that bundlers for browsers and workers exchange (`browser` in package.json) must keep their names. */
const exchanged = Object.entries(manifest.browser).flat()
const outputs = [
  ...exchanged,
  './dist/storage/portico-database.js', // src/storage/load-database.ts says why it is a file of its own
  ...doors.flatMap((door) => (typeof door === 'string' ? [] : door.default)),
  ...programs,
]

const doorSources = outputs.map((output) => resolve(import.meta.dirname, sourceOf(output)))

function sourceOf(output: string): string {
  return output.replace(/^(\.\/)?dist/, 'src').replace(/js$/, 'ts')
}

/**
 * A door that another file imports stays a file of its own, under its own name: a barrel is a list of doors, and bundlers can exchange
 * a door. Left to itself, the bundler would move its content into a shared chunk.
 */
const doorsStayDoors: Rolldown.Plugin = {
  name: 'doors-stay-doors',
  resolveId(source, importer) {
    if (!importer || !source.startsWith('.')) return null
    const target = resolve(dirname(importer), source)
    if (!doorSources.some((door) => matchesGlob(target, door))) return null
    return { id: target.replace(/ts$/, 'js'), external: 'relative' }
  },
  // The path of an import with options stays as it is written.
  renderChunk: (code) =>
    code.replace('"./portico-database.ts"', '"../storage/portico-database.js"'),
}

/** Letters stay letters: escaped, those of Arabic and Chinese take three times the room. */
const withoutSpaces = { minifyWhitespace: true, charset: 'utf8' } as const

const barrel = resolve(import.meta.dirname, 'src/providers/index.ts')
const copied = '?copied'

/**
 * The barrel of the providers holds a copy of each instead of naming 140 files: starting costs about a millisecond for each file.
 * Its declarations stay a list of doors.
 */
const barrelHoldsCopies: Rolldown.Plugin = {
  name: 'barrel-holds-copies',
  resolveId(source, importer) {
    if (importer === undefined) return null
    const isProvider = importer === barrel && source.startsWith('./')
    // A mark that two files import would become a third.
    const isMark = importer.endsWith(copied) && source.startsWith('../marks/')
    return isProvider || isMark ? resolve(dirname(importer), source) + copied : null
  },
  load(id) {
    if (!id.endsWith(copied)) return null
    return { code: readFileSync(id.slice(0, -copied.length), 'utf8'), moduleType: 'ts' }
  },
  // Nobody reads a copy, so it has no room for spaces; each provider can be read in its own file.
  async generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || chunk.facadeModuleId !== barrel) continue
      const { code } = await transform(chunk.code, { ...withoutSpaces, format: 'esm' })
      chunk.code = madeLater(code, this.parse(code).body)
    }
  },
}

/** What makes a provider: each of these returns a function. */
const makers = new Set(['defineProvider', 'mailer', 'passkeyProvider'])

type Statements = ReturnType<Rolldown.PluginContext['parse']>['body']

/**
 * Makes a provider when it is first called, so that Node skips the data of those that are not, and says to bundlers that what
 * nobody uses can go.
 */
function madeLater(code: string, statements: Statements): string {
  const calls = statements
    .flatMap((statement) =>
      statement.type === 'VariableDeclaration' ? statement.declarations : [],
    )
    .flatMap(({ init }) => (init?.type === 'CallExpression' ? init : []))
  const wrapped = calls.reduceRight((text, { callee, start, end }) => {
    const call = text.slice(start, end)
    const isMaker = callee.type === 'Identifier' && makers.has(callee.name)
    const pure = `/* @__PURE__ */ ${isMaker ? `later(() => ${call})` : call}`
    return text.slice(0, start) + pure + text.slice(end)
  }, code)
  return `${wrapped}
// src/providers/index.ts
function later(make) {
\tlet made;
\treturn (options) => (made ??= make())(options);
}
`
}

const parser = '@babel/parser'

/**
 * The parser of `npx porticojs migrate-from` is a file of its own, which nothing else loads: whoever installs the package gets no further
 * one for a command that is run once.
 */
const parserIsOneFile: Rolldown.Plugin = {
  name: 'parser-is-one-file',
  // It names its file in `main`, which counts for one platform only.
  resolveId(source) {
    if (source !== parser) return null
    return resolve(import.meta.dirname, 'node_modules', parser, 'lib/index.js')
  },
  transform(code, id) {
    if (!id.endsWith(`${parser}/lib/index.js`)) return null
    return withoutMixins(code, this.parse(code).body)
  },
}

/** What the parser has for languages and trees that nobody here asks for. */
const unusedMixins = new Set(['estree', 'flow', 'placeholders', 'v8intrinsic'])

/** Each of them takes a class and returns a richer one; left out, it returns the same. */
function withoutMixins(code: string, statements: Statements): string {
  return statements
    .flatMap((statement) =>
      statement.type === 'VariableDeclaration' ? statement.declarations : [],
    )
    .filter(({ id }) => id.type === 'Identifier' && unusedMixins.has(id.name))
    .reduceRight(
      (text, { init }) =>
        init ? `${text.slice(0, init.start)}(same) => same${text.slice(init.end)}` : text,
      code,
    )
}

/** Packages whose code is part of ours, by the chunk that holds it. Stack traces of what applications run keep their names. */
const copies: Record<string, { of: string; minify: TransformOptions }> = {
  parser: { of: parser, minify: { minify: true, treeShaking: true } },
  kysely: { of: 'kysely', minify: { minifyWhitespace: true, minifySyntax: true } },
}

/** Nobody reads a copy, so it is small; and it says whose it is. */
const copiesAreSmall: Rolldown.Plugin = {
  name: 'copies-are-small',
  async generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      const copy = chunk.type === 'chunk' ? copies[chunk.name] : undefined
      if (chunk.type !== 'chunk' || !copy) continue
      const file = resolve(import.meta.dirname, 'node_modules', copy.of, 'LICENSE')
      const licence = readFileSync(file, 'utf8').trim().replace(/^/gm, ' * ')
      const { code } = await transform(chunk.code, { ...copy.minify, format: 'esm' })
      chunk.code = `/*!\n * ${copy.of}\n *\n${licence}\n */\n${code}`
    }
  },
}

const tools = /\/src\/((cli|development|emulator|inspector|languages|testing)[./]|passkeys\/words)/

/** Nobody reads their stack traces: their errors end in a sentence on a terminal or a page. */
const screens = /\/src\/(cli|development|emulator|inspector)\//

/** What no application runs in production, and what is only text, has no room for spaces, so that there is some for guides. */
const toolsAreSmall: Rolldown.Plugin = {
  name: 'tools-are-small',
  async generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || chunk.fileName.endsWith('.d.ts')) continue
      if (!chunk.moduleIds.every((id) => tools.test(id))) continue
      const minifyIdentifiers = chunk.moduleIds.every((id) => screens.test(id))
      const small = {
        ...withoutSpaces,
        minifySyntax: true,
        minifyIdentifiers,
        format: 'esm',
      } as const
      chunk.code = (await transform(chunk.code, small)).code
    }
  },
}

/**
 * The declarations of these doors bring those of the package's own name along: otherwise a compiler that writes declarations for an
 * application which imports nothing else has no name for the types in our chunks (TS2742).
 */
const namesAreKnown: Rolldown.Plugin = {
  name: 'names-are-known',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (
        chunk.type !== 'chunk' ||
        !/^((providers|storage|languages)\/.*|testing)\.d\.ts$/.test(chunk.fileName)
      )
        continue
      chunk.code = `import type {} from "${manifest.name}";\n${chunk.code}`
    }
  },
}

/** What every application loads. */
const everyApplication = sources(
  allBut('config', 'development-kit'),
  allBut('services', 'failure-limits installed-package limits rate-limits require-storage windows'),
  allBut(
    'http',
    'accept-language bare-ip body bounded-fetch callback-url cors csrf key-in-address look-alikes node-body node-request private-network',
  ),
  allBut('router', 'serve-cors'),
  allBut('sessions', 'write-cookie-session'),
  '(crypto|description|methods/oauth/configure)/.*',
  only('', 'app/services config context callbacks route define-provider errors'),
  only(
    '',
    'routes/session methods/built-in-methods methods/load identity/engine-part instance/deferred instance/once-loaded instance/part-namespaces config/parts',
  ),
  only('methods/oauth/', 'part resolved configure'),
  only(
    '',
    'storage/engine-part-of-storages storage/equip stores/connection-url stores/lazy-storage',
  ),
)
/** Plug-ins that the barrel of the providers loads. Passkeys stay apart: their method names a package that not everybody has. */
const bringers = sources(
  only('methods/', 'credentials/part email/http email/part email/provider email/smtp'),
  only('', 'methods/one-tap/part methods/oauth/photo webhooks/part'),
)

/** Sources by their paths below `src/`, declarations not among them. */
function sources(...paths: string[]): RegExp {
  return new RegExp(`src/(${paths.join('|')})(?<!\\.d)\\.ts$`)
}

function allBut(folder: string, files: string): string {
  return `${folder}/(?!${alternatives(`${folder}/`, files)}\\.).*`
}

function only(folder: string, files: string): string {
  return folder + alternatives(folder, files)
}

/** Files by their names. One that was renamed, and not here, would be loaded by everybody, or by nobody in time. */
function alternatives(folder: string, files: string): string {
  const names = files.split(' ')
  const gone = names.filter(
    (name) => !existsSync(join(import.meta.dirname, 'src', folder, `${name}.ts`)),
  )
  if (gone.length > 0) throw new Error(`tsdown.config.ts names ${gone} in src/${folder}`)
  return `(${names.join('|')})`
}

/** One file per door, with shared chunks; what is loaded lazily stays a file of its own. */
const config: UserConfig = defineConfig({
  entry: outputs.map(sourceOf),
  root: 'src',
  platform: 'neutral',
  target: 'es2023',
  dts: true,
  deps: { neverBundle: [/^(node|bun):/], onlyBundle: bundled },
  outputOptions: {
    chunkFileNames: 'chunks/[name]-[hash].js',
    // What people read stands in the declarations, and the reasons in the sources.
    comments: { legal: true, annotation: true, jsdoc: false },
    // What every application loads is one file, and so is what the barrel loads besides.
    codeSplitting: {
      groups: [
        { name: 'core', test: everyApplication },
        { name: 'bringers', test: bringers },
        ...Object.entries(copies).map(([name, { of }]) => ({
          name,
          test: new RegExp(`/node_modules/${of}/.*(?<!\\.d)\\.[jt]s$`),
        })),
      ],
    },
  },
  plugins: [
    barrelHoldsCopies,
    doorsStayDoors,
    parserIsOneFile,
    copiesAreSmall,
    toolsAreSmall,
    namesAreKnown,
  ],
  // `'use client'` stands in an entry point, where it is kept; a test looks.
  checks: { bundlerTimings: false, moduleLevelDirective: false },
  logLevel: 'warn',
  failOnWarn: true,
})

export default config
