import type { PartSurroundings } from '../config/part.ts'
import { configError } from '../config/problems.ts'
import { assertHasStorage } from '../config/provider.ts'
import type { MethodPart } from '../methods/method.ts'
import type { GuestCalls, GuestConfig } from '../types/guest.ts'
import type { Callbacks } from '../types/hooks.ts'
import { guestMark } from './kind.ts'
import type { ResolvedGuest } from './resolved.ts'
import { isGuestSession } from './session.ts'

const hour = 3600

/** Guests. */
export const guest: MethodPart<ResolvedGuest, true, GuestCalls> & {
  readonly events: GuestConfig['method']['events']
} = {
  name: 'guest',
  configure(written, inputs) {
    assertHasStorage(written.id, inputs)
    const { merge, ...common } = written as GuestConfig
    if (merge === undefined || typeof merge === 'function')
      return { ...common, ...(merge && { merge }) }
    throw configError(
      `providers.${written.id}.merge`,
      '`merge` is not a function',
      'Write `merge({ from, to, connection })`, or leave it out.',
      written.id,
    )
  },
  options: ['id', 'name', 'type', 'merge', 'method'],
  check: assertKeepsGuests,
  callbacks: tellGuests,
  promotes: true,
  // A guest is a row of the storage that anybody can make, again and again.
  limits: { guest: { perAccount: Number.POSITIVE_INFINITY, perClient: 30, seconds: hour } },
  namespaces: { guests: ['sweep'] },
  events: ['promoteGuest', 'mergeGuest'],
  hears: ['signIn'],
  kinds: [guestMark],
  startsAtCallback: true,
  load: async () => (await import('./method.ts')).guest,
}

/** A guest is known by a stored session alone, and goes with it. */
function assertKeepsGuests({ storage, session }: PartSurroundings): void {
  if (session?.strategy === 'cookie')
    throw configError(
      'session.strategy',
      'Guests need sessions in the storage: a guest is deleted when their last session has ended',
      'Leave `session.strategy` out, or write "database".',
    )
  if (!storage || (storage.putItem && storage.transaction && storage.listSessions)) return
  throw configError(
    'storage',
    'Guest needs a storage that keeps items, lists sessions and has transactions',
    'Auth.js adapters do not. sql() of porticojs/storage/sql does, on the same database and tables.',
  )
}

/** Sessions of guests say so, before the application's own `session` callback sees them. */
function tellGuests(own: Readonly<Callbacks>): Readonly<Callbacks> {
  return {
    ...own,
    async session(seen) {
      const { session } = seen
      const user = { ...session.user, ...(isGuestSession(session) && { guest: true as const }) }
      const told = { ...session, user }
      return own.session ? own.session({ ...seen, session: told }) : told
    },
  }
}
