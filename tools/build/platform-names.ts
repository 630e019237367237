import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RolldownChunk } from 'tsdown'

/**
 * Removes the bundler's comments that name the source of each piece from the doors of platforms and their barrel. Elsewhere they tell who
 * reads a stack trace where it leads; here the next line says the same.
 */
export function dropPlatformNames(chunks: readonly RolldownChunk[]): void {
  for (const { outDir, fileName } of chunks) {
    if (!/^providers\/.*\.js$/.test(fileName)) continue
    const file = join(outDir, fileName)
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\/\/ src\/providers\/.*\n/gm, ''))
  }
}
