// The core measures in whatever runtime runs this file: Portico, Auth.js and the floor, as ratios. Writes them as JSON.
import { writeFileSync } from 'node:fs'
import type { Contestant } from '../contestant.ts'
import { authJs } from '../contestants/auth-js.ts'
import { floor } from '../contestants/floor.ts'
import { portico } from '../contestants/portico.ts'
import { median, type RaceOptions, type Runner, race, ratio, type Timing } from '../measure.ts'
import { signIn } from '../sign-in.ts'
import { signInsAboveFetches } from '../surplus.ts'

/** What the parent process asks for. */
export interface Task {
  platform: string
  pace: RaceOptions
  /** Where the answer is written. */
  file: string
}

/** One measure in one runtime. */
export interface Ratios {
  title: string
  /** Portico ÷ floor. */
  floor: number
  /** Auth.js ÷ Portico. */
  authJs: number
}

const { platform, pace, file }: Task = JSON.parse(process.argv[2] ?? '')
const visits = await Promise.all([portico, authJs, floor].map(visit))

writeFileSync(
  file,
  JSON.stringify([
    await raced(
      'session check through the handler',
      ({ app, cookie }) =>
        () =>
          app.check(cookie),
    ),
    await raced('session read in code', ({ app, cookie }) => {
      const request = new Request('https://app.example/', { headers: { cookie } })
      return () => app.read?.(request)
    }),
    await raced('session read in code, headers only', ({ app, cookie }) => {
      const headers = new Headers({ cookie, host: 'app.example' })
      return () => app.readHeaders?.(headers)
    }),
    await raced(
      'sign-in start',
      ({ app }) =>
        () =>
          app.start(),
    ),
    surpluses(await signInsAboveFetches(visits, platform, pace)),
  ] satisfies Ratios[]),
)
process.exit()

async function visit({ name, open }: Contestant) {
  const app = await open({ platform, providers: 1, ballast: 0 })
  const { cookie } = await signIn(app)
  const answer = await app.check(cookie)
  if (!answer.includes('Ada Lovelace')) throw new Error(`${name} answered ${answer}`)
  return { name, app, cookie }
}

async function raced(
  title: string,
  runOf: (visit: (typeof visits)[number]) => Runner['run'],
): Promise<Ratios> {
  const timings = await race(
    visits.map((visit) => ({ name: visit.name, run: runOf(visit) })),
    pace,
  )
  const of = ({ name }: Contestant) => timings.get(name)?.cpu ?? []
  return {
    title,
    floor: ratio(of(portico), of(floor)),
    authJs: ratio(of(authJs), of(portico)),
  }
}

/** Surpluses are compared by their medians: that of a single round can be nothing. */
function surpluses(timings: ReadonlyMap<string, Timing>): Ratios {
  const of = ({ name }: Contestant) => median(timings.get(name)?.cpu ?? [])
  return {
    title: 'whole sign-in, above its fetches',
    floor: of(portico) / of(floor),
    authJs: of(authJs) / of(portico),
  }
}
