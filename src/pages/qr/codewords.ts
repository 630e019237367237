import { correction } from './reed-solomon.ts'

/** Of each version from 1 on, at level M (ISO/IEC 18004, table 9): error correction codewords of a block, and blocks. */
const blocksOf: readonly (readonly [corrections: number, blocks: number])[] = [
  ...[
    [10, 1],
    [16, 1],
    [26, 1],
    [18, 2],
    [24, 2],
    [16, 4],
    [18, 4],
    [22, 4],
    [22, 5],
    [26, 5],
  ],
  ...[
    [30, 5],
    [22, 8],
    [22, 9],
    [24, 9],
    [24, 10],
    [28, 10],
    [28, 11],
    [26, 13],
    [26, 14],
    [26, 16],
  ],
] as const

/** The content of a QR code: its version, which says how large it is, and its codewords in the order in which they are drawn. */
export interface Codewords {
  version: number
  words: readonly number[]
}

/** The smallest QR code that can hold these bytes. */
export function codewordsOf(bytes: Uint8Array): Codewords {
  for (const [index, [corrections, blocks]] of blocksOf.entries()) {
    const version = index + 1
    const total = Math.floor(modulesForWords(version) / 8)
    const room = total - corrections * blocks
    // Byte mode: four bits of mode, then the length in one byte, from version 10 on in two.
    const lengthBits = version < 10 ? 8 : 16
    if (room * 8 < 4 + lengthBits + bytes.length * 8) continue
    return { version, words: interleaved(padded(bytes, lengthBits, room), corrections, blocks) }
  }
  throw new RangeError(`${bytes.length} bytes are more than a QR code of version 20 can hold (666)`)
}

/** Modules that are left for codewords beside the patterns, the format and the version. */
function modulesForWords(version: number): number {
  const all = (16 * version + 128) * version + 64
  if (version < 2) return all
  const aligned = Math.floor(version / 7) + 2
  return all - ((25 * aligned - 10) * aligned - 55) - (version < 7 ? 0 : 36)
}

function padded(bytes: Uint8Array, lengthBits: number, room: number): number[] {
  const bits = [4, bytes.length, ...bytes]
    .map((value, at) => value.toString(2).padStart([4, lengthBits][at] ?? 8, '0'))
    .join('')
  // A terminator of four bits ends the last byte; two bytes take turns in what is left.
  const words = (bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? []).map(
    (byte) => Number.parseInt(byte, 2),
  )
  const filled = words.length
  while (words.length < room) words.push((words.length - filled) % 2 === 0 ? 0xec : 0x11)
  return words
}

/** The words of all blocks, in turns: a stain damages a little of each. */
function interleaved(data: readonly number[], corrections: number, count: number): number[] {
  const short = Math.floor(data.length / count)
  const longer = data.length % count
  let from = 0
  const blocks = Array.from({ length: count }, (_, at) => {
    const block = data.slice(from, from + short + (at < count - longer ? 0 : 1))
    from += block.length
    return block
  })
  return [...byColumns(blocks), ...byColumns(blocks.map((block) => correction(block, corrections)))]
}

function byColumns(rows: readonly (readonly number[])[]): number[] {
  const width = Math.max(...rows.map((row) => row.length))
  return Array.from({ length: width }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat()
}
