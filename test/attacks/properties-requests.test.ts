import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fastestBox } from '../../src/crypto/jwe-node.ts'
import { readPhcString, writePhcString } from '../../src/crypto/phc-string.ts'
import { createSeal } from '../../src/crypto/seal.ts'
import { makeUserCode, readUserCode, showUserCode } from '../../src/device-sign-in/user-code.ts'
import { AuthError } from '../../src/errors.ts'
import { acceptedLanguage } from '../../src/http/accept-language.ts'
import { cookiesNamed, readCookie } from '../../src/http/cookies.ts'
import { publicOrigin } from '../../src/http/origin.ts'
import { toRequest } from '../../src/http/request-source.ts'
import { typedCode } from '../../src/http/typed-code.ts'
import { readJwt } from '../../src/jwt/read-jwt.ts'
import { isJwtError } from '../../src/jwt.ts'
import { canonicalAddress } from '../../src/methods/email/address.ts'
import { readUserAgent } from '../../src/pages/user-agent.ts'
import { fromBase32, toBase32 } from '../../src/second-factor/base32.ts'
import '../examples.ts'
import { origin, secret } from '../setup.ts'

/** Texts that are made of these pieces, and of anything else now and then. */
const madeOf = (...pieces: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...pieces) }, fc.string({ maxLength: 3 })),
      {
        maxLength: 12,
      },
    )
    .map((some) => some.join(''))

describe('a Cookie header', () => {
  const name = '__Host-portico.session'
  const header = madeOf(name, `${name}=`, '=', ';', '; ', ' ', '\t', '\u00a0', 'a=b', 'value', '"')

  test('has a cookie for all who look for it, or for nobody', () => {
    fc.assert(
      fc.property(header, (text) => {
        expect(cookiesNamed(text, name).get(name)).toBe(readCookie(text, name))
      }),
      { numRuns: 1000, examples: [[`\u00a0${name}=planted`], [`\t${name}=planted`]] },
    )
  })
})

describe('the request that callbacks are given', () => {
  const written = madeOf(
    '/',
    '\\',
    '//',
    'https:',
    'evil.test',
    'me:pass@',
    ':80',
    '?',
    '#',
    '.',
    '\t',
    '%5c',
  )

  test('is at our origin, whatever Node says was asked for', () => {
    fc.assert(
      fc.property(written, (url) => {
        expect(new URL(toRequest({ headers: {}, url } as never, origin).url).origin).toBe(origin)
      }),
      {
        numRuns: 1000,
        examples: [['/\\evil.test/'], ['https://me:pass@evil.test/'], ['/\t/evil.test']],
      },
    )
  })
})

describe('our origin', () => {
  const value = madeOf(
    'app.test',
    ':',
    '443',
    '/',
    '\\',
    '@',
    'evil.test',
    ',',
    ' ',
    '[::1]',
    '_',
    '%',
    '#',
  )

  test('is one, whatever the headers say', () => {
    fc.assert(
      fc.property(value, value, value, (host, forwarded, protocol) => {
        const headers = { host, 'x-forwarded-host': forwarded, 'x-forwarded-proto': protocol }
        const found = publicOrigin({ origin: undefined, trustHost: true }, { headers })
        expect(new URL(found).origin).toBe(found)
        expect(found).toMatch(/^https?:/)
      }),
    )
  })
})

describe('text that people type', () => {
  const address = madeOf(
    'ada',
    '@',
    'one.test',
    '.',
    '"',
    ' ',
    'ä',
    'ß',
    '＠',
    '。',
    'xn--',
    '\u00ad',
    'İ',
    '1',
  )

  test('is an address in one form, or none', () => {
    fc.assert(
      fc.property(fc.oneof(address, fc.emailAddress()), (text) => {
        const form = attempt(() => canonicalAddress(text))
        if (form === undefined) return
        expect(canonicalAddress(form)).toBe(form)
        expect(form).toMatch(/^[\x21-\x7e]{3,254}$/)
      }),
      { numRuns: 1000 },
    )
  })

  test('is a code of ASCII digits, whatever is copied along', () => {
    const written = ['1', '２', '٣', '۴', '５', ' ', '\u00a0', '-', '–', '\u200b', 'ー']
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...written) }), (text) => {
        expect(typedCode(text)).toMatch(/^[1-5]*$/)
      }),
      { numRuns: 1000 },
    )
    const code = makeUserCode()
    expect(readUserCode(showUserCode(code).toLowerCase())).toBe(code)
  })

  test('is a secret of as many bytes as were written', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect([...(fromBase32(toBase32(bytes)) ?? [])]).toEqual([...bytes])
      }),
    )
  })
})

describe('a header of a browser', () => {
  const languages = ['en', 'de', 'zh-Hans', 'pt-BR']
  const header = madeOf('de', '-', 'AT', ';', 'q=', '0', '0.5', ',', '*', 'zh', 'x', ' ', '_')

  test('chooses an offered language or none', () => {
    fc.assert(
      fc.property(header, (text) => {
        expect([...languages, undefined]).toContain(acceptedLanguage(text, languages))
      }),
      { numRuns: 1000 },
    )
  })

  test('names a browser and a system, or neither', () => {
    fc.assert(
      fc.property(madeOf('Chrome/', 'native (', '/native (', ')', 'Android', 'x'), (text) => {
        for (const said of Object.values(readUserAgent(text))) expect(said).toBeTypeOf('string')
      }),
    )
  })
})

describe('text that strangers say we wrote', () => {
  const { seal, open } = createSeal([secret], 'session', fastestBox)

  test('opens in the spelling that we gave it, and in no other', async () => {
    const token = await seal({ sub: 'ada' })
    const changes = fc.record({
      at: fc.nat({ max: token.length }),
      gone: fc.nat({ max: 2 }),
      put: fc.string({ maxLength: 2 }),
    })
    await fc.assert(
      fc.asyncProperty(changes, async ({ at, gone, put }) => {
        const changed = token.slice(0, at) + put + token.slice(at + gone)
        expect(await open(changed)).toEqual(changed === token ? { sub: 'ada' } : undefined)
      }),
      { numRuns: 2000 },
    )
  })

  test('is a hash in one form, or none', () => {
    const hash = madeOf(
      '$',
      'argon2id',
      'scrypt',
      'v=19',
      'm=8,t=1,p=1',
      'ln=14,r=8,p=5',
      'A'.repeat(22),
      'A'.repeat(43),
      ',',
    )
    const whole = fc.tuple(hash, fc.base64String()).map((parts) => parts.join('$'))
    const known = fc.constantFrom(`$argon2id$v=19$m=8,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`)
    fc.assert(
      fc.property(fc.oneof(hash, whole, known), (text) => {
        const read = attempt(() => readPhcString(text))
        if (read && !('derive' in read.recipe))
          expect(readPhcString(writePhcString({ ...read, recipe: read.recipe }))).toEqual(read)
      }),
      { numRuns: 1000 },
    )
  })

  test('is a JWT or a JwtError', () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const token = madeOf(
      '.',
      part({ alg: 'none' }),
      part([]),
      part(null),
      part({ __proto__: 1 }),
      '=',
      'A',
    )
    fc.assert(
      fc.property(token, (text) => {
        try {
          expect(readJwt(text).signed.split('.')).toHaveLength(2)
        } catch (thrown) {
          expect(isJwtError(thrown)).toBe(true)
        }
      }),
      { numRuns: 1000 },
    )
  })
})

/** The reading of something; undefined if it is refused, which takes an error of ours. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(AuthError)
    return undefined
  }
}
