import type { Storage } from '../types/storage.ts'

/** Every call of a storage that is open. */
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
 * A storage whose real one is opened at the first use; a failed opening is tried again at the next. Who comes while it opens waits for
 * that, or opens it, too (`shared: false`).
 */
export function lazyStorage(
  open: () => Promise<OpenStorage>,
  options?: { shared: boolean },
): OpenStorage {
  return delegate(Object.keys(operations), open, options) as OpenStorage
}

/** The same operations on something that is made when it is first needed. */
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
  // Each operation takes and gives what the real one of that name does, which the compiler cannot see.
  const call = (real: Storage, name: string, values: unknown[]) =>
    (Reflect.get(real, name) as Operation | undefined)?.apply(real, values)
  const lazy = names.map((name): [string, Operation] => [
    name,
    (...values) =>
      storage ? call(storage, name, values) : opened().then((real) => call(real, name, values)),
  ])
  return Object.fromEntries(lazy)
}
