import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'esbuild'
import type { RolldownChunk } from 'tsdown'
import bundled from '../bundled.json' with { type: 'json' }

/**
 * Makes the copies of other packages small, which nobody reads. Our own code stays as it is written: stack traces lead into it, and some
 * frameworks, as Elysia, read the text of the functions that they are given.
 */
export async function shrinkCopies(chunks: readonly RolldownChunk[]): Promise<void> {
  await Promise.all(
    chunks.filter(isCopy).map(async ({ outDir, fileName }) => {
      const file = join(outDir, fileName)
      const options = { minifyWhitespace: true, minifySyntax: true, format: 'esm' } as const
      writeFileSync(file, (await transform(readFileSync(file, 'utf8'), options)).code)
    }),
  )
}

function isCopy({ fileName }: RolldownChunk): boolean {
  const isCode = fileName.endsWith('.js')
  return isCode && bundled.some((name) => fileName.startsWith(`chunks/${name}-`))
}
