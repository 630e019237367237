import type { App } from '../app.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { readText } from '../http/body.ts'
import { wantsJson } from '../http/respond.ts'
import { inTime } from '../services/in-time.ts'

/** The time for which a browser that lost an answer can have it again, in milliseconds. */
const keptMs = 10_000

/** The most answers to remember; the oldest are forgotten first. */
const most = 1_000

/** An answer as data: workers let no request use the response, or the body, of another. */
interface Answer {
  readonly status: number
  readonly headers: [name: string, value: string][]
  readonly body: string
}

/** An answer that is on its way or was given; undefined if the same request is to be answered anew. */
interface Kept {
  readonly answer: Promise<Answer | undefined>
  until: number
}

const keptOf = new WeakMap<App['services'], Map<string, Kept>>()

/**
 * Answers a request, or gives the same answer again: a browser whose person clicks twice drops the first answer, with the session in it, and
 * what the form used up would be gone. Only an answer by which something happened once (`Context.once`) stays, and only for the browser that
 * sends the same request with the same cookies: one that got the answer has others by then.
 */
export async function sameAnswer(
  context: Context,
  answer: () => Promise<Response>,
): Promise<Response> {
  const key = await keyOf(context)
  if (key === undefined) return answer()
  const { now } = context.services
  const kept = keptOf.get(context.services) ?? new Map<string, Kept>()
  keptOf.set(context.services, kept)
  for (const [old, { until }] of kept) if (until <= now()) kept.delete(old)
  for (let before = kept.get(key); before; before = kept.get(key)) {
    const given = await inTime(before.answer, keptMs).catch(() => undefined)
    if (given) return new Response(given.body || null, given)
    // It failed, or belongs to a request that a worker has ended.
    if (kept.get(key) === before) kept.delete(key)
  }
  const made = answer()
  const entry: Kept = {
    answer: made.then((response) => {
      entry.until = now() + keptMs
      return context.once ? dataOf(response.clone()) : undefined
    }),
    until: Number.POSITIVE_INFINITY,
  }
  kept.set(key, entry)
  for (const oldest of kept.keys()) {
    if (kept.size <= most) break
    kept.delete(oldest)
  }
  await entry.answer.finally(() => context.once || kept.delete(key))
  return made
}

async function dataOf(response: Response): Promise<Answer> {
  const { status, headers } = response
  return { status, headers: [...headers], body: await response.text() }
}

/**
 * The request and the browser that sends it, as a hash; undefined where no browser can be told from others. A form of ours carries the CSRF
 * token of its browser, and a mailed link is known to the browser that asked for it by the cookie of its flow.
 */
async function keyOf({ request, cookies, query }: Context): Promise<string | undefined> {
  const { method, url, headers } = request
  if (wantsJson(request)) return undefined
  const isForm = method === 'POST' && cookies.read('csrf') !== undefined
  const isLink = method === 'GET' && query.has('token') && cookies.readAll('flow.').size > 0
  if (!isForm && !isLink) return undefined
  const form = isForm ? await readText(request.clone()).catch(() => '') : ''
  if (isForm && !/(^|&)csrfToken=[\w-]/.test(form)) return undefined
  const own = [cookies.read('session'), ...cookies.readAll('')]
  const site = [headers.get('origin'), headers.get('sec-fetch-site')]
  return sha256(JSON.stringify([method, url, form, site, own]))
}
