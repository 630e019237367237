import type { SoftKey } from '../methods/soft-key.ts'
import type { Chance } from './chance.ts'
import { type Answered, judge } from './judge.ts'
import { cookieHeader, garble } from './mutate.ts'
import type { Place } from './place.ts'
import { type Sent, toRequest } from './requests.ts'
import { isPreview, passedOn } from './surroundings.ts'

/** Somebody with a browser, who may be up to no good. */
export interface Visitor {
  jar: Map<string, string>
  /** The cookies of the preview. */
  previewJar?: Map<string, string>
  address: string
  passkey?: SoftKey
  /** The secret of the authenticator app, and the codes for who has lost it. */
  totp?: string
  recoveryCodes?: string[]
}

/** Something that visitors do, in one or more requests. */
export type Story = (run: Run, visitor: Visitor) => Promise<void>

/** What was wrong with the answer to a request. */
export interface Problem {
  number: number
  sent: Sent
  problems: string[]
}

/** Where a run stands. */
export interface Run {
  place: Place
  chance: Chance
  /** How many of a hundred steps are changed. */
  mischief: number
  requests: number
  statuses: Map<number, number>
  /** How often something was reached, by its name; a way in by the last part of its path. */
  reached: Map<string, number>
  slowest: { took: number; sent?: Sent }
  problems: Problem[]
}

/** Sends a request with a visitor's cookies, now and then changed; judges the answer and keeps its cookies. */
export async function send(run: Run, visitor: Visitor, wanted: Sent): Promise<Answered> {
  const { place, chance, mischief } = run
  const step = chance.percent(mischief) ? garble(chance, wanted) : wanted
  const toPreview = place.preview !== undefined && isPreview(step.url)
  if (toPreview) visitor.previewJar ??= new Map()
  const jar = (toPreview && visitor.previewJar) || visitor.jar
  const cookie = cookieHeader(chance, jar, chance.percent(mischief / 2))
  const sent = withCookie(step, cookie)
  const request = toRequest(sent)
  if (!request) return nothing
  const begun = process.cpuUsage()
  const response = await answer(place, toPreview, request, visitor.address)
  const text = await response.text()
  const { user, system } = process.cpuUsage(begun)
  const answered = {
    status: response.status,
    headers: response.headers,
    text,
    took: (user + system) / 1000,
  }
  note(run, sent, answered)
  keep(jar, response.headers)
  return answered
}

/** The application's answer, or the preview's, by the way that requests take to it, once all is done that goes on after it. */
async function answer(
  { auth, preview, surroundings }: Place,
  toPreview: boolean,
  request: Request,
  address: string,
): Promise<Response> {
  const later: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => void later.push(work)
  const response =
    toPreview && preview
      ? await preview.handler(request, { address, waitUntil })
      : surroundings === 'a proxy'
        ? await auth.handler(await passedOn(request, address), { waitUntil })
        : await auth.handler(request, { address, waitUntil })
  await Promise.all(later)
  return response
}

/** Notes that a run got there: one that gets nowhere finds nothing. */
export function reach({ reached }: Pick<Run, 'reached'>, what: string): void {
  reached.set(what, (reached.get(what) ?? 0) + 1)
}

const nothing: Answered = { status: 0, headers: new Headers(), text: '', took: 0 }

function withCookie(sent: Sent, cookie: string): Sent {
  return cookie ? { ...sent, headers: [...sent.headers, ['cookie', cookie]] } : sent
}

function note(run: Run, sent: Sent, answered: Answered): void {
  run.requests++
  const { status, took } = answered
  run.statuses.set(status, (run.statuses.get(status) ?? 0) + 1)
  if (/portico\.session(\.0)?=[^;]/.test(answered.headers.getSetCookie().join('\n'))) {
    const way = /^[^?]*\/([^?/]*)/.exec(sent.url)?.[1] ?? ''
    reach(run, way)
  }
  if (took > run.slowest.took) run.slowest = { took, sent }
  const problems = judge(run.place, sent, answered)
  if (problems.length > 0) run.problems.push({ number: run.requests, sent, problems })
}

function keep(jar: Map<string, string>, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? []
    if (line.includes('Max-Age=0')) jar.delete(name)
    else if (!/[^\x20-\x7e]/.test(name)) jar.set(name, value)
  }
}
