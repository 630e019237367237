import crypto, { argon2Sync, scryptSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

type Hashing = typeof import('../../src/password/hashing.ts')

/** Hashing as a new process has it, with nothing remembered. */
async function newProcess(): Promise<Hashing> {
  vi.resetModules()
  return import('../../src/password/hashing.ts')
}

const nodeArgon2 = crypto.argon2

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  vi.restoreAllMocks()
  Reflect.set(crypto, 'argon2', nodeArgon2)
})

/** The work of one call, a line for each hash that is computed. */
async function workOf(call: () => Promise<unknown>): Promise<string[]> {
  const argon2 = vi.spyOn(crypto, 'argon2')
  const scrypt = vi.spyOn(crypto, 'scrypt')
  await call()
  const argons = argon2.mock.calls.map(
    ([, { memory, passes, parallelism }]) => `argon2id ${[memory, passes, parallelism]}`,
  )
  const scrypts = scrypt.mock.calls.map(([, , , options]) => {
    const { N, r, p } = typeof options === 'object' ? options : {}
    return `scrypt ${[N, r, p]}`
  })
  argon2.mockRestore()
  scrypt.mockRestore()
  return [...argons, ...scrypts].sort()
}

const salt = Buffer.from('0123456789abcdef')
const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

function scryptHash(password: string, ln: number, p = 1): string {
  const key = scryptSync(password, salt, 32, { N: 2 ** ln, r: 8, p, maxmem: 2 ** 28 })
  return `$scrypt$ln=${ln},r=8,p=${p}$${plain(salt)}$${plain(key)}`
}

function argonHash(password: string, memory: number): string {
  const message = Buffer.from(password)
  const cost = { memory, passes: 1, parallelism: 1 }
  const key = argon2Sync('argon2id', { message, nonce: salt, tagLength: 32, ...cost })
  return `$argon2id$v=19$m=${memory},t=1,p=1$${plain(salt)}$${plain(key)}`
}

describe('the hash of a password', () => {
  test('is argon2id with the cost that OWASP asks for, and opens for this password alone', async () => {
    const { hash, verify, needsRehash } = await newProcess()
    const stored = await hash('correct horse battery')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verify('correct horse battery', stored)).toBe(true)
    expect(await verify('correct horse batterz', stored)).toBe(false)
    expect(needsRehash(stored)).toBe(false)
  })

  test('is scrypt of 16 MiB on a runtime without argon2id, equal by OWASP, which a worker can afford', async () => {
    Reflect.set(crypto, 'argon2', undefined)
    const { hash, verify, needsRehash } = await newProcess()
    const stored = await hash('correct horse battery')
    expect(stored).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$/)
    expect(await verify('correct horse battery', stored)).toBe(true)
    expect(needsRehash(stored)).toBe(false)
  })

  test('is refused with a hint where the runtime has no node:crypto', async () => {
    const { hash, verify } = await newProcess()
    const { getBuiltinModule } = process
    process.getBuiltinModule = () => undefined as never
    const refused = { code: 'Unsupported', hint: expect.stringContaining('Node compatibility') }
    try {
      await expect(hash('correct horse battery')).rejects.toMatchObject(refused)
      await expect(verify('correct horse battery', undefined)).rejects.toMatchObject(refused)
    } finally {
      process.getBuiltinModule = getBuiltinModule
    }
  })

  test('is to be made anew when it is weaker, of another kind or unreadable', async () => {
    const { needsRehash } = await newProcess()
    expect(needsRehash(argonHash('x', 8192))).toBe(true)
    expect(needsRehash(scryptHash('x', 10))).toBe(true)
    expect(needsRehash('plaintext')).toBe(true)
  })
})

describe('the work of a sign-in', () => {
  test('is one hash, with and without somebody of that name', async () => {
    const { hash, verify } = await newProcess()
    const stored = await hash('correct horse battery')
    for (const known of [stored, undefined, 'plaintext']) {
      for (const password of ['correct horse battery', 'another', 'a'.repeat(2000)]) {
        expect(await workOf(() => verify(password, known))).toEqual(['argon2id 19456,2,1'])
      }
    }
  })

  test('is the same for everybody once hashes of other recipes were met, lighter or heavier', async () => {
    const { hash, verify } = await newProcess()
    const others = [scryptHash('x', 10), scryptHash('x', 15), argonHash('x', 32_768)]
    for (const other of others) expect(await verify('x', other)).toBe(true)
    const work = ['argon2id 19456,2,1', 'argon2id 32768,1,1', 'scrypt 1024,8,1', 'scrypt 32768,8,1']
    for (const known of [undefined, await hash('x'), ...others]) {
      expect(await workOf(() => verify('y', known))).toEqual(work)
    }
  })

  test('leaves out a recipe that this runtime cannot follow', async () => {
    const { verify } = await newProcess()
    const impossible = argonHash('x', 8192).replace('t=1', 't=0')
    expect(await verify('x', impossible)).toBe(false)
    expect(await workOf(() => verify('x', undefined))).toEqual(['argon2id 19456,2,1'])
  })

  test('grows by three other recipes at most', async () => {
    const { verify } = await newProcess()
    for (const ln of [4, 5, 6, 7, 8]) await verify('x', scryptHash('x', ln))
    expect(await workOf(() => verify('x', undefined))).toHaveLength(4)
  })
})
