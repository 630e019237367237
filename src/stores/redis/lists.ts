import type { Keys } from './keys.ts'

/** The keys of what belongs to a user, each with the time it expires, or 0 for never. */
type Entries = Readonly<Record<string, number>>

/** Adds a key that never expires to a user's list. */
export async function enlist(keys: Keys, list: string, key: string): Promise<void> {
  write(keys, list, { ...(await entries(keys, list)), [key]: 0 })
}

/** The rule by which a list of keys that expire is kept small. */
export interface ListRule {
  now: number
  /** The most keys in the list. */
  most: number
}

/** Adds a key that expires to a user's list; returns the keys that had to leave it, which would have expired first. */
export async function enlistUntil(
  keys: Keys,
  list: string,
  [key, expires]: readonly [key: string, expires: number],
  { now, most }: ListRule,
): Promise<string[]> {
  const { [key]: _, ...others } = await entries(keys, list)
  const current = Object.entries(others)
    .filter(([, end]) => end > now)
    .sort(([, a], [, b]) => b - a)
  write(keys, list, { ...Object.fromEntries(current.slice(0, most - 1)), [key]: expires })
  return current.slice(most - 1).map(([place]) => place)
}

/** Removes keys from a user's list. */
export async function delist(keys: Keys, list: string, gone: readonly string[]): Promise<void> {
  const leaving = new Set(gone)
  const rest = Object.entries(await entries(keys, list)).filter(([key]) => !leaving.has(key))
  write(keys, list, Object.fromEntries(rest))
}

/** Removes expired keys from a list; returns how many. The list then expires with its last key. */
export async function tidy(keys: Keys, list: string, now: number): Promise<number> {
  const all = Object.entries(await entries(keys, list))
  const rest = all.filter(([, end]) => end === 0 || end > now)
  write(keys, list, Object.fromEntries(rest))
  return all.length - rest.length
}

/** The keys in a user's list. */
export async function listed(keys: Keys, list: string): Promise<string[]> {
  return Object.keys(await entries(keys, list))
}

function write(keys: Keys, list: string, next: Entries): void {
  const ends = Object.values(next)
  const last = ends.reduce((a, b) => (a === 0 || b === 0 ? 0 : Math.max(a, b)), ends[0] ?? 0)
  if (ends.length === 0) keys.delete(list)
  else keys.set(list, next, last === 0 ? undefined : new Date(last))
}

async function entries(keys: Keys, list: string): Promise<Entries> {
  const found = await keys.get(list)
  return isEntries(found) ? found : {}
}

function isEntries(value: unknown): value is Entries {
  return typeof value === 'object' && value !== null
}
