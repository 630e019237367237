import { type Chance, chance } from '../fuzz/chance.ts'
import {
  endAll,
  endOthers,
  leave,
  look,
  removePasskey,
  rename,
  revoke,
  signOut,
  token,
  unlink,
  unlinkAll,
} from './account-stories.ts'
import { judgeAfterwards } from './afterwards.ts'
import type { Database } from './databases.ts'
import { startFleet } from './fleet.ts'
import { outside } from './outside.ts'
import { changePassword, foreignPassword, newPassword, storedPassword } from './password-stories.ts'
import { gather, type Run } from './people.ts'
import {
  inTurn,
  link,
  linkMail,
  mail,
  newPasskey,
  passkey,
  platform,
  platformTwice,
  rightPassword,
  type Story,
  wrongPassword,
} from './sign-ins.ts'
import { drawShift, makeTrouble } from './trouble.ts'

/** How long, and how rough. */
export interface RoundOptions {
  seed: number
  /** How much each hand does. */
  steps: number
  database: Database
  /** Without trouble nothing is killed, stopped, cut or late; clocks differ all the same. */
  trouble?: boolean
}

/** What people do, as often as it is listed. */
const stories: readonly Story[] = [
  ...[platform, platform, platform, platformTwice, mail, mail, rightPassword, passkey],
  ...[link, link, link, link, linkMail, newPasskey, wrongPassword, look, look, rename],
  ...[token, token, token, token, revoke, signOut, signOut, endAll, endOthers],
  ...[unlink, unlink, unlinkAll, removePasskey, leave],
  ...[newPassword, newPassword, newPassword, storedPassword, storedPassword],
  ...[changePassword, changePassword, foreignPassword],
]

/** How many servers there are, and how many people do something at once. */
const sizes = { servers: 3, hands: 8 }

/** Runs an application on several servers and leaves it as it is: for looking, and for `close`. */
export async function playRound(options: RoundOptions): Promise<Run & { close(): Promise<void> }> {
  const { seed, steps, database, trouble = true } = options
  const world = await outside(seed)
  const practice = await world.listen()
  const draw = chance(seed)
  const fleet = await startFleet({
    database,
    emulator: practice.url,
    shifts: Array.from({ length: sizes.servers }, () => drawShift(draw)),
    chance: chance(seed ^ 0xf1ee7),
  })
  const people = gather({ fleet, world })
  const run: Run = {
    ...{ fleet, world, emulator: practice.url, people },
    ...{ owners: new Map(), ghosts: [], counts: new Map() },
    ...{ steps: 0, guesses: 0, problems: new Set() },
  }
  // What each hand does is drawn from the seed alone; what meets what is not.
  const hands = Array.from({ length: sizes.hands }, (_, hand) =>
    keepBusy(run, chance(seed * 64 + hand + 1), steps),
  )
  const busy = Promise.all(hands)
  if (trouble) await makeTrouble(run, chance(seed ^ 0xbad), busy)
  await busy
  const close = async () => {
    await fleet.close()
    await practice.close()
  }
  return { ...run, close }
}

/** One round with everything that is to be said against it. */
export async function round(options: RoundOptions): Promise<Pick<Run, 'counts' | 'problems'>> {
  const run = await playRound(options)
  try {
    await judgeAfterwards(run, options.database)
    for (const problem of run.fleet.problems) run.problems.add(problem)
  } finally {
    await run.close()
  }
  return run
}

async function keepBusy(run: Run, draw: Chance, steps: number): Promise<void> {
  for (let index = 0; index < steps; index++) {
    const person = draw.pick(run.people)
    const device = draw.pick(person.devices)
    const story = draw.pick(stories)
    // Each step has chance of its own, so that what one step meets does not change the next.
    const step = { run, person, device, chance: chance(draw.int(2 ** 31)) }
    await inTurn(device, () => story(step))
    run.steps++
  }
}
