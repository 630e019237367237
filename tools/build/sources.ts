import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { RolldownChunk } from 'tsdown'

/** Lists the sources of each built file in `dist/sources.json`, for our tests: the package does not have it. */
export function listSources(chunks: readonly RolldownChunk[]): void {
  const built = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk : []))
  const listed = built.map(({ fileName, modules }) => {
    const rendered = Object.entries(modules).filter(([, { renderedLength }]) => renderedLength > 0)
    return [fileName, rendered.map(([id]) => relative('', id).replaceAll('\\', '/'))]
  })
  const text = JSON.stringify(Object.fromEntries(listed), null, 2)
  writeFileSync(join(built[0]?.outDir ?? '', 'sources.json'), `${text}\n`)
}
