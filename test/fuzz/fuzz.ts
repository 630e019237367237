import { chance } from './chance.ts'
import { openPlace } from './place.ts'
import { toSnippet } from './requests.ts'
import { stories } from './stories.ts'
import type { Run, Visitor } from './visitor.ts'

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
  statuses: Record<string, number>
  /** How many were signed in, by the last part of the path: a fuzzer that gets nowhere finds nothing. */
  signedIn: Record<string, number>
  slowest: string
  /** Megabytes in use after each round. */
  memory: number[]
}

/** A round is one application with its visitors; the next begins with new ones, and with the next seed. */
const roundLength = 5000

/** Sends requests of every kind to applications of both kinds, and judges every answer. */
export async function fuzz({ seed, requests, seconds = 3600 }: FuzzOptions): Promise<Report> {
  const end = Date.now() + seconds * 1000
  const counts = { statuses: new Map<number, number>(), signedIn: new Map<string, number>() }
  const report = { requests: 0, failures: [] as string[], memory: [] as number[] }
  let slowest: Run['slowest'] = { took: 0 }
  for (let round = 0; report.requests < requests && Date.now() < end; round++) {
    const wanted = Math.min(roundLength, requests - report.requests)
    const run = await fuzzRound(seed + round, wanted, end, counts)
    report.requests += run.requests
    report.failures.push(...run.problems.map((problem) => tell(seed + round, problem)))
    if (run.slowest.took > slowest.took) slowest = run.slowest
    report.memory.push(megabytes())
  }
  const { took, sent } = slowest
  return {
    ...report,
    statuses: Object.fromEntries(counts.statuses),
    signedIn: Object.fromEntries(counts.signedIn),
    slowest: `${took.toFixed(1)} ms for ${sent?.method} ${sent?.url.slice(0, 200)}`,
  }
}

async function fuzzRound(
  seed: number,
  requests: number,
  end: number,
  counts: Pick<Run, 'statuses' | 'signedIn'>,
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
  const visitors = Array.from({ length: 12 }, (_, index) => newVisitor(index))
  while (run.requests < requests && Date.now() < end) {
    const at = draw.int(visitors.length)
    if (draw.percent(4)) visitors[at] = newVisitor(draw.int(60_000))
    run.mischief = draw.pick([0, 0, 30, 60])
    await draw.pick(stories)(run, draw.pick(visitors))
    place.world.clock.advance(draw.pick([1000, 5000, 20_000, 60_000, 700_000]))
    place.world.received.clear()
  }
  return run
}

function newVisitor(number: number): Visitor {
  return { jar: new Map(), address: `10.1.${number >> 8}.${number & 255}` }
}

function tell(seed: number, { number, sent, problems }: Run['problems'][number]): string {
  return [
    `Request ${number} of seed ${seed} (npm run fuzz -- --seed ${seed} --requests ${number}):`,
    ...problems.map((problem) => `  ${problem}`),
    toSnippet(sent),
  ].join('\n')
}

function megabytes(): number {
  globalThis.gc?.()
  return Math.round(process.memoryUsage().heapUsed / 2 ** 20)
}
