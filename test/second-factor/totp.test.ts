import { generate, ScureBase32Plugin } from 'otplib'
import speakeasy from 'speakeasy'
import { describe, expect, test } from 'vitest'
import { toBase32 } from '../../src/second-factor/base32.ts'
import { clockError, matchingStep, stepAt, totpCode } from '../../src/second-factor/totp.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const key = bytesOf('12345678901234567890')

describe('RFC 6238, appendix B', () => {
  const seeds = {
    'SHA-1': key,
    'SHA-256': bytesOf('12345678901234567890123456789012'),
    'SHA-512': bytesOf('1234567890123456789012345678901234567890123456789012345678901234'),
  } as const

  test.each([
    [59, '94287082', '46119246', '90693936'],
    [1111111109, '07081804', '68084774', '25091201'],
    [1111111111, '14050471', '67062674', '99943326'],
    [1234567890, '89005924', '91819424', '93441116'],
    [2000000000, '69279037', '90698825', '38618901'],
    [20000000000, '65353130', '77737706', '47863826'],
  ])('computes the codes of second %i', async (second, sha1, sha256, sha512) => {
    const vectors = [
      ['SHA-1', sha1],
      ['SHA-256', sha256],
      ['SHA-512', sha512],
    ] as const
    for (const [hash, code] of vectors) {
      expect(await totpCode(seeds[hash], stepAt(second), { digits: 8, hash })).toBe(code)
    }
    expect(await totpCode(key, stepAt(second))).toBe(sha1.slice(2))
  })
})

const moments = [59, 1111111109, 1794944000, 20000000000]

test.each(moments)('shows what otplib and speakeasy show at second %i', async (epoch) => {
  const code = await totpCode(key, stepAt(epoch))
  expect(await generate({ secret: new ScureBase32Plugin().encode(key), epoch })).toBe(code)
  expect(speakeasy.totp({ secret: toBase32(key), encoding: 'base32', time: epoch })).toBe(code)
})

describe('matching', () => {
  const now = 1794944010
  const step = stepAt(now)

  test.each([-1, 0, 1])('accepts a code that is %i steps away', async (distance) => {
    const code = await totpCode(key, step + distance)
    expect(await matchingStep(key, code, now)).toBe(step + distance)
  })

  test.each([-3, -2, 2, 3])('refuses a code that is %i steps away', async (distance) => {
    expect(await matchingStep(key, await totpCode(key, step + distance), now)).toBeUndefined()
  })

  test.each([29, 59])(
    'counts a code for thirty seconds and no more, at second %i',
    async (moment) => {
      const code = await totpCode(key, 0)
      expect(await matchingStep(key, code, moment)).toBe(0)
      expect(await matchingStep(key, code, 60)).toBeUndefined()
    },
  )

  test('accepts a code once: the step that was used, and earlier ones, never match again', async () => {
    const codes = await Promise.all([-1, 0, 1].map((distance) => totpCode(key, step + distance)))
    const after = await Promise.all(
      codes.map((code) => matchingStep(key, code, now, { after: step })),
    )
    expect(after).toEqual([undefined, undefined, step + 1])
    expect(await matchingStep(key, codes[2] ?? '', now, { after: step + 1 })).toBeUndefined()
  })

  test.each(['', '12345', '1234567', '٠١٢٣٤٥', 'abcdef', ' '])('refuses %j', async (typed) => {
    expect(await matchingStep(key, typed, now)).toBeUndefined()
  })

  test('refuses every code of another key', async () => {
    const other = bytesOf('another key of that size')
    const codes = await Promise.all([-1, 0, 1].map((distance) => totpCode(other, step + distance)))
    const found = await Promise.all(codes.map((code) => matchingStep(key, code, now)))
    expect(found).toEqual([undefined, undefined, undefined])
  })
})

describe('a phone whose clock is wrong', () => {
  const now = 1794944010

  test.each([-600, -300, -60, 60, 300, 600])('is %i seconds off', async (seconds) => {
    const code = await totpCode(key, stepAt(now + seconds))
    expect(await clockError(key, code, now)).toBe(seconds)
  })

  test.each([-30, 0, 30])('is right enough when it is %i seconds off', async (seconds) => {
    expect(await clockError(key, await totpCode(key, stepAt(now + seconds)), now)).toBeUndefined()
  })

  test('is recognised within ten minutes only', async () => {
    expect(await clockError(key, await totpCode(key, stepAt(now + 630)), now)).toBeUndefined()
  })
})
