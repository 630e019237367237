import type { App } from '../app.ts'
import { random } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import type { TokenSet } from '../types/models.ts'
import type { OwnedLease, Storage } from '../types/storage.ts'

/** A server may take so long to refresh before another one tries. */
const leaseSeconds = 30
/** For so long it is known that a platform is down: until everybody who waited has looked. */
const noteSeconds = 5

/** So often those who wait look again, and so many times at most: twice as long as a lease lasts. */
const pollMilliseconds = 150
const maxPolls: number = (2 * leaseSeconds * 1000) / pollMilliseconds

/** A refresh, as far as the others who want one have a say in it. */
export interface LeasedRefresh {
  /** The provider's id. */
  provider: string
  /** The tokens as they are kept now. */
  reread(): Promise<TokenSet>
  /** The access token, if it is valid for so many seconds. */
  usable(tokens: TokenSet, spareSeconds?: number): string | undefined
  /** Does it; calls `noteFailure` if the platform is down. */
  refresh(noteFailure: () => Promise<unknown>): Promise<string>
}

/** Runs a refresh on one server at a time; the others get what it kept. */
export type RefreshLease = (refresh: LeasedRefresh) => Promise<string>

/** The right to refresh the tokens of one account, of which one server at a time has it. */
interface Lease {
  take(): Promise<boolean>
  giveBack(): Promise<void>
  /** Leaves word for those who wait that the platform is down. Only whoever has the lease says so, or asks. */
  noteFailure(): Promise<void>
  hasFailed(): Promise<boolean>
}

/** The tokens of an account, together with the lease of their refreshes. */
export interface Leasing {
  /** The same for everybody who asks about this account. */
  account: string
  /** Takes the lease, and keeps what it comes with; undefined where that is no step of its own. */
  take(lease: OwnedLease & { seconds: number }): Promise<boolean | undefined>
  /** True if it was given back with the tokens. */
  isOver(): boolean
  /** Gives it back when the tokens are kept. */
  afterwards(release: () => Promise<void>): Promise<void>
}

/** The lease of one account's refreshes; undefined where the storage has none. */
export function refreshLease(
  { services: { now } }: App,
  storage: Storage,
  leasing: Leasing,
): RefreshLease | undefined {
  const key = `refresh ${leasing.account}`
  const heldUntilKept = (lease: Lease): Lease => ({
    ...lease,
    giveBack: () => leasing.afterwards(lease.giveBack),
  })
  if (storage.lease && storage.releaseLease)
    return (refresh) => refreshUnder(heldUntilKept(ownedLease(storage, key, leasing)), refresh)
  if (!storage.claim) return undefined
  const lease: Lease = {
    take: async () => (await storage.claim?.(key, new Date(now() + leaseSeconds * 1000))) === true,
    giveBack: async () => void (await storage.release?.(key)),
    noteFailure: async () => {},
    hasFailed: async () => false,
  }
  return (refresh) => refreshUnder(heldUntilKept(lease), refresh)
}

/** One server holds the lease and refreshes; the others wait for what it keeps. A lease outlives no crash for long. */
async function refreshUnder(lease: Lease, work: LeasedRefresh): Promise<string> {
  const { provider, reread, usable, refresh } = work
  for (let poll = 0; poll < maxPolls; poll++) {
    if (await lease.take()) {
      try {
        // Who waited for somebody in vain does not wait for the same platform again.
        if (poll > 0 && (await lease.hasFailed())) return await unanswered(work)
        return await refresh(() => lease.noteFailure())
      } finally {
        // It ends by itself; what came of the refresh counts.
        await lease.giveBack().catch(() => {})
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pollMilliseconds))
    const current = usable(await reread())
    if (current) return current
  }
  const message = 'Another server holds the lease of this refresh for too long'
  throw new AuthError('StorageError', message, { provider })
}

/** Another server has just found the platform down. */
async function unanswered({ provider, reread, usable }: LeasedRefresh): Promise<string> {
  const tokens = await reread()
  const old = usable(tokens) ?? usable(tokens, 0)
  if (old) return old
  throw new AuthError('PlatformUnreachable', 'Another server has just found it down', {
    provider,
  })
}

/** By the database's clock, and with an owner: who was too slow does not give back what is another's by now. */
function ownedLease(storage: Storage, key: string, { take, isOver }: Leasing): Lease {
  const owner = random(12)
  const note = `failed ${key}`
  return {
    async take() {
      const taken = await take({ key, owner, seconds: leaseSeconds })
      return taken ?? (await storage.lease?.(key, leaseSeconds, owner)) === true
    },
    async giveBack() {
      if (!isOver()) await storage.releaseLease?.(key, owner)
    },
    noteFailure: async () => void (await storage.lease?.(note, noteSeconds, 'failed')),
    async hasFailed() {
      // A lease cannot be looked at; who cannot take it knows that the note is there.
      if (!(await storage.lease?.(note, noteSeconds, 'look'))) return true
      await storage.releaseLease?.(note, 'look')
      return false
    },
  }
}
