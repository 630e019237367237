import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig, type UserConfig } from 'tsdown'
import manifest from './package.json' with { type: 'json' }
import { barrelHoldsCopies } from './tools/build/barrel.ts'
import { doorsStayDoors } from './tools/build/doors.ts'
import { copyExamples } from './tools/build/examples.ts'
import bundled from './tools/bundled.json' with { type: 'json' }

const doors: (string | { default: string })[] = Object.values(manifest.exports)
const sources = [
  // Files that bundlers for browsers and workers exchange must keep their names.
  ...Object.entries(manifest.browser).flat(),
  ...doors.flatMap((door) => (typeof door === 'string' ? [] : door.default)),
  ...Object.values(manifest.bin),
].map((output) => output.replace(/^(\.\/)?dist/, 'src').replace(/js$/, 'ts'))

/**
 * The declarations of these doors bring those of the package's own name along: otherwise a compiler that writes declarations for an
 * application which imports nothing else has no name for the types in our chunks (TS2742).
 */
const unnamed = /^((providers|storage|languages)\/.*|testing)\.d\.ts$/

/**
 * What every application loads is one file, because starting costs about a millisecond for each. A group takes along what its files
 * import, so these few bring the rest: the engine, and what `instance/node-only.ts` shares with other doors.
 */
const everyApplication = [
  ...['engine', 'define-provider', 'router/serve', 'methods/load', 'instance/deferred'],
  ...['instance/read-for-code', 'config/doctor-hook', 'crypto/jwe-node', 'storage/equip'],
  ...['stores/connection-url', 'stores/lazy-storage'],
].map((file) => resolve('src', `${file}.ts`))

/** The methods that the barrel of the providers loads besides. Passkeys stay apart: they name a package that not everybody has. */
const bringers = /\/src\/(methods\/[\w-]+|webhooks)\/(part|provider|http|photo|smtp)\.ts$/

function licenceOf(name: string): string {
  const text = readFileSync(`node_modules/${name}/LICENSE`, 'utf8').trim()
  return `/*!\n * ${name}\n *\n${text.replace(/^/gm, ' * ')}\n */\n`
}

/** One file per door, with shared chunks; what is loaded lazily stays a file of its own. */
const config: UserConfig = defineConfig({
  entry: sources,
  root: 'src',
  platform: 'neutral',
  target: 'es2023',
  dts: true,
  deps: { neverBundle: [/^(node|bun):/], onlyBundle: bundled },
  // Stack traces keep the names of functions. Bundlers join statements better themselves: it makes the client smaller.
  minify: {
    compress: { joinVars: false, sequences: false, keepNames: { function: true, class: true } },
    mangle: { keepNames: true },
  },
  banner: ({ fileName }) => {
    const copied = bundled.find((name) => fileName.startsWith(`chunks/${name}-`))
    if (copied) return { js: licenceOf(copied) }
    return unnamed.test(fileName) ? { dts: `import type {} from "${manifest.name}";` } : undefined
  },
  outputOptions: {
    chunkFileNames: 'chunks/[name]-[hash].js',
    // What people read stands in the declarations, and the reasons in the sources.
    comments: { legal: true, annotation: true, jsdoc: false },
    codeSplitting: {
      groups: [
        { name: 'core', test: (id) => everyApplication.includes(id) },
        { name: 'bringers', test: bringers },
        ...bundled.map((name) => ({
          name,
          test: new RegExp(`/node_modules/${name}/.*(?<!\\.d)\\.[jt]s$`),
        })),
      ],
    },
  },
  plugins: [barrelHoldsCopies('src/providers/index.ts'), doorsStayDoors(sources)],
  hooks: { 'build:done': () => copyExamples('dist') },
  // `'use client'` stands in an entry point, where it is kept; a test looks.
  checks: { bundlerTimings: false, moduleLevelDirective: false },
  logLevel: 'warn',
  failOnWarn: true,
})

export default config
