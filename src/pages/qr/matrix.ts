import type { Codewords } from './codewords.ts'
import { type Matrix, penalty } from './penalty.ts'

/** The modules that are drawn so far; one that is undefined is free. */
type Draft = (boolean | undefined)[][]

/** The modules that each mask turns over (ISO/IEC 18004, table 10). */
const masks: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]

/** The QR code of these codewords, under the mask that is the easiest to read. */
export function matrixOf(content: Codewords): Matrix {
  const candidates = underEachMask(content).map((matrix) => ({ matrix, cost: penalty(matrix) }))
  return candidates.reduce((best, each) => (each.cost < best.cost ? each : best)).matrix
}

/** The same QR code under each of the eight masks. */
export function underEachMask({ version, words }: Codewords): Matrix[] {
  return masks.map((turns, mask) => {
    const draft = patterns(version)
    drawFormat(draft, mask)
    drawWords(draft, words, turns)
    return draft.map((row) => row.map((dark) => dark === true))
  })
}

/** Everything by which a reader finds its way, with the version's number. */
function patterns(version: number): Draft {
  const size = version * 4 + 17
  const draft: Draft = Array.from({ length: size }, () => new Array(size).fill(undefined))
  for (const at of draft.keys()) {
    set(draft, 6, at, at % 2 === 0)
    set(draft, at, 6, at % 2 === 0)
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const) {
    drawSquares(draft, row, column, 4, [2, 4])
  }
  const places = alignments(version)
  const last = places.at(-1)
  for (const row of places) {
    for (const column of places) {
      const isCorner =
        (row === 6 && (column === 6 || column === last)) || (row === last && column === 6)
      if (!isCorner) drawSquares(draft, row, column, 2, [1])
    }
  }
  if (version >= 7) drawVersion(draft, version)
  return draft
}

/** A square pattern around its middle: rings at these distances are light, all others dark. */
function drawSquares(draft: Draft, row: number, column: number, reach: number, light: number[]) {
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      set(draft, row + y, column + x, !light.includes(Math.max(Math.abs(x), Math.abs(y))))
    }
  }
}

/** Rows, and columns, in which alignment patterns have their middle (ISO/IEC 18004, annex E). */
function alignments(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2
  const last = version * 4 + 10
  return [6, ...Array.from({ length: count - 1 }, (_, at) => last - (count - 2 - at) * step)]
}

/** Error correction level M and the mask, twice; and the one module that is always dark. */
function drawFormat(draft: Draft, mask: number): void {
  const size = draft.length
  const bits = withCheck(mask, 10, 0x537) ^ 0x5412
  for (let at = 0; at < 15; at++) {
    const dark = ((bits >> at) & 1) === 1
    // Around the first square, over the timing pattern in row and column 6; then along the other two.
    set(draft, at < 6 ? at : at < 8 ? at + 1 : 8, at < 8 ? 8 : at === 8 ? 7 : 14 - at, dark)
    set(draft, at < 8 ? 8 : size - 15 + at, at < 8 ? size - 1 - at : 8, dark)
  }
  set(draft, size - 8, 8, true)
}

function drawVersion(draft: Draft, version: number): void {
  const bits = withCheck(version, 12, 0x1f25)
  for (let at = 0; at < 18; at++) {
    const dark = ((bits >> at) & 1) === 1
    const far = draft.length - 11 + (at % 3)
    set(draft, Math.floor(at / 3), far, dark)
    set(draft, far, Math.floor(at / 3), dark)
  }
}

/** A number with the bits of a BCH code behind it. */
function withCheck(value: number, bits: number, polynomial: number): number {
  let rest = value
  for (let at = 0; at < bits; at++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * polynomial)
  return (value << bits) | rest
}

/** Codewords go up and down in columns of two modules, from the right, past whatever is drawn. */
function drawWords(
  draft: Draft,
  words: readonly number[],
  turns: (row: number, column: number) => boolean,
): void {
  const size = draft.length
  let at = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let line = 0; line < size; line++) {
      const row = ((right + 1) & 2) === 0 ? size - 1 - line : line
      for (const column of [right, right - 1]) {
        if (draft[row]?.[column] !== undefined) continue
        const bit = ((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1
        set(draft, row, column, (bit === 1) !== turns(row, column))
        at++
      }
    }
  }
}

function set(draft: Draft, row: number, column: number, dark: boolean): void {
  const line = draft[row]
  if (line && column >= 0 && column < line.length) line[column] = dark
}
