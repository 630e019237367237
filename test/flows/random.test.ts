import { expect, test } from 'vitest'
import { random, randomBytes } from '../../src/crypto/random.ts'

test('bytes that were drawn together are given out once, across every new draw', () => {
  const pieces = Array.from({ length: 4000 }, (_, n) => randomBytes(16 + (n % 48)))
  // Eight bytes that are there twice would be a coincidence of one in two thousand million million.
  const words = pieces.flatMap((bytes) =>
    Array.from({ length: Math.floor(bytes.length / 8) }, (_, n) =>
      Buffer.from(bytes.subarray(n * 8, n * 8 + 8)).toString('hex'),
    ),
  )
  expect(words.length).toBeGreaterThan(15_000)
  expect(new Set(words).size).toBe(words.length)
  expect(pieces.map(({ length }) => length)).toEqual(pieces.map((_, n) => 16 + (n % 48)))
})

test('bytes are the caller’s own: no other value is in their memory', () => {
  const bytes = randomBytes(12)
  expect(bytes.buffer.byteLength).toBe(12)
  const copy = Uint8Array.from(bytes)
  for (let n = 0; n < 500; n++) randomBytes(12)
  expect(bytes).toEqual(copy)
})

test('more bytes than are drawn at once come in one piece', () => {
  const bytes = randomBytes(20_000)
  expect(bytes.length).toBe(20_000)
  // None of 20,000 values would be there less often than 20 times in a billion billion tries.
  const counts = new Map<number, number>()
  for (const byte of bytes) counts.set(byte, (counts.get(byte) ?? 0) + 1)
  expect(counts.size).toBe(256)
  expect(Math.min(...counts.values())).toBeGreaterThan(20)
})

test('text has four characters for three bytes, also where there is no node:crypto', () => {
  expect(random(40)).toMatch(/^[\w-]{54}$/)
  const own = process.getBuiltinModule
  try {
    process.getBuiltinModule = (() => undefined) as never
    expect(random(40)).toMatch(/^[\w-]{54}$/)
  } finally {
    process.getBuiltinModule = own
  }
})
