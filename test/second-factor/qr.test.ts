import { expect, test } from 'vitest'
import { codewordsOf } from '../../src/pages/qr/codewords.ts'
import { matrixOf, underEachMask } from '../../src/pages/qr/matrix.ts'
import { penalty } from '../../src/pages/qr/penalty.ts'
import { qrSvg, svgOf } from '../../src/pages/qr.ts'
import { readQr } from './read-qr.ts'

/** How many bytes fit into each version at level M (ISO/IEC 18004, table 7). */
const capacities = [
  ...[14, 26, 42, 62, 84, 106, 122, 152, 180, 213],
  ...[251, 287, 331, 362, 412, 450, 504, 560, 624, 666],
]

/** A text of so many bytes, different for each length. */
const textOf = (length: number) =>
  Array.from({ length }, (_, at) => String.fromCharCode(33 + ((at * 7 + length * 13) % 90))).join(
    '',
  )

test.each(capacities.map((bytes, at) => [at + 1, bytes]))(
  'draws version %i, which is full with %i bytes, so that a reader reads it',
  (version, bytes) => {
    const full = textOf(bytes)
    expect(codewordsOf(new TextEncoder().encode(full)).version).toBe(version)
    expect(readQr(qrSvg(full))).toBe(full)
    const fuller = new TextEncoder().encode(textOf(bytes + 1))
    if (version < 20) expect(codewordsOf(fuller).version).toBe(version + 1)
    else expect(() => codewordsOf(fuller)).toThrow('667 bytes are more than')
  },
)

test('is read in other scripts', () => {
  const text = 'otpauth://totp/متجر:آدا?secret=JBSWY3DPEHPK3PXP'
  expect(readQr(qrSvg(text))).toBe(text)
})

test('has four light modules around it on a white ground, and neither script nor style', () => {
  const svg = qrSvg('otpauth://totp/Acme:ada')
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  expect(svg).toContain(`<path fill="#fff" d="M0 0h${size}v${size}H0z"/>`)
  const dark = [...svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)].map(([, x, y, length]) => ({
    left: Number(x),
    top: Number(y),
    right: Number(x) + Number(length),
  }))
  const side = (values: number[]) => [Math.min(...values), Math.max(...values)]
  expect(side(dark.map(({ left }) => left))[0]).toBe(4)
  expect(side(dark.map(({ right }) => right))[1]).toBe(size - 4)
  expect(side(dark.map(({ top }) => top))).toEqual([4, size - 5])
  expect(svg).not.toMatch(/<script|style|href|on\w+=/)
  // Modules that stand side by side are one shape.
  const beside = dark.filter(({ top, left }) =>
    dark.some((one) => one.top === top && one.right === left),
  )
  expect(beside).toEqual([])
})

test('is read under each of the eight masks, and is drawn under the easiest', () => {
  const text = 'otpauth://totp/Acme:ada?secret=JBSWY3DP'
  const content = codewordsOf(new TextEncoder().encode(text))
  const candidates = underEachMask(content)
  expect(new Set(candidates.map(svgOf)).size).toBe(8)
  expect(candidates.map((matrix) => readQr(svgOf(matrix)))).toEqual(Array(8).fill(text))
  expect(penalty(matrixOf(content))).toBe(Math.min(...candidates.map(penalty)))
})

/** ISO/IEC 18004, table C.1: level M with each mask, as it is written twice around the squares. */
const formats = [
  ...['101010000010010', '101000100100101', '101111001111100', '101101101001011'],
  ...['100010111111001', '100000011001110', '100111110010111', '100101010100000'],
]

test.each(formats.map((format, mask) => [mask, format] as const))(
  'writes the format of mask %i twice: %s',
  (mask, format) => {
    const matrix = underEachMask(codewordsOf(new Uint8Array(10)))[mask] ?? []
    const size = matrix.length
    const read = (places: readonly (readonly [row: number, column: number])[]) =>
      places.map(([row, column]) => Number(matrix[row]?.[column] === true)).join('')
    const around = [0, 1, 2, 3, 4, 5, 7, 8].map((column) => [8, column] as const)
    const up = [7, 5, 4, 3, 2, 1, 0].map((row) => [row, 8] as const)
    expect(read([...around, ...up])).toBe(format)
    const below = [1, 2, 3, 4, 5, 6, 7].map((far) => [size - far, 8] as const)
    const beside = [8, 7, 6, 5, 4, 3, 2, 1].map((far) => [8, size - far] as const)
    expect(read([...below, ...beside])).toBe(format)
  },
)

test('draws codewords to the last column', () => {
  const [even = [], rows = []] = underEachMask(codewordsOf(new Uint8Array(10)))
  const between = even.map((_, at) => at).slice(9, -8)
  // Where two masks disagree, the modules of a codeword do.
  const wrong = between.flatMap((row) =>
    [0, 1].filter((column) => {
      const differ = ((row + column) % 2 === 0) !== (row % 2 === 0)
      return (even[row]?.[column] !== rows[row]?.[column]) !== differ
    }),
  )
  expect([between.length, wrong]).toEqual([4, []])
})

test.each([1, 7, 20])('marks every second module between the squares of version %i', (version) => {
  const matrix = matrixOf(codewordsOf(new Uint8Array(capacities[version - 1] ?? 0)))
  const between = matrix.map((_, at) => at).slice(8, -8)
  expect(between.filter((at) => matrix[6]?.[at] !== (at % 2 === 0))).toEqual([])
  expect(between.filter((at) => matrix[at]?.[6] !== (at % 2 === 0))).toEqual([])
})

test.each([
  ['a checkerboard of 10', (x: number, y: number) => (x + y) % 2 === 0, 0],
  ['ten dark rows', () => true, 10 * 2 * (10 - 2) + 81 * 3 + 100],
  [
    'a false square',
    (x: number, y: number) => y === 0 && [0, 2, 3, 4, 6].includes(x),
    2 * 40 + 147 + 222 + 90,
  ],
  ['one dark column in ten', (x: number) => x === 0, 10 * 7 + 10 * 8 + 8 * 9 * 3 + 80],
])('judges %s by the four rules', (_, isDark, cost) => {
  const matrix = Array.from({ length: 10 }, (_row, y) =>
    Array.from({ length: 10 }, (_cell, x) => isDark(x, y)),
  )
  expect(penalty(matrix)).toBe(cost)
})
