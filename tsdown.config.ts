import { readFileSync } from 'node:fs'
import { dirname, matchesGlob, resolve } from 'node:path'

import { transform } from 'esbuild'
import { defineConfig, type Rolldown, type UserConfig } from 'tsdown'
import manifest from './package.json' with { type: 'json' }
import bundled from './tools/bundled.json' with { type: 'json' }

const doors: (string | { default: string })[] = Object.values(manifest.exports)
const programs: string[] = Object.values(manifest.bin)
/** Files that bundlers for browsers and workers exchange (`browser` in package.json) must keep their names. */
const exchanged = Object.entries(manifest.browser).flat()
const outputs = [
  ...exchanged,
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
}

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
  renderChunk(code, { facadeModuleId }) {
    return facadeModuleId === barrel ? madeLater(code, this.parse(code).body) : null
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
 * The parser of `npx portico migrate-from` is a file of its own, which nothing else loads: whoever installs the package gets no further
 * one for a command that is run once. It is small, and says whose it is.
 */
const parserIsSmall: Rolldown.Plugin = {
  name: 'parser-is-small',
  // It names its file in `main`, which counts for one platform only.
  resolveId(source) {
    if (source !== parser) return null
    return resolve(import.meta.dirname, 'node_modules', parser, 'lib/index.js')
  },
  async generateBundle(_options, bundle) {
    const file = resolve(import.meta.dirname, 'node_modules', parser, 'LICENSE')
    const licence = readFileSync(file, 'utf8').trim().replace(/^/gm, ' * ')
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || chunk.name !== 'parser') continue
      const { code } = await transform(chunk.code, { minify: true, format: 'esm' })
      chunk.code = `/*!\n * ${parser}\n *\n${licence}\n */\n${code}`
    }
  },
}

/** What every application loads. */
const everyApplication = sources(
  'config/(?!completion|other-sites).*|(crypto|sessions)/.*',
  'services/(?!installed-package|limits).*',
  'http/(?!accept-language|body|cors|device-cookie|node-|outbound|private-host|redirect|sign-in-data|user-agent).*',
  'config|context|callbacks|route|define-provider|errors',
  'router/(?!serve-origins).*|routes/session',
  'methods/(table|oauth/(plugin|resolved|configure(/.*)?))',
  'storage/(address|lazy-storage)',
)
/** What brings the method of a mail or a password along. Passkeys stay apart: their method names a package that not everybody has. */
const bringers = sources('methods/(credentials/plugin|email/(http|plugin|provider|smtp))')

/** Sources by their paths below `src/`, declarations not among them. */
function sources(...paths: string[]): RegExp {
  return new RegExp(`src/(${paths.join('|')})(?<!\\.d)\\.ts$`)
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
        { name: 'parser', test: /node_modules\/@babel\/parser\// },
      ],
    },
  },
  plugins: [barrelHoldsCopies, doorsStayDoors, parserIsSmall],
  // `'use client'` stands in an entry point, where it is kept; a test looks.
  checks: { bundlerTimings: false, moduleLevelDirective: false },
  logLevel: 'warn',
  failOnWarn: true,
})

export default config
