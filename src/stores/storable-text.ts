import { AuthError } from '../errors.ts'
import type { Storage } from '../types/storage.ts'

/**
 * The answers about text that no database can hold: nothing is found. PostgreSQL refuses NUL, and drivers turn half of a surrogate pair
 * into U+FFFD, which would match any other such text.
 */
const answers: Readonly<Partial<Record<keyof Storage, unknown>>> = {
  getUser: null,
  getUserByEmail: null,
  getUserByAccount: null,
  lockUser: null,
  getAccount: null,
  getSessionAndUser: null,
  getAuthenticator: null,
  getVerificationToken: null,
  useVerificationToken: null,
  listAccounts: [],
  listSessions: [],
  listAuthenticatorsByUserId: [],
  listAudit: [],
  findAudit: { entries: [], next: null },
  listUsers: { users: [], next: null },
  getItem: null,
  getItemAndUser: null,
  takeItem: null,
  endSession: undefined,
  signInAgain: undefined,
  signUp: undefined,
  listItems: { items: [], next: null },
  deleteUser: undefined,
  unlinkAccount: undefined,
  deleteSession: undefined,
  deleteSessions: 0,
  deleteAuthenticator: undefined,
  touchItem: undefined,
  deleteItem: undefined,
  deleteItems: 0,
  release: undefined,
  releaseLease: undefined,
  leaseAccount: undefined,
  endRefresh: undefined,
}

type Method = (...args: unknown[]) => unknown

/** A storage that finds nothing under text that no database can hold, and refuses to write it with `InvalidRequest`. */
export function withStorableText<S extends Storage>(storage: S): S {
  const methods = Object.entries(storage).map(([name, method]) => [
    name,
    typeof method === 'function' ? checked(name, method as Method) : method,
  ])
  // The same methods under the same names.
  return Object.fromEntries(methods) as S
}

/** The same for a transaction, which calls few of its many methods. */
function checkedWhenCalled(storage: Storage): Storage {
  return new Proxy(storage, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      return typeof method === 'function' ? checked(String(name), method as Method) : method
    },
  })
}

function checked(name: string, method: Method): Method {
  if (name === 'transaction') {
    return (work) => method((inside: Storage) => (work as Method)(checkedWhenCalled(inside)))
  }
  if (name === 'audit') return (entry) => method(toLine(entry))
  const known = Object.hasOwn(answers, name)
  const answer = answers[name as keyof Storage]
  return (...args) => {
    if (args.every(isStorable)) return method(...args)
    return known ? answer : Promise.reject(unstorable())
  }
}

function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** True if every text in a value can be stored. Not recursive, because values from outside may be nested arbitrarily deep. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isText(value)
  if (typeof value !== 'object' || value === null) return true
  const open: object[] = [value]
  const seen = new Set<object>(open)
  for (const next of open) {
    for (const key of Object.keys(next)) {
      const inner: unknown = Reflect.get(next, key)
      if (!isText(key) || (typeof inner === 'string' && !isText(inner))) return false
      if (typeof inner !== 'object' || inner === null || seen.has(inner)) continue
      seen.add(inner)
      open.push(inner)
    }
  }
  return true
}

/** A line of the audit log is saved even if characters have to be replaced. A user id with such characters is left out instead. */
function toLine(entry: unknown): unknown {
  if (isStorable(entry)) return entry
  const { userId, ...rest } = Object(entry)
  return {
    ...Object(storable(rest)),
    ...(userId !== undefined && isStorable(userId) && { userId }),
  }
}

/** The value with U+FFFD in place of what cannot be stored. */
function storable(value: unknown): unknown {
  if (isStorable(value)) return value
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\uFFFD')
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (Array.isArray(value)) return value.map(storable)
  return Object.fromEntries(Object.entries(value).map((pair) => pair.map(storable)))
}

function unstorable(): AuthError {
  return new AuthError('InvalidRequest', 'A text has a character that no database can hold', {
    hint: 'NUL and half of a surrogate pair are no text. Refuse them where they come in.',
  })
}
