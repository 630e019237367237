import { join } from 'node:path'
import type { App, Contestant } from '../contestant.ts'
import { contestants } from '../contestants.ts'
import { type Runner, race, ratio, type Timing } from '../measure.ts'
import { best, faster, type Measure, rowsOf, within } from '../result.ts'
import { signIn } from '../sign-in.ts'
import type { Stage } from '../stage.ts'

/** The libraries that do all that Portico does; the best of them is the one to beat. */
const whole = contestants.filter(({ kind }) => kind === 'whole').map(({ name }) => name)
const floor = 'Floor (by hand)'

/** The session check through the handler, in code with a request and with headers alone, and with the session in SQLite. */
export async function measureSessions(stage: Stage): Promise<Measure[]> {
  const visits = await Promise.all(contestants.map((contestant) => visit(contestant, stage)))
  for (const { name, app, cookie } of visits) {
    for (const { run } of [...readers(name, app, cookie), ...headerReaders(name, app, cookie)]) {
      knows(name, JSON.stringify(await run()))
    }
  }
  const check = await race(
    visits.map(({ name, app, cookie }) => ({ name, run: () => app.check(cookie) })),
    stage.pace,
  )
  const read = await race(
    visits.flatMap(({ name, app, cookie }) => readers(name, app, cookie)),
    stage.pace,
  )
  const readHeaders = await race(
    visits.flatMap(({ name, app, cookie }) => headerReaders(name, app, cookie)),
    stage.pace,
  )
  const stored = await race(await databaseRunners(stage), stage.pace)
  return [
    {
      id: 'check',
      title: 'Session check through the handler, sealed cookie',
      unit: 'µs',
      rows: rowsOf(check),
      missing: [],
      verdicts: [
        faster(check, 'Auth.js', 16),
        within(check, floor, 1.25),
        within(check, 'Empty handler', 1.6),
      ],
    },
    {
      id: 'read',
      title: 'Session read in code, sealed cookie',
      unit: 'µs',
      rows: rowsOf(read),
      missing: lacking('read'),
      verdicts: [faster(read, best(read, whole), 25), within(read, floor, 1.3)],
    },
    {
      id: 'read-headers',
      title: 'Session read in code where only headers are at hand, sealed cookie',
      unit: 'µs',
      rows: rowsOf(readHeaders),
      missing: lacking('read'),
      verdicts: [within(readHeaders, floor, 1.3)],
    },
    {
      id: 'database',
      title: 'Session check through the handler, session in SQLite',
      unit: 'µs',
      rows: rowsOf(stored),
      missing: lacking('database'),
      verdicts: [faster(stored, best(stored, whole), 3), within(stored, floor, 1.4)],
    },
  ]
}

/** How the costs grow with the number of providers: each contestant with 1 and with 100 in one race. */
export async function measureGrowth(stage: Stage): Promise<Measure> {
  const growing = contestants.filter(
    ({ name, kind }) => kind !== 'parts' && name !== 'Empty handler',
  )
  const runners: Record<string, Runner[]> = { check: [], read: [], start: [] }
  for (const contestant of growing) {
    for (const providers of [1, 100]) {
      const { app, cookie } = await visit(contestant, stage, { providers })
      const name = `${contestant.name}, ${providers}`
      runners.check?.push({ name, run: () => app.check(cookie) })
      runners.read?.push(...readers(name, app, cookie))
      runners.start?.push({ name, run: () => app.start() })
    }
  }
  const rows: Measure['rows'] = []
  const verdicts: Measure['verdicts'] = []
  for (const [what, all] of Object.entries(runners)) {
    const timings = await race(all, stage.pace)
    for (const { name } of growing) {
      const growth = growthOf(timings, name)
      rows.push({ name: `${name}: ${what}`, value: growth })
      if (name !== 'Portico') continue
      const reached = `×${growth.toFixed(2)}`
      verdicts.push({ target: `${what}: ≤ ×1.05`, reached, met: growth <= 1.05 })
    }
  }
  return {
    id: 'growth',
    title: 'Growth from 1 to 100 providers',
    unit: '×',
    rows,
    missing: [],
    verdicts,
  }
}

