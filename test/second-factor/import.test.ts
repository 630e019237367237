import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { symmetricDecrypt } from 'better-auth/crypto'
import { twoFactor } from 'better-auth/plugins'
import { generate, generateSecret, generateURI } from 'otplib'
import speakeasy from 'speakeasy'
import { beforeAll, describe, expect, test } from 'vitest'
import { toBase32 } from '../../src/second-factor/base32.ts'
import { importedKey } from '../../src/second-factor/import.ts'
import { stepAt, totpCode } from '../../src/second-factor/totp.ts'

/** Some moment; phone and server agree on it. */
const epoch = 1794944010

describe('otplib', () => {
  test('lets the app go on with the secret that otplib made', async () => {
    const secret = generateSecret()
    const code = await totpCode(importedKey(secret, 'base32'), stepAt(epoch))
    expect(code).toBe(await generate({ secret, epoch }))
  })

  test('lets the app go on with the address that otplib made', async () => {
    const secret = generateSecret()
    const uri = generateURI({ issuer: 'Acme', label: 'ada@example.com', secret })
    expect(importedKey(uri, 'uri')).toEqual(importedKey(secret, 'base32'))
  })
})

describe('speakeasy', () => {
  const made = speakeasy.generateSecret({ name: 'Acme' })
  const forms = [
    ['base32', made.base32],
    ['hex', made.hex],
    ['text', made.ascii],
    ['uri', made.otpauth_url ?? ''],
  ] as const

  test.each(forms)(
    'lets the app go on with a secret that was stored as %s',
    async (form, secret) => {
      const code = speakeasy.totp({ secret: made.base32, encoding: 'base32', time: epoch })
      expect(await totpCode(importedKey(secret, form), stepAt(epoch))).toBe(code)
    },
  )
})

describe('Better Auth', () => {
  const key = 'the secret of an application that moves'
  const rows = { user: [], session: [], account: [], verification: [], twoFactor: [] }

  /** Somebody enrols there, and we read the column that it wrote. */
  async function enrolled(): Promise<{ column: string; uri: string }> {
    const theirs = betterAuth({
      secret: key,
      baseURL: 'http://localhost:3000',
      database: memoryAdapter(rows),
      emailAndPassword: { enabled: true },
      plugins: [twoFactor({ issuer: 'Acme' })],
    })
    const password = 'correct horse battery'
    const body = { email: 'ada@example.com', name: 'Ada', password }
    const { headers } = await theirs.api.signUpEmail({ body, returnHeaders: true })
    const cookie = headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const answer = await theirs.api.enableTwoFactor({
      body: { password },
      headers: new Headers({ cookie }),
    })
    const [row] = rows.twoFactor as { secret: string }[]
    return { column: row?.secret ?? '', uri: 'totpURI' in answer ? answer.totpURI : '' }
  }

  let uri: string
  let secret: string
  beforeAll(async () => {
    const made = await enrolled()
    uri = made.uri
    secret = await symmetricDecrypt({ key, data: made.column })
  })

  test('lets the app go on with the column that Better Auth encrypted', () => {
    const ours = importedKey(secret, 'text')
    // Its key is the text itself: the app was given the base32 of it.
    expect(new URL(uri).searchParams.get('secret')).toBe(toBase32(ours))
    expect(importedKey(uri, 'uri')).toEqual(ours)
  })

  test('refuses its text as base32, instead of taking it for another key', () => {
    expect(() => importedKey(secret, 'base32')).toThrow('The secret is not written as base32')
  })
})

describe('a text that cannot be a secret', () => {
  test.each([
    ['base32', 'MZXW6YTB0I'],
    ['base32', 'mzxw6ytbMZXW6YTBmzxw6ytbMZXW6YTB'],
    ['hex', 'abc'],
    ['hex', 'xy'.repeat(20)],
    ['uri', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
    ['uri', 'otpauth://hotp/Acme?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
    ['uri', 'https://totp/Acme?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  ] as const)('is refused as %s: %s', (form, secret) => {
    expect(() => importedKey(secret, form)).toThrow(`The secret is not written as ${form}`)
  })

  test.each([
    ['base32', 'JBSWY3DPEHPK3', 64],
    ['text', 'short', 40],
    ['hex', '', 0],
    ['uri', 'otpauth://totp/Acme', 0],
  ] as const)('is refused as %s because it is short', (form, secret, bits) => {
    expect(() => importedKey(secret, form)).toThrow(`The secret has ${bits} bits, read as ${form}`)
  })

  test.each(['algorithm=SHA256', 'digits=8', 'period=60'])(
    'is refused because its app makes other codes: %s',
    (parameter) => {
      const uri = `otpauth://totp/Acme?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&${parameter}`
      const name = parameter.split('=')[0]
      expect(() => importedKey(uri, 'uri')).toThrow(`The ${name} of its codes is not supported`)
    },
  )

  test.each(['algorithm=SHA1', 'algorithm=HmacSHA1', 'algorithm=sha-1', 'digits=6', 'period=30'])(
    'is imported if it says what every app does: %s',
    (parameter) => {
      const uri = `otpauth://totp/Acme?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&${parameter}`
      expect(importedKey(uri, 'uri')).toHaveLength(20)
    },
  )

  test.each(['', 'base64', 'toString'])('is refused in the form %j', (form) => {
    const read = () => importedKey('JBSWY3DPEHPK3PXP', form as 'text')
    expect(read).toThrow('The form of a secret is base32, text, hex or uri')
  })

  test('is never repeated by the error', () => {
    const secret = 'MZXW6YTB0IMZXW6YTB0I'
    try {
      importedKey(secret, 'base32')
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ code: 'InvalidRequest', field: 'secret' })
      expect(JSON.stringify([String(error), error])).not.toContain(secret)
    }
  })
})
