import { reasonFor } from '../services/causes.ts'
import type { Steps } from '../types/trace.ts'
import { challengeMark, idTokenFacts } from './facts.ts'
import type { Entry, FlowRecord } from './flow-record.ts'
import { bodyValues, type ReadBody, readBody, requestMessage, responseMessage } from './messages.ts'
import { addEntry, type Recording } from './recorder-parts.ts'
import { currentVisit } from './visit.ts'

/** Records a request to a platform, and its answer when it arrives. */
export function recordAnswer(
  recording: Recording,
  flow: FlowRecord,
  question: Steps['asked'],
): void {
  if (isAboutPassword(question)) recordRange(recording, flow)
  else recordExchange(recording, flow, question)
}

function recordExchange(
  recording: Recording,
  flow: FlowRecord,
  { url: address, init, answer }: Steps['asked'],
): void {
  const { engine, masker } = recording
  const isMail = currentVisit.getStore()?.mailed === true
  const url = new URL(address)
  const headers = new Headers(init?.headers)
  const body = isMail ? { text: 'the mail' } : sentBody(init?.body, headers)
  const values = { ...Object.fromEntries(url.searchParams), ...bodyValues(body) }
  void rememberTokenRequest(recording, flow, values)
  const started = performance.now()
  const entry = addEntry(flow, {
    at: engine.services.now(),
    from: 'app',
    to: 'platform',
    title: purpose(url, values, isMail),
    ...('grant_type' in values && { checks: 'token' }),
    request: requestMessage(masker, { method: init?.method ?? 'GET', url, headers, body }),
  })
  const finish = (message: Entry['response']) => {
    entry.took = Math.round(performance.now() - started)
    if (message) entry.response = message
    recording.store.changed()
  }
  answer.then(
    async (response) => {
      const { status, headers } = response
      const text = await response.clone().text()
      rememberIdToken(flow, text)
      finish(responseMessage(masker, { status, headers, text }))
      if (status >= 400) entry.failed = true
    },
    (failure: unknown) => {
      entry.failed = true
      const reason = reasonFor(failure) || 'failed'
      finish({ line: 'no answer', groups: [], body: masker.text(reason) })
    },
  )
}

/** True for Pwned Passwords, whose address and answer contain digits of a password's hash, enough to test guesses. */
function isAboutPassword({ url }: Steps['asked']): boolean {
  return new URL(url).host === 'api.pwnedpasswords.com'
}

function recordRange({ engine }: Recording, flow: FlowRecord): void {
  const title = 'Asks api.pwnedpasswords.com about the new password'
  addEntry(flow, { at: engine.services.now(), from: 'app', to: 'platform', title })
}

function rememberIdToken(flow: FlowRecord, text: string): void {
  const answer = bodyValues(readBody('application/json', text))
  const facts = answer.id_token ? idTokenFacts(answer.id_token) : undefined
  if (facts) flow.facts.idToken = facts
}

function sentBody(body: RequestInit['body'], headers: Headers): ReadBody {
  if (body instanceof URLSearchParams) return { fields: [...body] }
  return typeof body === 'string' ? readBody(headers.get('content-type') ?? '', body) : undefined
}

/** The purpose of a request, judged by its address and its fields. */
function purpose(url: URL, values: Record<string, string>, isMail: boolean): string {
  if (isMail) return 'Hands the mail over'
  if (values.grant_type === 'authorization_code' || values.code) {
    return 'Exchanges the code for tokens'
  }
  if (/\.well-known\/|openid-configuration/.test(url.pathname)) return 'Reads the metadata'
  if (/jwks|certs|keys/.test(url.pathname)) return 'Reads the signing keys'
  return `Asks ${url.host}${url.pathname}`
}

/** Records what the token request repeats of the authorization request. */
async function rememberTokenRequest(
  recording: Recording,
  flow: FlowRecord,
  { grant_type, redirect_uri, code_verifier }: Record<string, string>,
): Promise<void> {
  if (grant_type !== 'authorization_code') return
  flow.facts.tokenRequest = { ...(redirect_uri && { redirect_uri }) }
  if (!code_verifier) return
  const challenge = await challengeMark(recording, flow, code_verifier)
  flow.facts.tokenRequest = { ...flow.facts.tokenRequest, challenge }
}
