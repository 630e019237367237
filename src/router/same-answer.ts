import type { App } from '../app.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { readText } from '../http/body.ts'
import { wantsJson } from '../http/respond.ts'

/** The time for which a browser that lost an answer can have it again, in milliseconds. */
const keptMs = 10_000

/** The most answers to remember; the oldest are forgotten first. */
const most = 1_000

/** An answer that is on its way or was given; undefined if the same request is to be answered anew. */
interface Kept {
  readonly answer: Promise<Response | undefined>
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
    const given = await before.answer
    if (given) return given.clone()
  }
  const made = answer()
  const stays = made.then(
    (response) => (context.once ? response : undefined),
    () => undefined,
  )
  const entry: Kept = {
    answer: stays.then((response) => {
      if (!response) kept.delete(key)
      entry.until = services.now() + keptMs
      return response
    }),
    until: Number.POSITIVE_INFINITY,
  }
  kept.set(key, entry)
  if (kept.size > most) for (const oldest of [...kept.keys()].slice(0, -most)) kept.delete(oldest)
  await entry.answer
  return (await made).clone()
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
