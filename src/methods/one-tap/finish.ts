import { emulatorOf } from '../../config/emulator.ts'
import type { Context } from '../../context.ts'
import { equal } from '../../crypto/compare.ts'
import { sha256 } from '../../crypto/hash.ts'
import { AuthError } from '../../errors.ts'
import { resolveCallbackUrl } from '../../http/callback-url.ts'
import { readCookie } from '../../http/cookies.ts'
import { crossSiteError } from '../../http/csrf.ts'
import { requestSite } from '../../http/request-site.ts'
import { type Flow, takeFlow } from '../flow.ts'
import type { FinishResult } from '../method.ts'
import { assertNarrowed } from '../oauth/assert-narrowed.ts'
import { createFinding } from '../oauth/finding.ts'
import { validateIdToken } from '../oauth/id-token.ts'
import { narrowing } from '../oauth/narrowing.ts'
import { translated } from '../oauth/oauth4webapi-errors.ts'
import { createPlatformClient } from '../oauth/platform-client.ts'
import type { ResolvedOAuth } from '../oauth/resolved.ts'
import { jwtClaims } from '../oauth/unverified-jwt.ts'
import type { PostedToken } from './posted-token.ts'

/** Whether a callback brings an id token of its own accord. */
export function bringsToken(
  { request }: Context,
  { parameter }: PostedToken,
  params: URLSearchParams,
): boolean {
  return request.method === 'POST' && params.has(parameter) && !params.has('state')
}

/**
 * Finishes a sign-in that the platform's own script started on the application's page (Google's button and One Tap). The
 * token is held to everything an id token can be held to, and is good once; its nonce in this browser only.
 */
export async function finishWithToken(
  context: Context,
  provider: ResolvedOAuth,
  { parameter, csrf, nonce }: PostedToken,
  params: URLSearchParams,
): Promise<FinishResult> {
  assertSameBrowser(context, provider, csrf, params.get(csrf))
  const id_token = params.get(parameter) ?? ''
  const flow = await nonceFlow(context, provider, jwtClaims(id_token)?.nonce, nonce)
  return translated(provider, 'callback', async () => {
    const platform = await createPlatformClient(context, provider)
    // Judged as the answer of a token endpoint. There is no access token; the word only fills its place.
    const answer = { access_token: 'none', token_type: 'bearer', id_token }
    const claims = await validateIdToken(platform, answer, { nonce: flow?.id })
    assertNarrowed(provider, { ...claims }, narrowing(provider, provider.authorizationParams))
    // Only what is signed tells tokens apart: a signature can be spelled in several ways.
    const signed = id_token.slice(0, id_token.lastIndexOf('.'))
    const key = `token ${provider.id} ${await sha256(signed)}`
    if (!(await context.services.claim(key, new Date(claims.exp * 1000)))) {
      throw refusal(provider, 'This id token was already used', parameter)
    }
    const finding = await createFinding(provider, { ...claims }, {}, claims)
    return {
      finding,
      intent: { callbackUrl: flow?.callbackUrl ?? (await resolveCallbackUrl(context, undefined)) },
    }
  })
}

/** The page that was given the nonce which the token carries. */
async function nonceFlow(
  context: Context,
  provider: ResolvedOAuth,
  nonce: unknown,
  wanted: 'optional' | undefined,
): Promise<Flow | undefined> {
  if (typeof nonce === 'string') return takeFlow(context, provider.id, nonce, 'nonce')
  if (wanted === 'optional') {
    assertOwnOrPlatformPage(context, provider)
    return undefined
  }
  throw new AuthError('CheckFailed', 'The id token has no nonce', {
    provider: provider.id,
    field: 'nonce',
    hint: `Ask ${context.baseUrl}/nonce/${provider.id} for one, and give it to the platform's script.`,
  })
}

/** Without a nonce nothing in the token names this browser. The platform's script posts it from our page, or from one of its own. */
function assertOwnOrPlatformPage(context: Context, { id, issuer = '' }: ResolvedOAuth): void {
  const { config, request, origin } = context
  const platform = [issuer, emulatorOf(config, id)].flatMap((url) => URL.parse(url ?? '') ?? [])
  const pages = [...config.actingOrigins, ...platform.map((url) => url.origin)]
  if (requestSite(request, origin, pages) === 'other') throw crossSiteError(request, origin)
}

/** The script wrote the same value into a cookie of our page and into the form: another site cannot. */
function assertSameBrowser(
  { cookies }: Context,
  provider: ResolvedOAuth,
  name: string,
  posted: string | null,
): void {
  const kept = readCookie(cookies.header, name)
  if (kept && posted && equal(kept, posted)) return
  throw refusal(provider, `The cookie "${name}" and the form do not agree`, name)
}

function refusal(provider: ResolvedOAuth, message: string, field: string): AuthError {
  return new AuthError('CheckFailed', message, { provider: provider.id, field })
}
