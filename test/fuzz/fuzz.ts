import { chance } from './chance.ts'
import { drawnFrom } from './drawn.ts'
import { known } from './known.ts'
import { openPlace } from './place.ts'
import { powerStories } from './power-stories.ts'
import { hasPowers } from './powers.ts'
import { toSnippet } from './requests.ts'
import { stories } from './stories.ts'
import { surroundingsOf } from './surroundings.ts'
import type { Problem, Run, Visitor } from './visitor.ts'

/** How long to look. */
export interface FuzzOptions {
  seed: number
  requests: number
  /** Stops earlier, after so many seconds. */
  seconds?: number
}

/** What a run found. */
export interface Report {
  requests: number
  /** Each with its seed, its request and what was wrong with the answer. */
  failures: string[]
  /** How often a problem was met that is known already. */
  known: Record<string, number>
  statuses: Record<string, number>
  /** How often something was reached, by its name: a fuzzer that gets nowhere finds nothing. */
  reached: Record<string, number>
  slowest: string
  /** Megabytes in use after each round. */
  memory: number[]
}

/** A round is one application with its visitors; the next begins with new ones, and with the next seed. */
const roundLength = 5000

/** Sends requests of every kind to applications of both kinds, and judges every answer. */
export async function fuzz({ seed, requests, seconds = 3600 }: FuzzOptions): Promise<Report> {
  const end = Date.now() + seconds * 1000
  const counts = { statuses: new Map<number, number>(), reached: new Map<string, number>() }
  const met: Record<string, number> = {}
  const report = { requests: 0, failures: [] as string[], known: met, memory: [] as number[] }
  let slowest: Run['slowest'] = { took: 0 }
  for (let round = 0; report.requests < requests && Date.now() < end; round++) {
    const wanted = Math.min(roundLength, requests - report.requests)
    const run = await drawnFrom(seed + round, () => fuzzRound(seed + round, wanted, end, counts))
    report.requests += run.requests
    const fresh = run.problems.filter((problem) => !isKnown(problem, met))
    report.failures.push(...fresh.map((problem) => tell(seed + round, problem)))
    if (run.slowest.took > slowest.took) slowest = run.slowest
    report.memory.push(megabytes())
  }
  const [first = 0] = report.memory
  const last = report.memory.at(-1) ?? 0
  if (last > first + 200) report.failures.push(`Memory grew from ${first} to ${last} MB`)
  const { took, sent } = slowest
  return {
    ...report,
    statuses: Object.fromEntries(counts.statuses),
    reached: Object.fromEntries(counts.reached),
    slowest: `${took.toFixed(1)} ms for ${sent?.method} ${sent?.url.slice(0, 200)}`,
  }
}

async function fuzzRound(
  seed: number,
  requests: number,
  end: number,
  counts: Pick<Run, 'statuses' | 'reached'>,
): Promise<Run> {
  const draw = chance(seed)
  const place = await openPlace(seed % 2 === 0 ? 'database' : 'cookie', seed)
  const run: Run = {
    place,
    chance: draw,
    mischief: 0,
    requests: 0,
    ...counts,
    slowest: { took: 0 },
    problems: [],
  }
  // Where time hardly passes, limits are met.
  const pace = seed % 4 === 0 ? [0, 0, 1000] : [0, 0, 0, 1000, 20_000, 700_000]
  const told = hasPowers(seed) ? [...stories, ...powerStories] : stories
  const visitors = Array.from({ length: 12 }, (_, index) => newVisitor(index))
  while (run.requests < requests && Date.now() < end) {
    const at = draw.int(visitors.length)
    if (draw.percent(4)) visitors[at] = newVisitor(draw.int(60_000))
    run.mischief = draw.pick([0, 0, 30, 60])
    await draw.pick(told)(run, draw.pick(visitors))
    place.world.clock.advance(draw.pick(pace))
    place.world.received.clear()
  }
  return run
}

function newVisitor(number: number): Visitor {
  return { jar: new Map(), address: `10.1.${number >> 8}.${number & 255}` }
}

/** Whether all that is wrong is known; it is counted. */
function isKnown({ problems }: Problem, met: Record<string, number>): boolean {
  const told = problems.filter((problem) => !/^status 500$/.test(problem))
  const stories = told.map((problem) =>
    Object.keys(known).find((story) => known[story]?.test(problem)),
  )
  for (const story of stories) if (story) met[story] = (met[story] ?? 0) + 1
  return stories.length > 0 && !stories.includes(undefined)
}

function tell(seed: number, { number, sent, problems }: Problem): string {
  return [
    `Request ${number} of seed ${seed}, among ${surroundingsOf(seed)} (npm run fuzz -- --seed ${seed} --requests ${number}):`,
    ...problems.map((problem) => `  ${problem}`),
    toSnippet(sent),
  ].join('\n')
}

function megabytes(): number {
  globalThis.gc?.()
  return Math.round(process.memoryUsage().heapUsed / 2 ** 20)
}
