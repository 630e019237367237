import type { Storage } from '../types/storage.ts'

/** The operations of an open storage. */
export type OpenStorage = Required<Omit<Storage, 'configure' | 'close'>>

/** Every operation of a storage. */
const operations: Readonly<Record<keyof OpenStorage, true>> = {
  createUser: true,
  getUser: true,
  getUserByEmail: true,
  getUserByAccount: true,
  lockUser: true,
  updateUser: true,
  deleteUser: true,
  listUsers: true,
  linkAccount: true,
  unlinkAccount: true,
  getAccount: true,
  updateAccount: true,
  signInAgain: true,
  signUp: true,
  replaceTokens: true,
  listAccounts: true,
  createSession: true,
  getSessionAndUser: true,
  updateSession: true,
  deleteSession: true,
  listSessions: true,
  deleteSessions: true,
  endSession: true,
  createVerificationToken: true,
  getVerificationToken: true,
  useVerificationToken: true,
  createAuthenticator: true,
  getAuthenticator: true,
  listAuthenticatorsByUserId: true,
  updateAuthenticatorCounter: true,
  updateAuthenticator: true,
  deleteAuthenticator: true,
  putItem: true,
  getItem: true,
  getItemAndUser: true,
  listItems: true,
  replaceItem: true,
  touchItem: true,
  takeItem: true,
  deleteItem: true,
  deleteItems: true,
  claim: true,
  release: true,
  lease: true,
  releaseLease: true,
  leaseAccount: true,
  endRefresh: true,
  hit: true,
  audit: true,
  listAudit: true,
  findAudit: true,
  sweep: true,
  transaction: true,
}

type Operation = (...values: unknown[]) => unknown

/**
 * A storage that opens the real one at its first use, and again at the next use if that fails. Calls in the meantime wait for the same
 * opening or, with `shared: false`, open it themselves.
 */
export function lazyStorage(
  open: () => Promise<OpenStorage>,
  options?: { shared: boolean },
): OpenStorage {
  return delegate(Object.keys(operations), open, options) as OpenStorage
}

/** These operations on a storage that is opened when it is first needed. */
function delegate(
  names: readonly string[],
  open: () => Promise<Storage>,
  { shared } = { shared: true },
): Storage {
  let storage: Storage | undefined
  let opening: Promise<Storage> | undefined
  const opened = async () => {
    if (shared) opening ??= open()
    try {
      storage = await (opening ?? open())
      return storage
    } finally {
      opening = undefined
    }
  }
  // Each operation has the signature of the real one of its name, which the compiler cannot see.
  const call = (real: Storage, name: string, values: unknown[]) =>
    (Reflect.get(real, name) as Operation | undefined)?.apply(real, values)
  const lazy = names.map((name): [string, Operation] => [
    name,
    (...values) =>
      storage ? call(storage, name, values) : opened().then((real) => call(real, name, values)),
  ])
  return Object.fromEntries(lazy)
}
