import { at } from '../../description/json-path.ts'
import { AuthError } from '../../errors.ts'
import { withoutSecrets } from '../../services/causes.ts'
import { oneLine } from '../../services/log.ts'
import type { JsonValue } from '../../types/models.ts'
import type { ResolvedOAuth } from './resolved.ts'

/** A JSON object. */
export type Answer = { [key: string]: JsonValue | undefined }

/** Deeper than any platform's answer, and than whatever walks through one. */
const maxDepth = 100

/** A text as a JSON object; undefined when it is anything else. Whole numbers too large for a double become text. */
export function parseObject(text: string): Answer | undefined {
  try {
    const value: unknown = /\d{16}/.test(text) ? JSON.parse(text, exact) : JSON.parse(text)
    return isObject(value) && isShallow(value, maxDepth) ? value : undefined
  } catch {
    return undefined
  }
}

function exact(
  this: unknown,
  _key: string,
  value: unknown,
  context?: { source?: string },
): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  return context?.source && /^-?\d+$/.test(context.source) ? context.source : value
}

function isObject(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1))
}

/** Reads what a platform answered. Whatever its status, an answer that reports a failure is one. */
export async function readAnswer(
  response: Response,
  provider: ResolvedOAuth,
  endpoint: string,
  sent: Sent = [],
): Promise<Answer> {
  const text = await response.text()
  const answer = parseObject(text)
  const failure = answer ? findFailure(answer, provider, endpoint) : undefined
  if (answer && response.ok && !failure) return answer
  throw platformError(
    provider,
    endpoint,
    response.status,
    failure ?? { error: unreadableKind(text, answer) },
    sent,
  )
}

/** Secrets that a request carried. Some platforms repeat in their errors what they were sent. */
export type Sent = readonly (string | null | undefined)[]

/** A failure in the platform's own words. */
export type Failure = { error: string; description?: string; reference?: string }

/** The failure inside an answer: in the platform's own envelope, else as RFC 6749 §5.2 has it. */
export function findFailure(
  answer: Answer,
  provider: ResolvedOAuth,
  endpoint: string,
): Failure | undefined {
  const { failure } = provider.dialect
  const error = answer.error ?? answer.error_code
  const isSilent = !error || (failure && isObject(error))
  const found = failure && at(answer, failure.code)
  const code = isSilent && !isCode(found) && failure?.always === endpoint ? 'no_code' : found
  if (failure && isCode(code)) {
    if (failure.ok?.includes(code)) return undefined
    return describe(code, at(answer, failure.message ?? ''), at(answer, failure.reference ?? ''))
  }
  if (isSilent) return undefined
  // An object is no error of RFC 6749 but somebody's envelope, and envelopes are sent with good news too.
  if (isObject(error) && error.code === 'ok') return undefined
  const inner = isObject(error) ? (error.code ?? error.type ?? error.message ?? 'error') : error
  const words = isObject(error) ? error.message : (answer.error_description ?? answer.error_message)
  return describe(isCode(inner) ? inner : 'error', words, answer.log_id)
}

function isCode(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function describe(
  error: string | number | boolean,
  description: unknown,
  reference: unknown,
): Failure {
  return {
    error: String(error),
    ...(typeof description === 'string' && description && { description }),
    ...(typeof reference === 'string' && reference && { reference }),
  }
}

/** A stranger's words, as they may stand in a log or on a developer's page. An Authorization header is not repeated. */
export function sanitize(text: string, longest: number): string {
  return oneLine(withoutSecrets(text).slice(0, longest))
}

function unreadableKind(text: string, answer: Answer | undefined): string {
  if (answer) return 'unsuccessful_status'
  if (text.trim() === '') return 'empty_answer'
  return text.trimStart().startsWith('<') ? 'html_answer' : 'unreadable_answer'
}

/** The provider's advice about a code, which a stranger may have chosen. */
export function providerHint({ hints }: ResolvedOAuth, code: string): string | undefined {
  return hints && Object.hasOwn(hints, code) ? hints[code] : undefined
}

/** The error of a platform, with advice from the provider's own table where it has some. */
export function platformError(
  provider: ResolvedOAuth,
  endpoint: string,
  status: number | undefined,
  answer: Failure & Record<string, string>,
  sent: Sent = [],
): AuthError {
  const failure = hidden(answer, [provider.clientSecret, ...sent])
  const hint =
    providerHint(provider, `${endpoint} ${failure.error}`) ?? providerHint(provider, failure.error)
  const said = failure.description ? `: ${failure.description}` : ''
  return new AuthError(
    'PlatformError',
    `${provider.name} refused at the ${endpoint} endpoint with ${failure.error}${said}`,
    {
      provider: provider.id,
      platform: { ...failure, endpoint, ...(status !== undefined && { status }) },
      hint,
    },
  )
}

/** Without what was sent; only then cut, because half of a secret is not recognised. */
function hidden<Words extends Record<string, string>>(words: Words, secrets: Sent): Words {
  const hide = (text: string) =>
    secrets.reduce<string>((rest, secret) => (secret ? rest.replaceAll(secret, '…') : rest), text)
  const pairs = Object.entries(words).map(([name, text]) => [
    name,
    sanitize(hide(text), name === 'description' ? 300 : 100),
  ])
  return Object.fromEntries(pairs) as Words
}
