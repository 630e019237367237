import { expect, test } from 'vitest'
import { codewordsOf } from '../../src/second-factor/qr/codewords.ts'
import { matrixOf, underEachMask } from '../../src/second-factor/qr/matrix.ts'
import { penalty } from '../../src/second-factor/qr/penalty.ts'
import { qrSvg, svgOf } from '../../src/second-factor/qr.ts'
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
})

test('is read under each of the eight masks, and is drawn under the easiest', () => {
  const text = 'otpauth://totp/Acme:ada?secret=JBSWY3DP'
  const content = codewordsOf(new TextEncoder().encode(text))
  const candidates = underEachMask(content)
  expect(new Set(candidates.map(svgOf)).size).toBe(8)
  expect(candidates.map((matrix) => readQr(svgOf(matrix)))).toEqual(Array(8).fill(text))
  expect(penalty(matrixOf(content))).toBe(Math.min(...candidates.map(penalty)))
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
