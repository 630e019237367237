import { fromJson } from '../../encoding.ts'
import { json } from '../../reply.ts'
import { mediaType, repeated } from '../../request.ts'
import type { Answer, Exchange } from '../../types.ts'
import type { TurnstileWidget } from './registration.ts'
import { takeToken } from './tokens.ts'

const parameters = new Set(['secret', 'response', 'remoteip', 'idempotency_key'])
const uuid = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i
const ip = /^(\d{1,3}(\.\d{1,3}){3}|[\da-f:.]*:[\da-f:.]*)$/i
const longestToken = 2048

type Verdict = Readonly<Record<string, unknown>>

/** Judges a token. A repeated `idempotency_key` gets its first answer again. */
export function siteverify(widgets: readonly TurnstileWidget[]): Answer {
  return (exchange) => {
    const question = read(exchange)
    const verdict = question ? judge(exchange, widgets, question) : refuse('bad-request')
    return json(verdict, question ? 200 : 400)
  }
}

/** The documented failures, and tokens for another host or another action. */
export function siteverifyFaults(
  widgets: readonly TurnstileWidget[],
): Readonly<Record<string, Answer>> {
  const codes = ['invalid-input-response', 'timeout-or-duplicate', 'internal-error']
  const altered = (change: Verdict): Answer => {
    return async (exchange) => {
      const answer = await siteverify(widgets)(exchange)
      return json({ ...(await answer.json()), ...change })
    }
  }
  return {
    ...Object.fromEntries(codes.map((code) => [code, () => json(refuse(code))])),
    'foreign-host': altered({ hostname: 'elsewhere.invalid' }),
    'other-action': altered({ action: 'something-else' }),
  }
}

/** The fields of a question; undefined if it is malformed or has undocumented fields. */
function read({ headers, text, form }: Exchange): Record<string, string> | undefined {
  const isJson = mediaType(headers) === 'application/json'
  if (!isJson && repeated(form)) return undefined
  const fields: Record<string, unknown> = isJson
    ? { ...Object(fromJson(text)) }
    : Object.fromEntries(form)
  const { remoteip = '127.0.0.1', idempotency_key = crypto.randomUUID() } = fields
  const isKnown = Object.entries(fields).every(
    ([name, value]) => parameters.has(name) && typeof value === 'string',
  )
  const isWellFormed = ip.test(String(remoteip)) && uuid.test(String(idempotency_key))
  return isKnown && isWellFormed ? (fields as Record<string, string>) : undefined
}

function judge(
  { context }: Exchange,
  widgets: readonly TurnstileWidget[],
  { secret, response, idempotency_key }: Record<string, string>,
): Verdict {
  if (!secret) return refuse('missing-input-secret')
  const widget = widgets.find(({ secretKey }) => secretKey === secret)
  if (!widget) return refuse('invalid-input-secret')
  if (!response) return refuse('missing-input-response')
  if (response.length > longestToken) return refuse('invalid-input-response')
  const { notes } = context.state
  const key = idempotency_key && `turnstile answer ${idempotency_key} ${response}`
  const before = key && notes.get(key)?.verdict
  if (before) return JSON.parse(before)
  const token = takeToken(context, response)
  if (!token) return refuse('timeout-or-duplicate')
  if (token.siteKey !== widget.siteKey) return refuse('invalid-input-response')
  const { action, hostname, at } = token
  const challenge_ts = new Date(at).toISOString()
  const verdict = { success: true, 'error-codes': [], challenge_ts, hostname, action, cdata: '' }
  if (key) notes.set(key, { verdict: JSON.stringify(verdict) })
  return verdict
}

function refuse(code: string): Verdict {
  return { success: false, 'error-codes': [code] }
}
