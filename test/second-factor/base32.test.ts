import fc from 'fast-check'
import { ScureBase32Plugin } from 'otplib'
import { expect, test } from 'vitest'
import { fromBase32, toBase32 } from '../../src/second-factor/base32.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('writes and reads the vector of RFC 4648 for "%s"', (text, written) => {
  expect(toBase32(bytesOf(text))).toBe(written)
  expect(fromBase32(written)).toEqual(bytesOf(text))
})

test('writes what otplib writes, and reads it back', () => {
  const theirs = new ScureBase32Plugin()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
      const written = toBase32(bytes)
      expect(written).toBe(theirs.encode(bytes))
      expect(fromBase32(written)).toEqual(Uint8Array.from(bytes))
    }),
  )
})

test.each(['mzxw 6ytb oi', 'MZXW-6YTB-OI', 'MZXW6YTBOI======', ' mzxw6ytboi\n'])(
  'reads what people copy: %j',
  (copied) => {
    expect(fromBase32(copied)).toEqual(bytesOf('foobar'))
  },
)

test.each(['MZXW0', 'MZXW1', 'MZXW8', 'ÄÄ', 'M', 'MZX', 'MZXW6Y', 'MY=Y', 'MZXW6YTB.'])(
  'refuses %j, which is no base32',
  (wrong) => {
    expect(fromBase32(wrong)).toBeUndefined()
  },
)
