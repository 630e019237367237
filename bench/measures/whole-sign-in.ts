import { contestants } from '../contestants.ts'
import { median, spread } from '../measure.ts'
import { open } from '../open.ts'
import { people } from '../platform.ts'
import type { Measure, Verdict } from '../result.ts'
import { signIn } from '../sign-in.ts'
import type { Database, Stage } from '../stage.ts'
import { type Opened, signInsAboveFetches } from '../surplus.ts'

const floor = 'Floor (by hand)'

/** The whole sign-in with a sealed cookie, and with each database. */
export async function measureWholeSignIn(stage: Stage): Promise<Measure[]> {
  const cookies = await openWithCookies(stage)
  const measures = [
    await surplusOf(stage, cookies, {
      id: 'sign-in',
      title:
        'Whole sign-in against a loopback platform, sealed cookie: CPU above its three bare fetches',
      missing: [],
      limits: { 'Auth.js': 0.2, [floor]: 2 },
    }),
  ]
  for (const database of stage.databases) {
    measures.push(
      await surplusOf(stage, await openOn(database, stage), {
        id: `sign-in-${database.id}`,
        title: `Whole sign-in with ${database.name} (${database.durability}): CPU above its three bare fetches`,
        missing: contestants.flatMap(({ name, lacks }) =>
          lacks?.database ? [{ name, why: lacks.database }] : [],
        ),
        limits: { 'Auth.js': 1, 'Better Auth': 1, [floor]: 2.5 },
      }),
    )
  }
  return measures
}

/** Everybody with sealed cookies. Who does nothing cannot sign anybody in. */
export function openWithCookies(stage: Stage): Promise<Opened[]> {
  const able = contestants.filter(({ name }) => name !== 'Empty handler')
  return Promise.all(able.map((contestant) => open(contestant, stage.platform)))
}

/** Everybody who can keep users in a database, each in a new one in which all people of the platform have been before. */
export async function openOn(database: Database, stage: Stage): Promise<Opened[]> {
  const opened: Opened[] = []
  for (const contestant of contestants.filter(({ lacks }) => !lacks?.database)) {
    const address = await database.create()
    const each = await open(contestant, stage.platform, address)
    for (let person = 0; person < people; person++) await signIn(each.app)
    opened.push(each)
  }
  return opened
}

interface Description extends Pick<Measure, 'id' | 'title' | 'missing'> {
  /** How many times somebody else's surplus Portico's may be. */
  limits: Record<string, number>
}

async function surplusOf(
  stage: Stage,
  opened: readonly Opened[],
  { limits, ...description }: Description,
): Promise<Measure> {
  const timings = await signInsAboveFetches(opened, stage.platform, stage.pace)
  const rows = Array.from(timings, ([name, { cpu, wall }]) => ({
    name,
    value: median(cpu),
    spread: spread(cpu),
    wall: median(wall),
  }))
  const of = (name: string) => rows.find((row) => row.name === name)?.value ?? Number.NaN
  const verdicts = Object.entries(limits).map(([other, times]): Verdict => {
    const reached = of('Portico') / of(other)
    const target = `≤ ${times}× the surplus of ${other}`
    return { target, reached: `${reached.toFixed(2)}×`, met: reached <= times }
  })
  return { ...description, unit: 'µs', rows, verdicts }
}
