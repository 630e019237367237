import type { Keys } from './keys.ts'

/** The keys of what belongs to a user, each with the time it expires, or 0 for never. */
type Entries = Readonly<Record<string, number>>

/** Adds a key to a user's list; keys that have expired leave it. */
export async function enlist(
  keys: Keys,
  list: string,
  key: string,
  expires: number,
  now: number,
): Promise<void> {
  const current = Object.entries(await entries(keys, list)).filter(
    ([, end]) => end === 0 || end > now,
  )
  keys.set(list, { ...Object.fromEntries(current), [key]: expires })
}

/** Takes a key out of a user's list. */
export async function delist(keys: Keys, list: string, key: string): Promise<void> {
  const { [key]: _, ...rest } = await entries(keys, list)
  if (Object.keys(rest).length === 0) keys.delete(list)
  else keys.set(list, rest)
}

/** The keys in a user's list. */
export async function listed(keys: Keys, list: string): Promise<string[]> {
  return Object.keys(await entries(keys, list))
}

async function entries(keys: Keys, list: string): Promise<Entries> {
  const found = await keys.get(list)
  return isEntries(found) ? found : {}
}

function isEntries(value: unknown): value is Entries {
  return typeof value === 'object' && value !== null
}
