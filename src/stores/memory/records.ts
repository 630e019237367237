import { AuthError } from '../../errors.ts'

/** Runs a change when it may happen: at once inside a transaction, otherwise when none is open. */
export type Write = <T>(work: () => T) => Promise<T>

/** A copy: neither side can change what the other one holds. */
export function copy<T>(value: T): T {
  return structuredClone(value)
}

/** The key of an account. A separator that could be part of an id would let two accounts share it. */
export function accountKey(account: { provider: string; providerAccountId: string }): string {
  return JSON.stringify([account.provider, account.providerAccountId])
}

/** The key of an item. */
export function itemKey({ kind, lookup }: { kind: string; lookup: string }): string {
  return JSON.stringify([kind, lookup])
}

/** The error for a write that conflicts with what is stored. */
export function conflict(what: string): AuthError {
  return new AuthError('StorageConflict', `The storage has ${what}`)
}

/** True if a row belongs to a user. */
export function ofUser(userId: string): (row: { userId: string }) => boolean {
  return (row) => row.userId === userId
}
