import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'

const { argon2, scrypt }: { argon2?: typeof crypto.argon2; scrypt: typeof crypto.scrypt } = crypto

/**
 * Lets passwords cost next to nothing in a file whose subject is what happens around them. Each hash is still computed, and still opens
 * for its own password alone; how many were computed can still be counted by spying on `crypto`.
 */
export function lightHashes(): void {
  beforeAll(() => {
    // Node 22 has no argon2, and stays without.
    if (argon2) Reflect.set(crypto, 'argon2', lightArgon2)
    Reflect.set(crypto, 'scrypt', lightScrypt)
  })
  // Files share this module.
  afterAll(() => {
    Reflect.set(crypto, 'argon2', argon2)
    Reflect.set(crypto, 'scrypt', scrypt)
  })
}

const lightArgon2: typeof crypto.argon2 = (algorithm, cost, done) =>
  argon2?.(algorithm, { ...cost, memory: 8 * cost.parallelism, passes: 1 }, done)

function lightScrypt(...values: [BinaryLike, BinaryLike, number, ScryptOptions, Done]): void {
  const [password, salt, length, options, done] = values
  scrypt(password, salt, length, { ...options, N: 2, p: 1 }, done)
}

type Done = (error: Error | null, key: Buffer) => void
