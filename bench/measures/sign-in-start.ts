import { contestants } from '../contestants.ts'
import { race } from '../measure.ts'
import { faster, type Measure, rowsOf, within } from '../result.ts'
import type { Stage } from '../stage.ts'

/** The start of a sign-in. What Auth.js needs beforehand, the request for its CSRF token, is not counted. */
export async function measureStart(stage: Stage): Promise<Measure> {
  const settings = { platform: stage.platform, providers: 1, ballast: 0 }
  const apps = await Promise.all(
    contestants.map(async ({ name, open }) => ({ name, app: await open(settings) })),
  )
  const start = await race(
    apps.map(({ name, app }) => ({ name, run: () => app.start() })),
    stage.pace,
  )
  return {
    id: 'start',
    title: 'Sign-in start: the button’s POST until the redirect to the platform',
    unit: 'µs',
    rows: rowsOf(start),
    missing: [],
    verdicts: [faster(start, 'Auth.js', 9), within(start, 'Floor (by hand)', 1.6)],
  }
}
