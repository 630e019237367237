import { expect } from 'vitest'
import type { Storage } from '../../src/types/storage.ts'
import { newAccount, newPasskey, newSession } from './people.ts'

/** In a database that ignores case, and perhaps accents, what is spelled otherwise is still somebody else's. */
export async function noNamesakes(storage: Required<Storage>, email: string): Promise<void> {
  const ada = await storage.getUserByEmail(email)
  for (const other of [email.toUpperCase(), email.replace('a', 'á'), `${email} `]) {
    expect(await storage.getUserByEmail(other)).toBeNull()
  }
  const userId = ada?.id ?? ''
  expect(await storage.getUser(`0${userId}`)).toBeNull()
  const account = { ...newAccount(userId), provider: 'club', providerAccountId: 'Ada' }
  await storage.linkAccount(account)
  for (const key of [
    { provider: 'Club', providerAccountId: 'Ada' },
    { provider: 'club', providerAccountId: 'ADA' },
  ]) {
    expect(await storage.getUserByAccount(key)).toBeNull()
    expect(await storage.getAccount(key.providerAccountId, key.provider)).toBeNull()
    expect(await storage.updateAccount({ ...key, scope: 'stolen' })).toBe(false)
    await storage.unlinkAccount(key)
  }
  expect(await storage.getAccount('Ada', 'club')).toMatchObject(account)
  const session = { ...newSession(userId), sessionToken: `Token-${userId}` }
  await storage.createSession(session)
  expect(await storage.getSessionAndUser(session.sessionToken.toUpperCase())).toBeNull()
  const passkey = { ...newPasskey(userId), credentialID: `Key-${userId}` }
  await storage.createAuthenticator(passkey)
  const otherKey = passkey.credentialID.toLowerCase()
  expect(await storage.getAuthenticator(otherKey)).toBeNull()
  await storage.deleteAuthenticator(otherKey)
  expect(await storage.getAuthenticator(passkey.credentialID)).not.toBeNull()
}
