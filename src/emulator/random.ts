/** Draws pseudo-random text, the same for the same seed. Never for real secrets. */
export type Random = {
  readonly text: (length: number, alphabet?: string) => string
  readonly uuid: () => string
}

/** The state of a stream of draws. Snapshots copy it. */
export type Cell = { value: number }

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The alphabet of hexadecimal digits. */
export const hex = '0123456789abcdef'

/** A stream of draws that advances the cell. */
export function random(cell: Cell): Random {
  const text = (length: number, alphabet = letters): string =>
    Array.from({ length }, () => alphabet[Math.floor(draw(cell) * alphabet.length)]).join('')
  const uuid = (): string =>
    [text(8, hex), text(4, hex), `4${text(3, hex)}`, `a${text(3, hex)}`, text(12, hex)].join('-')
  return { text, uuid }
}

/** A stream that depends on these words only, not on earlier draws. */
export function derived(...words: readonly string[]): Random {
  return random({ value: fold(words.join('\n')) })
}

/** Folds text into 32 bits (FNV-1a), to seed a stream. */
export function fold(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value >>> 0
}

// Mulberry32: small, seedable, evenly spread.
function draw(cell: Cell): number {
  cell.value = (cell.value + 0x6d2b79f5) >>> 0
  let mixed = Math.imul(cell.value ^ (cell.value >>> 15), cell.value | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
