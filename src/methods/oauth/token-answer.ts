import { processRefreshTokenResponse } from 'oauth4webapi'
import { at } from '../../description/json-path.ts'
import { isWellFormed } from '../../http/well-formed-text.ts'
import { conformResponse } from './endpoint-handler.ts'
import type { PlatformClient } from './platform-client.ts'
import { type Answer, platformError, readAnswer, type Sent } from './platform-response.ts'
import type { ResolvedOAuth } from './resolved.ts'
import { splitScopes } from './scopes.ts'

/** The platform's token answer in the standard's form. */
export async function readTokenAnswer(
  response: Response,
  provider: ResolvedOAuth,
  sent: Sent,
): Promise<Answer> {
  const { token, scopes } = provider.dialect
  const conformed = await conformResponse(provider, 'token', response)
  const whole = await readAnswer(conformed, provider, 'token', sent)
  const { at: path, names = {}, without = [] } = token ?? {}
  const answer = { ...((path && at(whole, path)) || whole) } as Answer
  for (const [standard, own] of Object.entries(names)) answer[standard] ??= answer[own]
  for (const name of without) delete answer[name]
  withoutBlanks(answer)
  if (token?.type) answer.token_type ??= token.type
  if (scopes && answer.scope !== undefined)
    answer.scope = splitScopes(answer.scope, scopes).join(' ')
  const odd = textFields.find((name) => isOdd(answer[name]))
  const lacking = requiredFields.find((name) => !answer[name])
  if (odd === undefined && lacking === undefined) return answer
  const description = odd === undefined ? `${lacking} is missing` : `${odd} is not a text`
  const failure = { error: 'malformed_answer', description }
  throw platformError(provider, 'token', response.status, failure)
}

/** Platforms that have no refresh token, or no expiry, may say so with `null` or with nothing; an empty scope grants none. */
export function withoutBlanks(answer: Answer): Answer {
  for (const name of textFields) {
    if (answer[name] === null || (answer[name] === '' && name !== 'scope')) delete answer[name]
  }
  return answer
}

/** RFC 6749 §5.1. */
const requiredFields = ['access_token', 'token_type']

/** Neither a text nor a number, or a text that storages do not keep as it is. */
function isOdd(value: unknown): boolean {
  return typeof value === 'string'
    ? !isWellFormed(value)
    : typeof value === 'object' && value !== null
}

const textFields = [
  'access_token',
  'token_type',
  'expires_in',
  'refresh_token',
  'scope',
  'id_token',
]

/** Judges a token answer without an id token (RFC 6749 §5.1). */
export async function judgeTokenAnswer(
  { server, client }: PlatformClient,
  answer: Answer,
): Promise<Answer> {
  // A plain OAuth 2 provider promises nothing about an id token, so it is kept but not relied upon.
  const { id_token, ...rest } = answer
  await processRefreshTokenResponse(server, client, Response.json(rest))
  return answer
}
