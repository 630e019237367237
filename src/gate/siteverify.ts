const siteverify = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'

/** Cloudflare takes a token within five minutes; a clock of ours may be as wrong as that. */
const oldest = 600_000

/** The question to Cloudflare. */
interface Question {
  secret: string
  response: string
  remoteip?: string
}

/** Cloudflare's verdict on a token. */
type Verdict =
  | { success: true; hostname: unknown; action: unknown; challenge_ts: unknown }
  | { success: false; reason: string }

/** The demands on a token. */
interface Wanted {
  action: string
  /** The host names of the pages that may send it. */
  hosts: readonly string[]
  /** The time in milliseconds. */
  now: number
}

/**
 * Asks Cloudflare about a token. A lost answer is asked for once more, with the same `idempotency_key`: the token does not count as used
 * then. Rejects if nothing was decided.
 */
export async function askSiteverify(
  question: Question,
  { fetch, signal }: { fetch: typeof globalThis.fetch; signal: AbortSignal },
): Promise<Verdict> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ ...question, idempotency_key: crypto.randomUUID() })
  const ask = async () => {
    const response = await fetch(siteverify, { method: 'POST', headers, body, signal })
    // What is no JSON is not quoted, whatever it repeats.
    return readVerdict(response, await response.json().catch(() => undefined))
  }
  return ask().catch((thrown) => {
    if (signal.aborted) throw thrown
    return ask()
  })
}

/** Cloudflare's reasons against a token; every other error is one of our question, or Cloudflare's own. */
const reasons: readonly unknown[] = [
  'missing-input-response',
  'invalid-input-response',
  'timeout-or-duplicate',
]

function readVerdict({ ok, status }: Response, answer: unknown): Verdict {
  const { success, hostname, action, challenge_ts, 'error-codes': codes } = Object(answer)
  if (ok && success === true) return { success, hostname, action, challenge_ts }
  const [code] = Array.isArray(codes) ? codes : []
  if (success === false && reasons.includes(code)) return { success, reason: code }
  // No key or token looks like that.
  const said = /^[a-z-]+$/.test(String(code)) ? code : 'nothing about the token'
  throw new Error(`Siteverify answered ${status} and ${said}`)
}

/** True if a token was earned lately, for this action, on a page of this application. Otherwise the reason why not. */
export function judgeVerdict(verdict: Verdict, { now, hosts, action }: Wanted): true | string {
  if (!verdict.success) return verdict.reason
  if (verdict.action !== action) return 'a token for another action'
  if (!hosts.some((host) => host === verdict.hostname)) return 'a token for another host'
  // What is no moment is not smaller than anything.
  const age = Math.abs(now - Date.parse(String(verdict.challenge_ts)))
  return age < oldest || 'the token was earned at another time'
}
