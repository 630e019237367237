import { inTime } from '../../services/in-time.ts'

/** The rules for repeating work whose connection broke. */
export interface RepeatRules {
  /** The milliseconds that one attempt may take; all of them may take half as long again. Undefined: no limit. */
  milliseconds?: number | undefined
  isLost(error: unknown): boolean
  warn(message: string): void
}

/** The waits before each repetition, in milliseconds: connections of a pool often break together, and it notices one by one. */
const pauses = [0, 50]

/** Runs work that may run twice, and again on another connection if one breaks or does not answer in time. */
export async function repeatLost<T>(attempt: () => Promise<T>, rules: RepeatRules): Promise<T> {
  const { milliseconds, isLost, warn } = rules
  const end = performance.now() + 1.5 * (milliseconds ?? 0)
  const inTurn = (limit: number) => (milliseconds ? inTime(attempt(), limit) : attempt())
  let failure: unknown
  try {
    return await inTurn(milliseconds ?? 0)
  } catch (error) {
    failure = error
  }
  for (const pause of pauses) {
    const left = end - performance.now()
    if (!isLost(failure) || (milliseconds && left <= 0)) break
    warn('The connection to the database broke; trying again on another one')
    await new Promise((resolve) => setTimeout(resolve, pause))
    try {
      return await inTurn(left)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}
