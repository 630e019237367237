import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Box, Parts } from '../../src/crypto/jwe.ts'
import { fastestBox, nodeBox } from '../../src/crypto/jwe-node.ts'
import { webBox } from '../../src/crypto/jwe-web.ts'
import { createSeal } from '../../src/crypto/seal.ts'
import '../examples.ts'
import { secret } from '../setup.ts'

const other = 'another-secret-of-sufficient-length-987654321'
const claims = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), {
  maxKeys: 5,
})

/** The parts of a token, as a box wants them. */
function partsOf(token: string): Parts {
  const [header = '', , iv = '', text = '', tag = ''] = token.split('.')
  return { header, iv, text, tag }
}

const makers: Record<string, (secret: string, info: string) => Box> = { node: nodeBox, web: webBox }
const pairs = [
  ['node', 'web'],
  ['web', 'node'],
  ['node', 'node'],
  ['web', 'web'],
] as const

test('a sealed value opens again, whatever it is', async () => {
  const seal = createSeal([secret], 'test', fastestBox)
  await fc.assert(
    fc.asyncProperty(claims, async (value) => {
      const clean = JSON.parse(JSON.stringify(value))
      expect(await seal.open(await seal.seal(clean))).toEqual(clean)
    }),
  )
})

test.each(Object.entries(makers))('with an empty secret (%s) nothing opens', async (_, make) => {
  const planted = await make('', 'portico test').lock('{"sub":"mallory"}')
  expect(await createSeal(['', secret], 'test', fastestBox).open(planted)).toBeUndefined()
  expect(() => createSeal([''], 'test', fastestBox).seal({})).toThrow('A seal needs a secret')
})

test('one changed character anywhere, and it does not open', async () => {
  const seal = createSeal([secret], 'test', fastestBox)
  const token = await seal.seal({
    sub: 'ada',
    note: 'a text of some length, to have something to change',
  })
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=.*~ \u00e9'
  await fc.assert(
    fc.asyncProperty(fc.nat(token.length - 1), fc.constantFrom(...alphabet), async (at, letter) => {
      fc.pre(token[at] !== letter)
      expect(await seal.open(token.slice(0, at) + letter + token.slice(at + 1))).toBeUndefined()
    }),
    { numRuns: 1000 },
  )
})

test('one flipped bit in any part, and it does not open: in every implementation', async () => {
  for (const make of Object.values(makers)) {
    const box = make(secret, 'portico test')
    const parts = partsOf(await box.lock('{"sub":"ada"}'))
    const part = fc.constantFrom('iv', 'text', 'tag')
    await fc.assert(
      fc.asyncProperty(part, fc.nat(500), async (name, position) => {
        const bytes = Buffer.from(parts[name], 'base64url')
        const bit = position % (bytes.length * 8)
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        const forged = { ...parts, [name]: bytes.toString('base64url') }
        expect(await box.unlock(forged)).toBeUndefined()
      }),
    )
  }
})

test('a tag that was shortened opens nothing: in every implementation', async () => {
  for (const make of Object.values(makers)) {
    const box = make(secret, 'portico test')
    const parts = partsOf(await box.lock('{"sub":"ada"}'))
    for (const length of [4, 8, 12, 15]) {
      const tag = Buffer.from(parts.tag, 'base64url').subarray(0, length).toString('base64url')
      expect(await box.unlock({ ...parts, tag })).toBeUndefined()
    }
  }
})

test.each(pairs)('a token locked by %s opens by %s', async (locks, opens) => {
  await fc.assert(
    fc.asyncProperty(claims, async (value) => {
      const json = JSON.stringify(value)
      const token = await makers[locks]?.(secret, 'portico test').lock(json)
      expect(await makers[opens]?.(secret, 'portico test').unlock(partsOf(token ?? ''))).toBe(json)
    }),
    { numRuns: 20 },
  )
})

describe('a token opens as undefined', () => {
  const made = createSeal([secret], 'session', fastestBox)
  const token = async () => made.seal({ sub: 'ada' })

  test('with another secret', async () => {
    expect(await createSeal([other], 'session', fastestBox).open(await token())).toBeUndefined()
  })

  test('for another purpose', async () => {
    expect(await createSeal([secret], 'flow', fastestBox).open(await token())).toBeUndefined()
  })

  test('with another algorithm in its header', async () => {
    const [, ...rest] = (await token()).split('.')
    for (const header of [{ alg: 'none' }, { alg: 'dir', enc: 'none' }, { alg: 'RSA-OAEP' }]) {
      const forged = [Buffer.from(JSON.stringify(header)).toString('base64url'), ...rest].join('.')
      expect(await made.open(forged)).toBeUndefined()
    }
  })

  test.each(['', '.', '....', 'a.b.c', 'a..b.c', 'a..b.c.d.e', `${'a'.repeat(100_000)}`, 'null'])(
    'made up (%#)',
    async (text) => expect(await made.open(text)).toBeUndefined(),
  )

  test('cut, or with something added', async () => {
    const whole = await token()
    for (const text of [
      whole.slice(0, -1),
      whole.slice(1),
      `${whole}A`,
      `${whole}.A`,
      `${whole}=`,
    ]) {
      expect(await made.open(text)).toBeUndefined()
    }
  })
})

test('a token is a compact JWE that says how it is locked and by which key', async () => {
  const token = await createSeal([secret], 'session', fastestBox).seal({ sub: 'ada-lovelace' })
  const [header = '', key] = token.split('.')
  const kid = expect.stringMatching(/^[\w-]{8}$/)
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
    alg: 'dir',
    enc: 'A256GCM',
    kid,
  })
  expect(key).toBe('')
  expect(token).not.toContain('lovelace')
})

test('equal claims make different tokens', async () => {
  const seal = createSeal([secret], 'session', fastestBox)
  const tokens = await Promise.all(Array.from({ length: 100 }, () => seal.seal({ sub: 'ada' })))
  expect(new Set(tokens).size).toBe(100)
})

test('a new secret locks, the old one still opens, a retired one does not', async () => {
  const before = await createSeal([other], 'session', fastestBox).seal({ sub: 'ada' })
  const rotating = createSeal([secret, other], 'session', fastestBox)
  expect(await rotating.open(before)).toEqual({ sub: 'ada' })
  const after = await rotating.seal({ sub: 'ada' })
  expect(await createSeal([secret], 'session', fastestBox).open(after)).toEqual({ sub: 'ada' })
  expect(await createSeal([other], 'session', fastestBox).open(after)).toBeUndefined()
  expect(await createSeal([secret], 'session', fastestBox).open(before)).toBeUndefined()
})
