import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RolldownChunk } from 'tsdown'

/**
 * The declarations of these doors bring those of the package's own name along: otherwise a compiler that writes declarations for an
 * application which imports nothing else has no name for the types in our chunks (TS2742).
 */
const unnamed = /^((providers|storage|languages)\/.*|testing)\.d\.ts$/

/** Writes the name of our own package first in those declarations. */
export function writeFirstLines(chunks: readonly RolldownChunk[]): void {
  for (const { outDir, fileName } of chunks.filter(({ fileName }) => unnamed.test(fileName))) {
    const file = join(outDir, fileName)
    writeFileSync(file, `import type {} from "porticojs";\n${readFileSync(file, 'utf8')}`)
  }
}
