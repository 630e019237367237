import crypto, { argon2Sync, scryptSync } from 'node:crypto'
import { expect, test, vi } from 'vitest'

// As a new process has it: other files share these modules, and hashes that they met would cost their work here too.
vi.resetModules()
const { hashPassword, needsRehash, verifyPassword } = await import('../../src/passwords.ts')

/** What is right and wrong does not depend on the work that is done for everybody; this leaves the longer part of it out. */
const verify = (password: string, hash: string | null | undefined) =>
  verifyPassword(password, hash, { algorithms: ['argon2id'] })

test.each(['argon2id', 'scrypt'] as const)(
  '%s: the right password opens, another does not',
  async (algorithm) => {
    const hash = await hashPassword('correct horse', { algorithm })
    expect(await verify('correct horse', hash)).toBe(true)
    expect(await verify('correct horsf', hash)).toBe(false)
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
    await verify('pässword', `$argon2id$v=19$m=8192,t=3,p=2$${plain(salt)}$${plain(argon)}`),
  ).toBe(true)
  const derived = scryptSync('pässword', salt, 32, { N: 1024, r: 8, p: 1 })
  expect(await verify('pässword', `$scrypt$ln=10,r=8,p=1$${plain(salt)}$${plain(derived)}`)).toBe(
    true,
  )
})

test('every character counts: behind a NUL, and behind the 72nd', async () => {
  const nul = await hashPassword('pass\0word')
  expect(await verify('pass\0word', nul)).toBe(true)
  expect(await verify('pass\0other', nul)).toBe(false)
  expect(await verify('pass', nul)).toBe(false)
  const long = await hashPassword(`${'a'.repeat(72)}b`)
  expect(await verify(`${'a'.repeat(72)}c`, long)).toBe(false)
})

test('a password of a megabyte is refused without being hashed', async () => {
  const huge = 'a'.repeat(1_000_000)
  await expect(hashPassword(huge)).rejects.toMatchObject({ code: 'InvalidRequest' })
  expect(await verify(huge, await hashPassword('a'))).toBe(false)
  expect(await verify(huge, undefined)).toBe(false)
})

test('the same characters are the same password, however they were composed', async () => {
  expect(await verify('a\u0308', await hashPassword('ä'))).toBe(true)
})

test.each([undefined, null, ''])('every password is wrong for the hash %o', async (hash) => {
  expect(await verify('', hash)).toBe(false)
  expect(await verify('password', hash)).toBe(false)
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
  'a hash that is not ours (%s) is a no, and a line in the log',
  async (hash) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await verify('x', hash)).toBe(false)
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

test.each(unusable)('every password is wrong for %s, and the log says why', async (hash) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const tried = await Promise.all(['x', '', 'correct horse'].map((pw) => verify(pw, hash)))
  expect(tried).toEqual([false, false, false])
  expect(String(log.mock.calls)).toMatch(/cut short, or costs too much/)
  expect(() => needsRehash(hash)).toThrow(/cut short/)
  log.mockRestore()
})

test('two letters of a hash are worth nothing, even those of the right password', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const hash = await hashPassword('x', { algorithm: 'scrypt' })
  expect(await verify('x', hash.slice(0, hash.lastIndexOf('$') + 3))).toBe(false)
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
    expect(await verify('x', hash)).toBe(false)
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
    await verify('x', hash)
    const costs = argon2.mock.calls.map(([, { memory, passes }]) => [memory, passes])
    expect(costs).toContainEqual([19_456, 2])
    argon2.mockRestore()
    log.mockRestore()
  },
)

/** What one call to `verifyPassword` computes: one line for each hash that costs as much as a new one. */
async function workOf(work: () => Promise<boolean>): Promise<string[]> {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const argon2 = vi.spyOn(crypto, 'argon2')
  // Counted and not done: a third of a second for each would add up.
  const scrypt = vi.spyOn(crypto, 'scrypt').mockImplementation((...call: unknown[]) => {
    const done = call.at(-1)
    if (typeof done === 'function') done(null, Buffer.alloc(Number(call[2])))
  })
  await work()
  const argons = argon2.mock.calls.map(
    ([, { memory, passes, parallelism }]) => `argon2id ${[memory, passes, parallelism]}`,
  )
  const scrypts = scrypt.mock.calls.map(([, , , options]) => {
    const { N, r, p } = typeof options === 'object' ? options : {}
    return `scrypt ${[N, r, p]}`
  })
  for (const spy of [argon2, scrypt, log]) spy.mockRestore()
  return [...argons, ...scrypts].filter((line) => line === newArgon || line === newScrypt)
}

const newArgon = 'argon2id 19456,2,1'
const newScrypt = 'scrypt 131072,8,1'
const weakScrypt = `$scrypt$ln=10,r=8,p=1$${salted}$${whole}`

test('costs everybody the same, whichever kind of hash they have, and nobody too', async () => {
  const hashes = [
    undefined,
    null,
    '',
    ...unreadable,
    ...impossible,
    weak,
    weakScrypt,
    await hashPassword('x'),
    `$scrypt$ln=17,r=8,p=1$${salted}$${whole}`,
  ]
  const passwords = ['x', 'another', 'a'.repeat(2000)]
  for (const [index, hash] of hashes.entries()) {
    const work = await workOf(() => verifyPassword(passwords[index % 3] ?? '', hash))
    expect(work, `${hash}`).toEqual([newArgon, newScrypt])
  }
})

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

test('a table that has one kind only, by the application’s word, costs that one', async () => {
  const algorithms = ['argon2id'] as const
  for (const hash of [undefined, weak, await hashPassword('x')]) {
    expect(await workOf(() => verifyPassword('x', hash, { algorithms }))).toEqual([newArgon])
  }
  // One that was forgotten is found all the same.
  const old = await hashPassword('x', { algorithm: 'scrypt' })
  expect(await verifyPassword('x', old, { algorithms })).toBe(true)
})

test('a runtime without argon2id costs everybody one scrypt, those with a hash that it cannot compute too', async () => {
  const hashes = [
    undefined,
    await hashPassword('x'),
    await hashPassword('x', { algorithm: 'scrypt' }),
  ]
  const { argon2 } = crypto
  Reflect.set(crypto, 'argon2', undefined)
  try {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    for (const hash of hashes) {
      const scrypt = vi.spyOn(crypto, 'scrypt')
      await verifyPassword('x', hash)
      expect(scrypt.mock.calls.map(([, , , options]) => options?.N)).toEqual([2 ** 17])
      scrypt.mockRestore()
    }
    log.mockRestore()
  } finally {
    Reflect.set(crypto, 'argon2', argon2)
  }
})
