import { dirname, matchesGlob, resolve } from 'node:path'
import type { Rolldown } from 'tsdown'

/**
 * Keeps a door that another file imports a file of its own, under its own name: a barrel is a list of doors, and bundlers can exchange
 * a door. Left to itself, the bundler would move its content into a shared chunk.
 */
export function doorsStayDoors(sources: readonly string[]): Rolldown.Plugin {
  const doors = sources.map((source) => resolve(source))
  return {
    name: 'doors-stay-doors',
    resolveId(source, importer) {
      if (!importer || !source.startsWith('.')) return null
      const target = resolve(dirname(importer), source)
      if (!doors.some((door) => matchesGlob(target, door))) return null
      return { id: target.replace(/ts$/, 'js'), external: 'relative' }
    },
    // The path of an import with options stays as it is written.
    renderChunk: (code) =>
      code.replace('"./portico-database.ts"', '"../storage/portico-database.js"'),
  }
}
