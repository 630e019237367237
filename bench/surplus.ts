import type { App } from './contestant.ts'
import { type RaceOptions, race, type Timing } from './measure.ts'
import { bareFetches, signIn } from './sign-in.ts'

/** An application of a contestant. */
export interface Opened {
  name: string
  app: App
}

/** The name of what everybody's sign-in asks of the network. */
export const bare = 'The three bare fetches themselves'

/** Whole sign-ins in one race with the three bare fetches: what each needs above them, and what they need themselves. */
export async function signInsAboveFetches(
  opened: readonly Opened[],
  platform: string,
  pace: RaceOptions,
): Promise<Map<string, Timing>> {
  const runners = opened.map(({ name, app }) => ({ name, run: () => signIn(app) }))
  const fetches = { name: bare, run: () => bareFetches(platform) }
  // Requests are slower than what is measured beside them, so each gets more of the track.
  const longer = { ...pace, milliseconds: pace.milliseconds * 4 }
  const timings = await race([...runners, fetches], longer)
  const without = timings.get(bare)
  for (const { name } of runners) {
    const timing = timings.get(name)
    if (timing && without) timings.set(name, above(timing, without))
  }
  return timings
}

/** What somebody needed above somebody else, round by round. */
function above(timing: Timing, other: Timing): Timing {
  const minus = (values: readonly number[], less: readonly number[]) =>
    values.map((value, round) => value - (less[round] ?? Number.NaN))
  return { cpu: minus(timing.cpu, other.cpu), wall: minus(timing.wall, other.wall) }
}
