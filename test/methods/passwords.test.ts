import crypto, { argon2Sync, scryptSync } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { hashPassword, needsRehash, verifyPassword } from '../../src/passwords.ts'

test.each(['argon2id', 'scrypt'] as const)(
  '%s: the right password opens, another does not',
  async (algorithm) => {
    const hash = await hashPassword('correct horse', { algorithm })
    expect(await verifyPassword('correct horse', hash)).toBe(true)
    expect(await verifyPassword('correct horsf', hash)).toBe(false)
    expect(await hashPassword('correct horse', { algorithm })).not.toBe(hash)
  },
)

test('a hash is a PHC string with the parameters that OWASP asks for', async () => {
  expect(await hashPassword('x')).toMatch(
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
  )
  expect(await hashPassword('x', { algorithm: 'scrypt' })).toMatch(
    /^\$scrypt\$ln=17,r=8,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
  )
})

test('everybody who knows the formats can check our hashes, and we theirs', async () => {
  const salt = Buffer.from('0123456789abcdef')
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const argon = argon2Sync('argon2id', {
    message: Buffer.from('pässword'),
    nonce: salt,
    memory: 8192,
    passes: 3,
    parallelism: 2,
    tagLength: 24,
  })
  expect(
    await verifyPassword(
      'pässword',
      `$argon2id$v=19$m=8192,t=3,p=2$${plain(salt)}$${plain(argon)}`,
    ),
  ).toBe(true)
  const derived = scryptSync('pässword', salt, 32, { N: 1024, r: 8, p: 1 })
  expect(
    await verifyPassword('pässword', `$scrypt$ln=10,r=8,p=1$${plain(salt)}$${plain(derived)}`),
  ).toBe(true)
})

test('every character counts: behind a NUL, and behind the 72nd', async () => {
  const nul = await hashPassword('pass\0word')
  expect(await verifyPassword('pass\0word', nul)).toBe(true)
  expect(await verifyPassword('pass\0other', nul)).toBe(false)
  expect(await verifyPassword('pass', nul)).toBe(false)
  const long = await hashPassword(`${'a'.repeat(72)}b`)
  expect(await verifyPassword(`${'a'.repeat(72)}c`, long)).toBe(false)
})

test('a password of a megabyte is refused without being hashed', async () => {
  const huge = 'a'.repeat(1_000_000)
  await expect(hashPassword(huge)).rejects.toMatchObject({ code: 'InvalidRequest' })
  expect(await verifyPassword(huge, await hashPassword('a'))).toBe(false)
  expect(await verifyPassword(huge, undefined)).toBe(false)
})

test('the same characters are the same password, however they were composed', async () => {
  expect(await verifyPassword('a\u0308', await hashPassword('ä'))).toBe(true)
})

test.each([undefined, null, ''])('nobody has the hash %o, and nobody gets in', async (hash) => {
  expect(await verifyPassword('', hash)).toBe(false)
  expect(await verifyPassword('password', hash)).toBe(false)
})

test('a hash says when it should be made anew', async () => {
  expect(needsRehash(await hashPassword('x'))).toBe(false)
  expect(
    needsRehash('$argon2id$v=19$m=4096,t=3,p=1$MDEyMzQ1Njc4OWFiY2RlZg$aGFzaGhhc2hoYXNoaGFzaA'),
  ).toBe(true)
  expect(
    needsRehash('$argon2id$v=19$m=65536,t=3,p=4$MDEyMzQ1Njc4OWFiY2RlZg$aGFzaGhhc2hoYXNoaGFzaA'),
  ).toBe(false)
  expect(needsRehash(await hashPassword('x', { algorithm: 'scrypt' }))).toBe(true)
})

const unreadable = [
  '$2b$10$abcdefghijklmnopqrstuv',
  'plaintext',
  '$argon2d$v=19$m=1,t=1,p=1$YQ$YQ',
  '$argon2id$',
]

