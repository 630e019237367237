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

/** An answer that is on its way or was given; undefined if the same request is to be answered anew. */
interface Kept {
  readonly again: Promise<(() => Response) | undefined>
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
  const { services } = context
  const kept = keptOf.get(services) ?? new Map<string, Kept>()
  keptOf.set(services, kept)
  for (const [old, { until }] of kept) if (until <= services.now()) kept.delete(old)
  for (let before = kept.get(key); before; before = kept.get(key)) {
    const again = await inTime(before.again, keptMs).catch(() => undefined)
    if (again) return again()
    // It failed, or belongs to a request that a worker has ended.
    if (kept.get(key) === before) kept.delete(key)
  }
  const made = answer()
  const entry: Kept = {
    until: Number.POSITIVE_INFINITY,
    again: made.then(
      async (response) => {
        const again = context.once ? await repeatable(response) : undefined
        entry.until = services.now() + keptMs
        return again
      },
      () => undefined,
    ),
  }
  kept.set(key, entry)
  for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest)
  if (!(await entry.again)) kept.delete(key)
  return made
}

/** The same response as often as it is needed. It is kept as data: workers let no request use the streams of another. */
async function repeatable(response: Response): Promise<() => Response> {
  const { status } = response
  const headers = [...response.headers]
  const body = await response.clone().text()
  return () => new Response(body || null, { status, headers })
}

/**
 * The request and the browser that sends it, as a hash; undefined where no browser can be told from others. A form of ours carries the CSRF
 * token of its browser, and a mailed link is known to the browser that asked for it by the cookie of its flow.
 */
async function keyOf({ request, cookies }: Context): Promise<string | undefined> {
  const { method, url, headers } = request
  if (wantsJson(request)) return undefined
  const isForm = method === 'POST' && cookies.read('csrf') !== undefined
  const isLink = method === 'GET' && url.includes('token=') && cookies.readAll('flow.').size > 0
  if (!isForm && !isLink) return undefined
  const form = isForm ? await readText(request).catch(() => '') : ''
  if (isForm && !/(^|&)csrfToken=[\w-]/.test(form)) return undefined
  const own = [cookies.read('session'), ...cookies.readAll('')]
  const site = [headers.get('origin'), headers.get('sec-fetch-site')]
  return sha256(JSON.stringify([method, url, form, site, own]))
}
