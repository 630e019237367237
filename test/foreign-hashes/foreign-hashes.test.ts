import crypto from 'node:crypto'
import bcrypt from 'bcryptjs'
import { hashPassword as betterAuthHash } from 'better-auth/crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { derivePassword } from '../../src/crypto/derive-password.ts'
import { foreignHashes, needsRehash, verifyPassword } from '../../src/passwords.ts'
import { readHash } from '../../src/services/password-hash.ts'
import { usualPassword, vectors } from './vectors.ts'

const foreign = foreignHashes
/** Without the work that is done for everybody: it does not change the answer. */
const verify = async (password: string, hash: string) => {
  const known = readHash(hash, foreign)
  return (await derivePassword(password, known, known.hash.length)).equals(known.hash)
}

const nodeArgon2 = crypto.argon2
afterEach(() => {
  Reflect.set(crypto, 'argon2', nodeArgon2)
  vi.restoreAllMocks()
})

describe('the password of a hash made by', () => {
  test.each(vectors)(
    '$by opens it, and no other does',
    async ({ hash, password = usualPassword }) => {
      expect(await verify(password, hash)).toBe(true)
      expect(await verify(`${password}.`, hash)).toBe(false)
      expect(await verify('', hash)).toBe(false)
    },
  )

  test('Better Auth opens it, in every form of its characters', async () => {
    const hash = await betterAuthHash(usualPassword)
    expect(await verify(usualPassword, hash)).toBe(true)
    expect(await verify(usualPassword.normalize('NFKD'), hash)).toBe(true)
    expect(await verify('password', hash)).toBe(false)
  })

  test('bcryptjs opens it, whichever salt it drew', async () => {
    for (let draw = 0; draw < 20; draw++) {
      const hash = await bcrypt.hash(usualPassword, 4)
      expect(await verify(usualPassword, hash)).toBe(true)
    }
  })
})

test('a runtime without argon2 computes it with hash-wasm', async () => {
  expect(import.meta.resolve('hash-wasm')).toContain('hash-wasm')
  Reflect.set(crypto, 'argon2', undefined)
  const argons = vectors.filter(({ hash }) => /^\$argon2/.test(hash))
  expect(argons).toHaveLength(3)
  for (const { hash } of argons) {
    expect(await verify(usualPassword, hash)).toBe(true)
    expect(await verify('another', hash)).toBe(false)
  }
})

test('verifyPassword() and needsRehash() take them with `foreign`, and not without', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { hash } = vectors[0] ?? { hash: '' }
  expect(await verifyPassword(usualPassword, hash, { foreign })).toBe(true)
  expect(await verifyPassword('another', hash, { foreign })).toBe(false)
  expect(log).not.toHaveBeenCalled()
  expect(await verifyPassword(usualPassword, hash)).toBe(false)
  expect(log).toHaveBeenCalledOnce()
  expect(needsRehash(hash, { foreign })).toBe(true)
  expect(() => needsRehash(hash)).toThrow(/no PHC string/)
})

test('from the first foreign hash on, everybody costs its work: who has one, who has none, who is nobody', async () => {
  const pbkdf2 = vi.spyOn(crypto, 'pbkdf2')
  const hash =
    '$pbkdf2-sha256$i=77,l=32$2ruXMgYAgHBOaU3JWQshhA$57ZhtFMrJOJris6qwvAHF259KxFDhRgn+m8DZaG9JCE'
  const algorithms = ['argon2id'] as const
  await verifyPassword('x', hash, { foreign, algorithms })
  const own = await (await import('../../src/passwords.ts')).hashPassword('x')
  for (const known of [hash, own, undefined, 'plaintext']) {
    pbkdf2.mockClear()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await verifyPassword('x', known, { foreign, algorithms })
    expect(pbkdf2.mock.calls.map(([, , iterations]) => iterations)).toContain(77)
    expect(pbkdf2).toHaveBeenCalledOnce()
  }
})

const salt = 'MDEyMzQ1Njc4OWFiY2RlZg'
const whole = 'aGFzaGhhc2hoYXNoaGFzaA'
const aspnet = (iterations: number) => {
  const bytes = Buffer.alloc(61, 7)
  bytes[0] = 1
  bytes.writeUInt32BE(1, 1)
  bytes.writeUInt32BE(iterations, 5)
  bytes.writeUInt32BE(16, 9)
  return bytes.toString('base64')
}

test.each([
  `$2b$16$${'a'.repeat(53)}`,
  `$2b$31$${'a'.repeat(53)}`,
  `$wp$2y$31$${'a'.repeat(53)}`,
  `bcrypt_sha256$$2b$31$${'a'.repeat(53)}`,
  `pbkdf2_sha256$999999999$salt$${'a'.repeat(43)}=`,
  `$pbkdf2-sha512$i=6000001$${salt}$${whole}`,
  `$pbkdf2-sha1$i=6000000$${salt}$${'a'.repeat(200)}`,
  aspnet(4_000_000_000),
  `scrypt$9999999$salt$8$5$${'a'.repeat(86)}==`,
  `$fbscrypt$v=1,n=30,r=8,p=1,ss=Bw==,sk=${'a'.repeat(86)}==$${salt}$${'a'.repeat(86)}==`,
  `$argon2i$v=19$m=2097152,t=3,p=1$${salt}$${whole}`,
  `$argon2d$v=19$m=99999999,t=1,p=1$${salt}$${whole}`,
  `$argon2id$v=19$m=2097152,t=64,p=1$${salt}$${whole}`,
  `$scrypt$ln=20,r=32,p=64$${salt}$${whole}`,
  `$P$Z${'a'.repeat(30)}`,
])('a row that would keep the server busy is a no without any work: %s', async (hash) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => readHash(hash, foreign)).toThrow(/costs too much/)
  expect(await verifyPassword('x', hash, { foreign, algorithms: ['argon2id'] })).toBe(false)
  expect(String(log.mock.calls)).not.toContain(hash.slice(-20))
})

test.each([
  '',
  'plaintext',
  '5f4dcc3b5aa765d61d8327deb882cf99',
  `$2x$10$${'a'.repeat(53)}`,
  `$2b$10$${'a'.repeat(52)}`,
  `$P$B${'a'.repeat(29)}`,
  `$argon2i$v=16$m=8192,t=2,p=1$${salt}$${whole}`,
  `${'a'.repeat(32)}:${'a'.repeat(126)}`,
  `pbkdf2_md5$1000$salt$${'a'.repeat(43)}=`,
  `$pbkdf2-sha256$i=1000$${salt}$YQ`,
  aspnet(1000).slice(0, 56),
])('a text that no library wrote is known to none: %s', (hash) => {
  expect(foreignHashes.read(hash)).toBeUndefined()
})