test.each(unreadable)(
  'what is no hash of ours (%s) is a no, and a line in the log',
  async (hash) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await verifyPassword('x', hash)).toBe(false)
    expect(log).toHaveBeenCalledOnce()
    expect(String(log.mock.calls)).toMatch(/no PHC string/)
    expect(String(log.mock.calls)).not.toContain(hash)
    log.mockRestore()
  },
)

// All that a column that is too short left of a hash, and what no server could compute beside its work.
const salted = 'MDEyMzQ1Njc4OWFiY2RlZg'
const whole = 'aGFzaGhhc2hoYXNoaGFzaA'
const unusable = [
  `$scrypt$ln=10,r=8,p=1$${salted}$A`,
  `$scrypt$ln=10,r=8,p=1$${salted}$AA`,
  `$scrypt$ln=10,r=8,p=1$${salted}$${whole.slice(0, -2)}`,
  `$argon2id$v=19$m=8192,t=3,p=1$${salted}$A`,
  `$argon2id$v=19$m=8192,t=3,p=1$${salted}$aGFzaA`,
  `$scrypt$ln=24,r=8,p=1$${salted}$${whole}`,
  `$scrypt$ln=10,r=999999999,p=1$${salted}$${whole}`,
  `$argon2id$v=19$m=999999999,t=3,p=1$${salted}$${whole}`,
  `$argon2id$v=19$m=8192,t=999999999,p=1$${salted}$${whole}`,
]

test.each(unusable)('no password fits %s', async (hash) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const tried = await Promise.all(['x', '', 'correct horse'].map((pw) => verifyPassword(pw, hash)))
  expect(tried).toEqual([false, false, false])
  expect(String(log.mock.calls)).toMatch(/cut short, or costs too much/)
  expect(() => needsRehash(hash)).toThrow(/cut short/)
  log.mockRestore()
})

test('two letters of a hash are worth nothing, even those of the right password', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const hash = await hashPassword('x', { algorithm: 'scrypt' })
  expect(await verifyPassword('x', hash.slice(0, hash.lastIndexOf('$') + 3))).toBe(false)
  log.mockRestore()
})

// Readable, but no runtime follows such a recipe: no pass at all, or a salt that is too short.
const impossible = [
  '$argon2id$v=19$m=65536,t=0,p=1$MDEyMzQ1Njc4OWFiY2RlZg$aGFzaGhhc2hoYXNoaGFzaA',
  '$argon2id$v=19$m=65536,t=3,p=1$YQ$aGFzaGhhc2hoYXNoaGFzaA',
]

test.each(impossible)(
  'a hash that cannot be computed (%s) is a no, and a line in the log',
  async (hash) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await verifyPassword('x', hash)).toBe(false)
    expect(log).toHaveBeenCalledOnce()
    expect(String(log.mock.calls)).toMatch(/cannot be computed/)
    log.mockRestore()
  },
)

const weak = '$argon2id$v=19$m=4096,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$aGFzaGhhc2hoYXNoaGFzaA'

test.each([undefined, ...unreadable, ...impossible, weak])(
  'with the hash %s the work of a new one is done, so that time tells nothing',
  async (hash) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const argon2 = vi.spyOn(crypto, 'argon2')
    await verifyPassword('x', hash)
    const costs = argon2.mock.calls.map(([, { memory, passes }]) => [memory, passes])
    expect(costs).toContainEqual([19_456, 2])
    argon2.mockRestore()
    log.mockRestore()
  },
)

test('a table with hashes of two algorithms costs everybody both', async () => {
  const algorithms = ['argon2id', 'scrypt'] as const
  const hashes = [
    undefined,
    await hashPassword('x'),
    await hashPassword('x', { algorithm: 'scrypt' }),
  ]
  for (const hash of hashes) {
    const [argon2, scrypt] = [vi.spyOn(crypto, 'argon2'), vi.spyOn(crypto, 'scrypt')]
    expect(await verifyPassword('x', hash, { algorithms })).toBe(hash !== undefined)
    expect([argon2.mock.calls.length, scrypt.mock.calls.length]).toEqual([1, 1])
    argon2.mockRestore()
    scrypt.mockRestore()
  }
})
