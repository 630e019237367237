/** The milliseconds by which the clocks of two servers may differ: what one wrote may look so much older to another. */
const clockSlackMs = 60_000

/** Tells what may have been written since a moment, in milliseconds since 1970, by a server whose clock may be behind. */
export function mayBeSince(at: number): (written: { createdAt?: Date }) => boolean {
  return ({ createdAt }) => !createdAt || createdAt.getTime() >= at - clockSlackMs
}
