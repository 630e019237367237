import type { Storage } from '../../types/storage.ts'
import { copy, type Write } from './records.ts'
import { values } from './shelf.ts'
import type { Shelves } from './shelves.ts'

type Moments = Pick<
  Required<Storage>,
  | 'createVerificationToken'
  | 'useVerificationToken'
  | 'claim'
  | 'release'
  | 'hit'
  | 'audit'
  | 'listAudit'
  | 'sweep'
>

/** What happens once, is counted or is written down. */
export function moments(shelves: Shelves, write: Write, now: () => number): Moments {
  const { tokens, claims, windows, audit } = shelves
  const tokenKey = (token: { identifier: string; token: string }) =>
    JSON.stringify([token.identifier, token.token])
  return {
    createVerificationToken: (token) => write(() => tokens.set(tokenKey(token), copy(token))),
    useVerificationToken: (token) =>
      write(() => {
        const found = tokens.get(tokenKey(token)) ?? null
        tokens.delete(tokenKey(token))
        return found
      }),
    claim: (key, expires) =>
      write(() => {
        const held = claims.get(key)
        if (held && held.getTime() > now()) return false
        claims.set(key, new Date(expires))
        return true
      }),
    release: (key) => write(() => void claims.delete(key)),
    hit: (key, windowSeconds) =>
      write(() => {
        const open = windows.get(key)
        const current = open && open.expires.getTime() > now()
        const expires = current ? open.expires : new Date(now() + windowSeconds * 1000)
        const count = (current ? open.count : 0) + 1
        windows.set(key, { count, expires })
        return count
      }),
    audit: (entry) => write(() => audit.set(crypto.randomUUID(), copy(entry))),
    listAudit: (userId, limit = 50) =>
      [...values(audit)]
        .filter((entry) => entry.userId === userId)
        .reverse()
        .slice(0, limit)
        .map(copy),
    sweep: () =>
      write(() =>
        [shelves.sessions, tokens, claims, windows].reduce(
          (gone, shelf) => gone + shelf.sweep(),
          0,
        ),
      ),
  }
}
