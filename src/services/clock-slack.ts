/** The difference between two servers' clocks that is tolerated, in milliseconds: a record of one may look that much older to the other. */
const clockSlackMs = 60_000

/**
 * Returns a test for records that may be newer than a moment, in milliseconds since 1970: the clock of the server that wrote them may be
 * behind.
 */
export function mayBeSince(at: number): (written: { createdAt?: Date }) => boolean {
  return ({ createdAt }) => !createdAt || createdAt.getTime() >= at - clockSlackMs
}
