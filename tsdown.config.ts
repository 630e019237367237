import { defineConfig, type UserConfig } from 'tsdown'
import manifest from './package.json' with { type: 'json' }

const doors: (string | { default: string })[] = Object.values(manifest.exports)
const programs: string[] = Object.values(manifest.bin)
/** Files that bundlers for browsers and workers exchange (`browser` in package.json) must keep their names. */
const exchanged = Object.entries(manifest.browser).flat()
const outputs = [
  ...exchanged,
  ...doors.flatMap((door) => (typeof door === 'string' ? [] : door.default)),
  ...programs,
]

/** One file per door, with shared chunks; what is loaded lazily stays a file of its own. */
const config: UserConfig = defineConfig({
  entry: outputs.map((file) => file.replace(/^(\.\/)?dist/, 'src').replace(/js$/, 'ts')),
  root: 'src',
  platform: 'neutral',
  target: 'es2023',
  dts: true,
  deps: { neverBundle: [/^(node|bun):/], onlyBundle: [] },
  outputOptions: { chunkFileNames: 'chunks/[name]-[hash].js' },
  checks: { bundlerTimings: false },
  logLevel: 'warn',
  failOnWarn: true,
})

export default config
