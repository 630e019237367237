import { dirname, matchesGlob, resolve } from 'node:path'

import { defineConfig, type Rolldown, type UserConfig } from 'tsdown'
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

const everyApplication =
  /src\/((config|crypto|http|sessions)\/.*|config|context|define|errors|routes\/(glance|route|session)|storage\/(address|deferred))(?<!\.d)\.ts$/

/** One file per door, with shared chunks; what is loaded lazily stays a file of its own. */
const config: UserConfig = defineConfig({
  entry: outputs.map(sourceOf),
  root: 'src',
  platform: 'neutral',
  target: 'es2023',
  dts: true,
  deps: { neverBundle: [/^(node|bun):/], onlyBundle: [] },
  outputOptions: {
    chunkFileNames: 'chunks/[name]-[hash].js',
    // What every application loads is one file: starting costs about a millisecond for each.
    codeSplitting: { groups: [{ name: 'core', test: everyApplication }] },
  },
  plugins: [doorsStayDoors],
  checks: { bundlerTimings: false },
  logLevel: 'warn',
  failOnWarn: true,
})

export default config
