import { expect, test } from 'vitest'
import { AuthError } from '../../src/errors.ts'
import type { Storage } from '../../src/types/storage.ts'
import { errorOf, stage } from '../attacks/stage.ts'

/** A storage that counts how often a sign-in is decided, and fails the first so many times. */
async function contested(failures: number, thrown: Error) {
  const tries = { count: 0 }
  const parts = await stage({ session: { strategy: 'database' } })
  const own = parts.storage.transaction
  parts.storage.transaction = (work: (inside: Storage) => Promise<never>) => {
    tries.count += 1
    return tries.count <= failures ? Promise.reject(thrown) : own(work)
  }
  return { ...parts, tries }
}

const conflict = new AuthError('StorageConflict', 'Somebody else was faster')

test('a sign-in that loses a race is tried again, and succeeds', async () => {
  const { browser, tries } = await contested(4, conflict)
  await browser.signIn('plain', { as: 'ada' })
  expect((await browser.session())?.user.name).toBe('Ada Lovelace')
  expect(tries.count).toBe(5)
})

test('a conflict that never ends is an error after five tries', async () => {
  const { browser, tries } = await contested(Number.POSITIVE_INFINITY, conflict)
  const answer = await browser.signIn('plain', { as: 'ada' })
  expect(await browser.session()).toBeNull()
  expect(errorOf(answer)).not.toBeNull()
  expect(tries.count).toBe(5)
})

test('a storage that failed is asked once', async () => {
  const broken = new AuthError('StorageError', 'The database is gone')
  const { browser, tries } = await contested(Number.POSITIVE_INFINITY, broken)
  await browser.signIn('plain', { as: 'ada' })
  expect(tries.count).toBe(1)
})

test('a refusal is final: it is decided once', async () => {
  const { browser, open, tries } = await contested(0, conflict)
  await browser.signIn('plain', { as: 'ada' })
  const decided = tries.count
  // The address is known, and nobody has asked to connect the two.
  const refused = await open().signIn('evil', { as: 'ada' })
  expect(errorOf(refused)).toBe('OAuthAccountNotLinked')
  expect(tries.count).toBe(decided + 1)
})

test('without transactions, too, only a race is waited for; a storage that failed is not asked again', async () => {
  const { storage } = await stage()
  const { transaction: _, ...plainStorage } = storage
  let created = 0
  const at = await stage({
    storage: {
      ...plainStorage,
      async createUser() {
        created += 1
        throw new AuthError('StorageError', 'The database is gone')
      },
    },
  })
  await at.browser.signIn('plain', { as: 'ada' })
  expect(await at.browser.session()).toBeNull()
  expect(created).toBe(1)
})

test('an account that is disconnected while its person signs in is decided anew', async () => {
  const { browser, open, storage, tries } = await contested(0, conflict)
  await browser.signIn('plain', { as: 'ada' })
  const user = (await browser.session())?.user.id ?? ''
  const before = tries.count
  const own = storage.transaction
  storage.transaction = (work: (inside: Storage) => Promise<never>) =>
    own((inside) =>
      work(tries.count > before + 1 ? inside : { ...inside, updateAccount: async () => false }),
    )
  const later = open()
  await later.signIn('plain', { as: 'ada' })
  expect((await later.session())?.user.id).toBe(user)
  expect(tries.count).toBe(before + 2)
})
