import { defineConfig, type UserConfig } from 'tsdown'
import manifest from './package.json' with { type: 'json' }
import { dropBareImports } from './tools/build/bare-imports.ts'
import { barrelHoldsProviders } from './tools/build/barrel.ts'
import { core } from './tools/build/core.ts'
import { doorsStayDoors } from './tools/build/doors.ts'
import { writeExamples } from './tools/build/examples.ts'
import { writeFirstLines } from './tools/build/first-lines.ts'
import { loadedTogether } from './tools/build/loaded-together.ts'
import { listSources } from './tools/build/sources.ts'

const doors: (string | { default: string })[] = Object.values(manifest.exports)
const sources = [
  // Files that bundlers for browsers and workers exchange must keep their names.
  ...Object.entries(manifest.browser).flat(),
  ...doors.flatMap((door) => (typeof door === 'string' ? [] : door.default)),
  './dist/storage/portico-database.js', // src/storage/load-database.ts says why it is a file of its own
  ...Object.values(manifest.bin),
].map((output) =>
  output
    .replace(/^(\.\/)?dist/, 'src')
    .replace(/js$/, 'ts')
    // A platform's mark stands beside its door, and is none.
    .replace('*', '!(*.mark)'),
)

/** What the barrel loads of passwords and guests. It stays out of the core, because most applications have neither. */
const storedMethods =
  /\/src\/(password\/(part|provider|kinds|resolved)|guests\/(part|provider|kind|session|resolved)|identity\/item-kinds|methods\/mail-sender)\.ts$/

/** One file per door, with shared chunks; what is loaded lazily stays a file of its own. */
const config: UserConfig = defineConfig({
  entry: sources,
  root: 'src',
  platform: 'neutral',
  target: 'es2023',
  dts: true,
  // The sources are not in the package, so nothing names them there.
  inputOptions: { experimental: { attachDebugInfo: 'none' } },
  // No code of another package is in ours.
  deps: { neverBundle: [/^(node|bun):/], onlyBundle: [] },
  outputOptions: {
    // npm packs files in the order of their names, and compresses what is alike when it stands together: chunks stand before the doors.
    chunkFileNames: 'chunks/_[name].js',
    minifyInternalExports: false,
    // What people read stands in the declarations, and the reasons in the sources.
    comments: { legal: true, annotation: true, jsdoc: false },
    codeSplitting: {
      groups: [{ name: core }, { name: 'stored-methods', test: storedMethods }, ...loadedTogether],
    },
  },
  plugins: [barrelHoldsProviders('src/providers/index.ts'), doorsStayDoors(sources)],
  hooks: {
    'build:done'({ chunks }) {
      dropBareImports(chunks)
      writeFirstLines(chunks)
      listSources(chunks)
      writeExamples('dist')
    },
  },
  // `'use client'` stands in an entry point, where it is kept; a test looks.
  checks: { bundlerTimings: false, moduleLevelDirective: false },
  logLevel: 'warn',
  failOnWarn: true,
})

export default config
