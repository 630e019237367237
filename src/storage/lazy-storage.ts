import type { Awaitable } from '../types/models.ts'
import type { Storage } from '../types/storage.ts'

/** What a storage does once it is open. */
export type OpenStorage = Required<Omit<Storage, 'configure' | 'close'>>

/** A storage whose real one is opened at the first use; a failed opening is tried again at the next. */
export function lazyStorage(open: () => Promise<OpenStorage>): OpenStorage {
  let storage: OpenStorage | undefined
  let opening: Promise<OpenStorage> | undefined

  const opened = async (): Promise<OpenStorage> => {
    opening ??= open()
    try {
      storage = await opening
      return storage
    } finally {
      opening = undefined
    }
  }
  const on = <T>(use: (storage: OpenStorage) => Awaitable<T>): Awaitable<T> =>
    storage ? use(storage) : opened().then(use)

  return {
    createUser: (user) => on((real) => real.createUser(user)),
    getUser: (id) => on((real) => real.getUser(id)),
    getUserByEmail: (email) => on((real) => real.getUserByEmail(email)),
    getUserByAccount: (account) => on((real) => real.getUserByAccount(account)),
    lockUser: (id) => on((real) => real.lockUser(id)),
    updateUser: (user) => on((real) => real.updateUser(user)),
    deleteUser: (id) => on((real) => real.deleteUser(id)),
    linkAccount: (account) => on((real) => real.linkAccount(account)),
    unlinkAccount: (account) => on((real) => real.unlinkAccount(account)),
    getAccount: (account, provider) => on((real) => real.getAccount(account, provider)),
    updateAccount: (account) => on((real) => real.updateAccount(account)),
    replaceTokens: (account, sent, tokens) =>
      on((real) => real.replaceTokens(account, sent, tokens)),
    listAccounts: (userId) => on((real) => real.listAccounts(userId)),
    createSession: (session) => on((real) => real.createSession(session)),
    getSessionAndUser: (token) => on((real) => real.getSessionAndUser(token)),
    updateSession: (session) => on((real) => real.updateSession(session)),
    deleteSession: (token) => on((real) => real.deleteSession(token)),
    listSessions: (userId) => on((real) => real.listSessions(userId)),
    deleteSessions: (userId, except) => on((real) => real.deleteSessions(userId, except)),
    createVerificationToken: (token) => on((real) => real.createVerificationToken(token)),
    useVerificationToken: (token) => on((real) => real.useVerificationToken(token)),
    createAuthenticator: (passkey) => on((real) => real.createAuthenticator(passkey)),
    getAuthenticator: (id) => on((real) => real.getAuthenticator(id)),
    listAuthenticatorsByUserId: (id) => on((real) => real.listAuthenticatorsByUserId(id)),
    updateAuthenticatorCounter: (id, counter) =>
      on((real) => real.updateAuthenticatorCounter(id, counter)),
    updateAuthenticator: (passkey) => on((real) => real.updateAuthenticator(passkey)),
    deleteAuthenticator: (id) => on((real) => real.deleteAuthenticator(id)),
    claim: (key, expires) => on((real) => real.claim(key, expires)),
    release: (key) => on((real) => real.release(key)),
    lease: (key, seconds, owner) => on((real) => real.lease(key, seconds, owner)),
    releaseLease: (key, owner) => on((real) => real.releaseLease(key, owner)),
    hit: (key, windowSeconds) => on((real) => real.hit(key, windowSeconds)),
    audit: (entry) => on((real) => real.audit(entry)),
    listAudit: (userId, limit) => on((real) => real.listAudit(userId, limit)),
    sweep: () => on((real) => real.sweep()),
    transaction: async (work) => on((real) => real.transaction(work)),
  }
}
