import { inTime } from '../in-time.ts'

/** The rules by which something is repeated whose connection broke. */
export interface RepeatRules {
  /** The milliseconds that one may take; all of them may take half as long again. */
  milliseconds?: number | undefined
  isLost(error: unknown): boolean
  warn(message: string): void
}

/** The waits before each repetition, in milliseconds: connections of a pool often break together, and it notices one by one. */
const pauses = [0, 50]

/** Does what may be done twice, and again on another connection if one breaks or nobody answers. Whatever happens, nobody waits longer than for one statement. */
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
