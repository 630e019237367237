import type { App } from '../app.ts'
import { random } from '../crypto/random.ts'
import type { Storage } from '../types/storage.ts'

/** How long a server may take to refresh before another one tries. */
const leaseSeconds = 30
/** How long it is known that a platform did not answer: until everybody who waited has looked. */
const noteSeconds = 5

/** The right to refresh the tokens of one account, of which one server at a time has it. */
export interface RefreshLease {
  take(): Promise<boolean>
  giveBack(): Promise<void>
  /** Leaves word for those who wait that the platform did not answer. Only whoever has the lease says so, or asks. */
  noteFailure(): Promise<void>
  hasFailed(): Promise<boolean>
}

/** How often those who wait look again, and how many times at most: twice as long as a lease lasts. */
export const pollMilliseconds = 150
export const maxPolls: number = (2 * leaseSeconds * 1000) / pollMilliseconds

/** The lease of one refresh; undefined where the storage has nothing of the kind. */
export function refreshLease(
  { services: { now } }: App,
  storage: Storage | undefined,
  account: string,
): RefreshLease | undefined {
  const key = `refresh ${account}`
  if (storage?.lease && storage.releaseLease) return ownedLease(storage, key)
  if (!storage?.claim) return undefined
  return {
    take: async () => (await storage.claim?.(key, new Date(now() + leaseSeconds * 1000))) === true,
    giveBack: async () => void (await storage.release?.(key)),
    noteFailure: async () => {},
    hasFailed: async () => false,
  }
}

/** By the database's clock, and with an owner: who was too slow does not give back what is another's by now. */
function ownedLease(storage: Storage, key: string): RefreshLease {
  const owner = random(12)
  const note = `failed ${key}`
  return {
    take: async () => (await storage.lease?.(key, leaseSeconds, owner)) === true,
    giveBack: async () => void (await storage.releaseLease?.(key, owner)),
    noteFailure: async () => void (await storage.lease?.(note, noteSeconds, 'failed')),
    async hasFailed() {
      // A lease cannot be looked at; who cannot take it knows that the note is there.
      if (!(await storage.lease?.(note, noteSeconds, 'look'))) return true
      await storage.releaseLease?.(note, 'look')
      return false
    },
  }
}
