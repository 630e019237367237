import type { Chance } from '../fuzz/chance.ts'
import type { Run } from './people.ts'

/** How far clocks may be off. The documentation says that a minute between two servers does no harm. */
const maxShiftMilliseconds = 30_000

/** A clock that is off. */
export function drawShift({ int }: Chance): number {
  return int(2 * maxShiftMilliseconds) - maxShiftMilliseconds
}

type Trouble = (run: Run, chance: Chance) => Promise<void>

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const kill: Trouble = async ({ fleet }, chance) =>
  chance.pick(fleet.servers).kill(drawShift(chance))

const stop: Trouble = async ({ fleet }, chance) => {
  const server = chance.pick(fleet.servers)
  server.stop()
  await pause(100 + chance.int(2400))
  server.resume()
}

const cut: Trouble = async ({ fleet }, chance) => chance.pick(fleet.servers).proxy?.cut()

const stall: Trouble = async ({ fleet }, chance) => {
  const { proxy } = chance.pick(fleet.servers)
  proxy?.stall()
  await pause(100 + chance.int(1900))
  proxy?.resume()
}

/** Without `lost`: a refresh token that a platform replaced without telling is lost by the platform. */
const faults = ['cut', 'unavailable', 'html', 'truncated']

const platformFails: Trouble = async ({ world }, chance) => {
  const endpoint = chance.pick(['token', 'userinfo', 'revoke'])
  world.next({ endpoint, answer: chance.pick(faults), times: 1 + chance.int(3) })
}

/** Once in a round: no platform does it twice in the half minute in which servers do not ask for the keys again. */
const newKeys: Trouble = async ({ world, counts }) => {
  if (counts.get('newKeys') === 1) await world.rotateKeys()
}

/** A copy takes the place of the database, after the first few troubles of a round. */
const promote: Trouble = async ({ fleet }) => fleet.promote?.()
const promotion = 4

/** What goes wrong, as often as it is listed. */
const troubles: readonly Trouble[] = [
  kill,
  kill,
  stop,
  stop,
  cut,
  cut,
  cut,
  stall,
  platformFails,
  newKeys,
]

/** Failures that nobody met yet are not for those who look afterwards. */
function clearFaults({ world }: Run): void {
  world.restore({ state: { ...world.snapshot().state, faults: [] } })
}

/** The most that people get done between two troubles: on a slow machine as much as on a fast one. */
const mostStepsBetween = 24

/** Makes trouble while people are busy; then everything works again. */
export async function makeTrouble(run: Run, chance: Chance, busy: Promise<unknown>): Promise<void> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  busy.then(over, over)
  for (let count = 1; ; count++) {
    const next = run.steps + chance.int(mostStepsBetween)
    while (run.steps < next && !isOver) await pause(10)
    if (isOver) return clearFaults(run)
    const drawn = chance.pick(troubles)
    const trouble = run.fleet.promote && count === promotion ? promote : drawn
    run.counts.set(trouble.name, (run.counts.get(trouble.name) ?? 0) + 1)
    await trouble(run, chance)
  }
}
