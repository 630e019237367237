import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'esbuild'
import type { RolldownChunk } from 'tsdown'
import bundled from '../bundled.json' with { type: 'json' }

/**
 * Makes the copies small that nobody reads: of other packages, and of the providers in their barrel. Our own code stays as it is written:
 * stack traces lead into it, and some frameworks, as Elysia, read the text of the functions that they are given.
 */
export async function shrinkCopies(chunks: readonly RolldownChunk[]): Promise<void> {
  await Promise.all(
    chunks.filter(isCopy).map(async ({ outDir, fileName }) => {
      const file = join(outDir, fileName)
      const options = { minifyWhitespace: true, minifySyntax: true } as const
      // Letters stay letters: escaped, those of Arabic and Chinese take three times the room.
      const { code } = await transform(readFileSync(file, 'utf8'), {
        ...options,
        charset: 'utf8',
        format: 'esm',
      })
      writeFileSync(file, code)
    }),
  )
}

function isCopy({ fileName }: RolldownChunk): boolean {
  if (!fileName.endsWith('.js')) return false
  return (
    fileName === 'providers/index.js' ||
    bundled.some((name) => fileName.startsWith(`chunks/${name}-`))
  )
}
