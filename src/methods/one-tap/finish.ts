import { emulatorOf } from '../../config/emulator.ts'
import type { Context } from '../../context.ts'
import { equal } from '../../crypto/compare.ts'
import { AuthError } from '../../errors.ts'
import { resolveCallbackUrl } from '../../http/callback-url.ts'
import { readCookie } from '../../http/cookies.ts'
import { crossSiteError } from '../../http/csrf.ts'
import { requestSite } from '../../http/request-site.ts'
import { type Flow, takeFlow } from '../flow.ts'
import type { FinishResult } from '../method.ts'
import type { ResolvedOAuth } from '../oauth/resolved.ts'
import { jwtClaims } from '../oauth/unverified-jwt.ts'
import { findByIdToken } from '../open-id/given-id-token.ts'
import type { PostedToken } from './posted-token.ts'

/** True if a callback brings an id token of its own accord. */
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
  const idToken = params.get(parameter) ?? ''
  const flow = await nonceFlow(context, provider, jwtClaims(idToken)?.nonce, nonce)
  const finding = await findByIdToken(context, provider, { idToken, nonce: flow?.id })
  const callbackUrl = flow?.callbackUrl ?? (await resolveCallbackUrl(context, undefined))
  return { finding, intent: { callbackUrl } }
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
  const message = `The cookie "${name}" and the form do not agree`
  throw new AuthError('CheckFailed', message, { provider: provider.id, field: name })
}
