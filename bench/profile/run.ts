// One contestant at one piece of work, in a process of its own, under the profiler.
import { createHook } from 'node:async_hooks'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Session } from 'node:inspector/promises'
import { contestants } from '../contestants.ts'
import { bareFetches, signIn } from '../sign-in.ts'
import type { Database } from '../stage.ts'
import { attribute, type Share, scaled } from './attribute.ts'

/** What is profiled. */
export interface Subject {
  work: 'check' | 'read headers' | 'start' | 'sign-in' | 'bare fetches'
  contestant: string
  /** Characters of additional content in the session cookie. */
  ballast: number
  /** The kind of database that keeps users and sessions; without it they live in a sealed cookie. */
  database?: Database['id']
}

/** Where the time of one operation went, and what it left for the garbage collector. */
export interface Profiled extends Subject {
  shares: Share[]
  promises: number
  kilobytes: number
}

/** Profiles in another process, so that nobody inherits what the compiler learned from somebody else. */
export async function profile(
  subject: Subject,
  platform: string,
  database?: Database,
): Promise<Profiled> {
  const address = database ? [await database.create()] : []
  const child = fork(new URL(import.meta.url), [JSON.stringify(subject), platform, ...address], {
    // So much room that nothing is collected while allocations are counted.
    execArgv: ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64'],
  })
  const [result] = await once(child, 'message')
  return { ...subject, ...result }
}

const seconds = { warmup: 2, profiled: 4 }

async function main(subject: Subject, platform: string, database?: string): Promise<void> {
  const run = await workOf(subject, platform, database)
  await repeat(run, seconds.warmup)
  const kilobytes = await allocated(run)
  const promises = await promisesOf(run)
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 100 })
  await session.post('Profiler.start')
  const before = process.threadCpuUsage()
  const operations = await repeat(run, seconds.profiled)
  const { user, system } = process.threadCpuUsage(before)
  const { profile } = await session.post('Profiler.stop')
  const each = { user: user / operations, system: system / operations }
  process.send?.({ shares: scaled(attribute(profile), each), promises, kilobytes })
  process.disconnect?.()
}

async function workOf(
  { work, contestant, ballast }: Subject,
  platform: string,
  database?: string,
): Promise<() => Promise<unknown>> {
  if (work === 'bare fetches') return () => bareFetches(platform)
  const found = contestants.find(({ name }) => name === contestant)
  if (!found) throw new Error(`There is no contestant ${contestant}`)
  const app = await found.open({ platform, providers: 1, ballast, ...(database && { database }) })
  const { cookie } = await signIn(app)
  const headers = new Headers({ cookie })
  const works: Record<Exclude<Subject['work'], 'bare fetches'>, () => Promise<unknown>> = {
    check: () => app.check(cookie),
    'read headers': async () => app.readHeaders?.(headers),
    start: () => app.start(),
    'sign-in': () => signIn(app),
  }
  return works[work]
}

async function repeat(run: () => Promise<unknown>, duration: number): Promise<number> {
  const end = performance.now() + duration * 1000
  let done = 0
  while (performance.now() < end) {
    await run()
    done++
  }
  return done
}

const counted = 50

/** Kilobytes that one operation takes from the heap. */
async function allocated(run: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  for (let lap = 0; lap < counted; lap++) await run()
  return (process.memoryUsage().heapUsed - before) / counted / 1000
}

/** Promises that one operation makes. */
async function promisesOf(run: () => Promise<unknown>): Promise<number> {
  let made = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'PROMISE') made++
    },
  }).enable()
  for (let lap = 0; lap < counted; lap++) await run()
  hook.disable()
  return Math.round(made / counted)
}

if (import.meta.main) {
  await main(JSON.parse(process.argv[2] ?? ''), process.argv[3] ?? '', process.argv[4])
}