function growthOf(timings: ReadonlyMap<string, Timing>, name: string): number {
  const [one, hundred] = [timings.get(`${name}, 1`), timings.get(`${name}, 100`)]
  return ratio(hundred?.cpu ?? [], one?.cpu ?? [])
}

/** What a longer cookie costs: about 1 kB against about 12 kB, which takes four cookies. */
export async function measureCookies(stage: Stage): Promise<Measure[]> {
  const sizes = [500, 8700]
  const runners: Runner[] = []
  const kilobytes = new Map<string, number>()
  const carrying = contestants.filter(({ lacks }) => !lacks?.ballast)
  for (const contestant of carrying) {
    const lengths = []
    for (const ballast of sizes) {
      const { app, cookie } = await visit(contestant, stage, { ballast })
      runners.push({ name: `${contestant.name}, ${ballast}`, run: () => app.check(cookie) })
      lengths.push(cookie.length)
    }
    kilobytes.set(contestant.name, ((lengths[1] ?? 0) - (lengths[0] ?? 0)) / 1000)
  }
  const timings = await race(runners, stage.pace)
  const of = (name: string, size: number | undefined) => timings.get(`${name}, ${size}`)?.cpu ?? []
  const growth = carrying.map(({ name }) => ({
    name,
    value: ratio(of(name, sizes[1]), of(name, sizes[0])),
  }))
  const perKilobyte = carrying.map(({ name }) => {
    const more = of(name, sizes[1]).map((long, n) => long - (of(name, sizes[0])[n] ?? 0))
    const sorted = more.sort((a, b) => a - b)
    return {
      name,
      value: (sorted[Math.floor(sorted.length / 2)] ?? 0) / (kilobytes.get(name) ?? 1),
    }
  })
  const [grown, perKb] = [growth, perKilobyte].map(
    (rows) => rows.find(({ name }) => name === 'Portico')?.value ?? Number.NaN,
  )
  const missing = lacking('ballast')
  return [
    {
      id: 'cookie',
      title: 'Cookie of 12 kB instead of 1 kB',
      unit: '×',
      rows: growth,
      missing,
      verdicts: [{ target: '≤ ×1.6', reached: `×${grown?.toFixed(2)}`, met: (grown ?? 9) <= 1.6 }],
    },
    {
      id: 'kilobyte',
      title: 'Cost per kB of cookie',
      unit: 'µs',
      rows: perKilobyte,
      missing,
      verdicts: [
        { target: '≤ 12 µs', reached: `${perKb?.toFixed(1)} µs`, met: (perKb ?? 99) <= 12 },
      ],
    },
  ]
}

function readers(name: string, { read }: App, cookie: string): Runner[] {
  const request = new Request('https://app.example/', { headers: { cookie } })
  return read ? [{ name, run: () => read(request) }] : []
}

function headerReaders(name: string, { readHeaders }: App, cookie: string): Runner[] {
  const headers = new Headers({ cookie, host: 'app.example', 'x-forwarded-proto': 'https' })
  return readHeaders ? [{ name, run: () => readHeaders(headers) }] : []
}

async function databaseRunners(stage: Stage): Promise<Runner[]> {
  const runners = []
  for (const contestant of contestants.filter(({ lacks }) => !lacks?.database)) {
    const database = `file:${join(stage.folder, `${contestant.name.replaceAll(/\W/g, '')}.db`)}`
    const { app, cookie } = await visit(contestant, stage, { database })
    runners.push({ name: contestant.name, run: () => app.check(cookie) })
  }
  return runners
}

/** Signs somebody in, and makes sure that the application then knows who that is. */
async function visit(contestant: Contestant, stage: Stage, more: object = {}) {
  const settings = { platform: stage.platform, providers: 1, ballast: 0, ...more }
  const app = await contestant.open(settings)
  const { cookie } = await signIn(app)
  const { name } = contestant
  knows(name, await app.check(cookie))
  return { name, app, cookie }
}

function knows(name: string, answer: string): void {
  if (!answer.includes('Ada Lovelace')) throw new Error(`${name} answered ${answer}`)
}

function lacking(what: 'read' | 'database' | 'ballast'): Measure['missing'] {
  return contestants.flatMap(({ name, lacks }) => {
    const why = lacks?.[what]
    return why ? [{ name, why }] : []
  })
}
