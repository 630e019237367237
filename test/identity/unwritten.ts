import { expect } from 'vitest'
import type { Storage } from '../../src/types/storage.ts'
import { stage } from '../attacks/stage.ts'

/** The warnings about the lines of a first sign-in. */
export const unwritten: string[] = ['createUser', 'linkAccount', 'signIn'].map(
  (event) => `The audit log could not be written: ${event}`,
)

/** Signs somebody in whose lines cannot be written, because the log is removed before; the sign-in is stored, once. */
export async function signInWithoutLog(
  storage: Required<Storage>,
  removeLog: () => Promise<unknown>,
): Promise<void> {
  const { auth, browser, log } = await stage({ storage })
  await auth.users.audit({ userId: 'nobody' })
  await removeLog()
  await browser.signIn('plain', { as: 'ada' })
  const userId = (await browser.session())?.user.id ?? ''
  expect(await storage.listAccounts(userId)).toHaveLength(1)
  // What was done again leaves nothing behind.
  expect(await storage.listSessions(userId)).toHaveLength(1)
  expect(log.errors).toEqual([])
  expect(log.warnings).toEqual(unwritten)
}
