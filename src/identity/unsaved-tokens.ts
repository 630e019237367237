import type { App } from '../app.ts'
import { AuthError } from '../errors.ts'

/** Writes tokens that a platform gave; false if others are stored by now. To write them twice does no harm. */
type Write = () => Promise<boolean>

/** Tokens that a platform gave and the storage could not keep, until it can. */
export interface UnsavedTokens {
  /** Writes tokens of an account. While the storage fails the caller waits a few seconds; after that they are kept here, and written later. */
  keep(key: string, write: Write, writeLater: Write): Promise<boolean>
  /** Writes what is left of an account and says whether there was anything; rejects if the storage still fails. */
  settle(key: string): Promise<boolean>
  /** Runs the work when nothing of an account is left, without letting the caller wait for that. */
  afterwards(key: string, work: () => Promise<void>): Promise<void>
}

/** The wait, in milliseconds, before a storage that failed is asked again while somebody waits, and how long all of it may take. */
const pauses = [50, 200, 800, 3200]
const foregroundMilliseconds = 5000
/** So often it is asked again afterwards, and for so long; then at each call about the account. */
const laterMilliseconds = 500
const latest = 600_000

interface Unsaved {
  write: Write
  waiting: (() => Promise<void>)[]
}

/** The tokens of one configuration that are not written yet. */
export function unsavedTokens({ services }: App): UnsavedTokens {
  const all = new Map<string, Unsaved>()
  /** The first to come writes; what is written is forgotten here, and so is what can never be. */
  const settle = async (key: string) => {
    const unsaved = all.get(key)
    if (!unsaved) return false
    try {
      await unsaved.write()
    } catch (thrown) {
      if (isAway(thrown)) throw thrown
    }
    // Two may have written it at once.
    if (all.get(key) !== unsaved) return true
    all.delete(key)
    for (const work of unsaved.waiting) await work().catch(() => {})
    return true
  }
  const settleLater = async (key: string) => {
    const end = performance.now() + latest
    while (all.has(key) && performance.now() < end) {
      await pause(laterMilliseconds)
      await settle(key).catch(() => {})
    }
  }
  return {
    async keep(key, write, writeLater) {
      const end = performance.now() + foregroundMilliseconds
      for (const milliseconds of pauses) {
        try {
          return await write()
        } catch (thrown) {
          if (!isAway(thrown)) throw thrown
          if (performance.now() > end) break
          await pause(milliseconds)
        }
      }
      services.logger.warn(
        'The storage could not keep what a platform gave at a refresh; it is written as soon as the storage answers',
      )
      all.set(key, { write: writeLater, waiting: [] })
      void settleLater(key)
      return true
    },
    settle,
    async afterwards(key, work) {
      const unsaved = all.get(key)
      if (unsaved) unsaved.waiting.push(work)
      else await work()
    },
  }
}

function isAway(thrown: unknown): boolean {
  return thrown instanceof AuthError && thrown.code === 'StorageError'
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
