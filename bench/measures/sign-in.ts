import { contestants } from '../contestants.ts'
import { median, race, spread } from '../measure.ts'
import { faster, type Measure, rowsOf, within } from '../result.ts'
import { bareFetches, signIn } from '../sign-in.ts'
import type { Stage } from '../stage.ts'

const floor = 'Floor (by hand)'

/** The start of a sign-in, and the whole of it. */
export async function measureSignIn(stage: Stage): Promise<Measure[]> {
  const settings = { platform: stage.platform, providers: 1, ballast: 0 }
  const apps = await Promise.all(
    contestants.map(async ({ name, open }) => ({ name, app: await open(settings) })),
  )
  const start = await race(
    apps.map(({ name, app }) => ({ name, run: () => app.start() })),
    stage.pace,
  )
  return [
    {
      id: 'start',
      title: 'Sign-in start: the button’s POST until the redirect to the platform',
      unit: 'µs',
      rows: rowsOf(start),
      missing: [],
      verdicts: [faster(start, 'Auth.js', 9), within(start, floor, 1.8)],
    },
    await wholeSignIn(stage, apps),
  ]
}

type Apps = { name: string; app: Parameters<typeof signIn>[0] }[]

async function wholeSignIn(stage: Stage, apps: Apps): Promise<Measure> {
  const runners = apps
    .filter(({ name }) => name !== 'Empty handler')
    .map(({ name, app }) => ({ name, run: () => signIn(app) }))
  const bare = { name: 'The three bare fetches themselves', run: () => bareFetches(stage.platform) }
  // Requests are slower than what is measured beside them, so each gets more of the track.
  const pace = { ...stage.pace, milliseconds: stage.pace.milliseconds * 4 }
  const timings = await race([...runners, bare], pace)
  const without = timings.get(bare.name)?.cpu ?? []
  const surplus = new Map(
    runners.map(({ name }) => [
      name,
      (timings.get(name)?.cpu ?? []).map((value, round) => value - (without[round] ?? 0)),
    ]),
  )
  const of = (name: string) => median(surplus.get(name) ?? [])
  const compare = (other: string, times: number, target: string) => {
    const reached = of('Portico') / of(other)
    return { target, reached: `${reached.toFixed(2)}×`, met: reached <= times }
  }
  return {
    id: 'sign-in',
    title: 'Whole sign-in against a loopback platform: CPU above its three bare fetches',
    unit: 'µs',
    rows: Array.from([...surplus, [bare.name, without] as const], ([name, values]) => ({
      name,
      value: median(values),
      spread: spread(values),
    })),
    missing: [],
    verdicts: [
      compare('Auth.js', 0.2, '≤ 0.2× the surplus of Auth.js'),
      compare(floor, 2, `≤ 2× the surplus of ${floor}`),
    ],
  }
}
