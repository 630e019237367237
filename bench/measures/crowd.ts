import { median } from '../measure.ts'
import type { Measure } from '../result.ts'
import { signIn } from '../sign-in.ts'
import type { Stage } from '../stage.ts'
import type { Opened } from '../surplus.ts'
import { openOn, openWithCookies } from './whole-sign-in.ts'

const crowds = [1, 8, 64]
const compared = ['Portico', 'Auth.js', 'Better Auth', 'Floor (by hand)']
const milliseconds = 300

/** Whole sign-ins per second of one process, with so many people at once: sealed cookie, SQLite file, PostgreSQL. */
export async function measureCrowds(stage: Stage, rounds: number): Promise<Measure[]> {
  const places = [
    { id: 'cookie', name: 'a sealed cookie', open: () => openWithCookies(stage) },
    ...stage.databases.map((database) => ({
      id: database.id,
      name: database.name,
      open: () => openOn(database, stage),
    })),
  ]
  const measures: Measure[] = []
  for (const { id, name, open } of places) {
    const opened = (await open()).filter((each) => compared.includes(each.name))
    measures.push({
      id: `crowd-${id}`,
      title: `Whole sign-ins per second by the clock, with ${name}: people at once`,
      unit: 'sign-ins/s',
      rows: await rowsOf(opened, rounds),
      missing: [],
      verdicts: [],
    })
  }
  return measures
}

/** Everybody in turn, round after round; the first round warms up. */
async function rowsOf(opened: readonly Opened[], rounds: number): Promise<Measure['rows']> {
  const lanes = crowds.flatMap((crowd) =>
    opened.map(({ name, app }) => ({
      name: `${name}, ${crowd} at once`,
      run: () => rateOf(crowd, () => signIn(app)),
      rates: [] as number[],
    })),
  )
  for (let round = -1; round < rounds; round++) {
    for (const { run, rates } of lanes) {
      const rate = await run()
      if (round >= 0) rates.push(rate)
    }
  }
  return lanes.map(({ name, rates }) => ({ name, value: median(rates) }))
}

/** So many people, each of whom is followed by the next as soon as they are signed in. */
async function rateOf(crowd: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  let done = 0
  const queue = async () => {
    while (performance.now() - start < milliseconds) {
      await work()
      done++
    }
  }
  await Promise.all(Array.from({ length: crowd }, queue))
  return (done * 1000) / (performance.now() - start)
}
