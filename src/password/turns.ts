import { AuthError } from '../errors.ts'

/** Bounds on the work that is done at once, and on the work that waits. */
export interface TurnBounds {
  readonly atOnce: number
  /** Bytes that all work at once may take. Work that needs more than all of it is done alone. */
  readonly memory: number
  /** One more than this is refused. */
  readonly waiting: number
}

/** Does work that needs so many bytes when its turn comes, first come, first served. */
export type TakeTurn = <T>(bytes: number, work: () => Promise<T>) => Promise<T>

/** Seconds after which a full queue is worth another try. */
const retryAfter = 5

/** Lets work wait for its turn: a flood of it takes neither all memory nor all threads. */
export function createTurns({ atOnce, memory, waiting }: TurnBounds): TakeTurn {
  const queue: { bytes: number; begin: () => void }[] = []
  let [running, taken] = [0, 0]

  const next = () => {
    for (let [first] = queue; first; [first] = queue) {
      const fits = running === 0 || (running < atOnce && taken + first.bytes <= memory)
      if (!fits) return
      queue.shift()
      running += 1
      taken += first.bytes
      first.begin()
    }
  }

  return async (bytes, work) => {
    if (queue.length >= waiting) throw busy()
    await new Promise<void>((begin) => {
      queue.push({ bytes, begin })
      next()
    })
    try {
      return await work()
    } finally {
      running -= 1
      taken -= bytes
      next()
    }
  }
}

function busy(): AuthError {
  return new AuthError('RateLimited', 'Too many passwords wait to be checked', {
    status: 503,
    retryAfter,
    hint: 'This process checks a few passwords at once, and a hundred wait. Against robots use a gate, otherwise more processes.',
  })
}
