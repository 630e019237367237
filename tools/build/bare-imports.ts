import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RolldownChunk } from 'tsdown'

/** An import of declarations from which nothing is taken. */
const bareImport = /^import "\.{1,2}\/(chunks\/)?_[\w-]+\.js";\n/gm

/** Takes out of the declarations what makes a compiler read a chunk for nothing: the bundler leaves it behind. */
export function dropBareImports(chunks: readonly RolldownChunk[]): void {
  for (const { outDir, fileName } of chunks.filter(({ fileName }) => fileName.endsWith('.d.ts'))) {
    const file = join(outDir, fileName)
    const written = readFileSync(file, 'utf8')
    const kept = written.replace(bareImport, '')
    if (kept !== written) writeFileSync(file, kept)
  }
}
