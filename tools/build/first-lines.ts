import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RolldownChunk } from 'tsdown'
import bundled from '../bundled.json' with { type: 'json' }

/**
 * The declarations of these doors bring those of the package's own name along: otherwise a compiler that writes declarations for an
 * application which imports nothing else has no name for the types in our chunks (TS2742).
 */
const unnamed = /^((providers|storage|languages)\/.*|testing)\.d\.ts$/

/** Writes what must stand first in some files: the licence of a package whose code it is, and the name of our own. */
export function writeFirstLines(chunks: readonly RolldownChunk[]): void {
  for (const chunk of chunks) {
    const file = join(chunk.outDir, chunk.fileName)
    const text = readFileSync(file, 'utf8')
    const first = firstLines(chunk) ?? asModule(text)
    if (first) writeFileSync(file, first + text)
  }
}

function firstLines({ fileName }: RolldownChunk): string | undefined {
  if (unnamed.test(fileName)) return 'import type {} from "porticojs";\n'
  const copied = bundled.find((name) => fileName.startsWith(`chunks/${name}-`))
  return copied && fileName.endsWith('.js') ? licenceOf(copied) : undefined
}

/** A file that holds nothing but global declarations, such as those of Kysely, must be a module all the same (TS2669). */
function asModule(text: string): string | undefined {
  return text.startsWith('declare global') && !/^export /m.test(text) ? 'export {};\n' : undefined
}

function licenceOf(name: string): string {
  const text = readFileSync(`node_modules/${name}/LICENSE`, 'utf8').trim()
  return `/*!\n * ${name}\n *\n${text.replace(/^/gm, ' * ')}\n */\n`
}
