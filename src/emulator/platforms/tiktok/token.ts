import { codeChallenge } from '../../encoding.ts'
import { findToken, keepToken, redeemCode, revokeGrant, spendToken } from '../../issued-tokens.ts'
import { own } from '../../own-property.ts'
import type { Grant } from '../../records.ts'
import { json } from '../../reply.ts'
import { mediaType, repeated } from '../../request.ts'
import type { EmulatorContext, Exchange } from '../../types.ts'
import { oauthError } from './answers.ts'
import { openId } from './people.ts'
import { scopes, type TikTokApp } from './registration.ts'
import type { TikTokState } from './tiktok-state.ts'

const year = 31_536_000

type GrantType = (
  practice: TikTokState,
  app: TikTokApp,
  exchange: Exchange,
) => Response | Promise<Response>

const grantTypes: Readonly<Record<string, GrantType>> = {
  authorization_code: exchangeCode,
  refresh_token: refresh,
  client_credentials: clientToken,
}

/** POST /v2/oauth/token/ */
export async function token(practice: TikTokState, exchange: Exchange): Promise<Response> {
  const app = identify(practice, exchange)
  if (app instanceof Response) return app
  const grantType = own(grantTypes, exchange.form.get('grant_type') ?? '')
  if (grantType) return grantType(practice, app, exchange)
  const problem = exchange.form.has('grant_type') ? 'unsupported_grant_type' : 'malformed'
  return oauthError(exchange.context, problem)
}

/** POST /v2/oauth/revoke/: accepts access tokens only. */
export function revoke(practice: TikTokState, exchange: Exchange): Response {
  const { context, form } = exchange
  const app = identify(practice, exchange)
  if (app instanceof Response) return app
  const found = findToken(context, practice.platform, 'access', form.get('token') ?? '')
  if (!found || found.grant.client_id !== app.client_key) return oauthError(context, 'access_token')
  for (const grant of context.state.grants.values()) {
    if (grant.client_id === app.client_key && grant.persona === found.grant.persona) {
      revokeGrant(context, grant.id)
    }
  }
  context.notify(practice.platform, {
    client_id: app.client_key,
    event: 'authorization.removed',
    subject: openId(context, app.client_key, found.grant.persona),
    content: { reason: 5 },
  })
  const headers = { 'content-type': 'application/json' }
  return new Response(practice.doubts.revokeBody, { headers })
}

/** Authenticates an application by key and secret in the form; HTTP Basic is ignored. */
export function identify(
  practice: TikTokState,
  { context, headers, form }: Exchange,
): TikTokApp | Response {
  const isForm = mediaType(headers) === 'application/x-www-form-urlencoded'
  if (!isForm || repeated(form) !== undefined) return oauthError(context, 'malformed')
  if (!form.get('client_key') || !form.get('client_secret')) return oauthError(context, 'malformed')
  const app = practice.apps.find((one) => one.client_key === form.get('client_key'))
  const isGenuine = app !== undefined && app.client_secret === form.get('client_secret')
  return isGenuine ? app : oauthError(context, 'invalid_client')
}

/** A code like the real ones, which are long and end in `*1!4608.va`: clients must decode them, and only once. */
export function newCode({ random }: EmulatorContext): string {
  return `${random.text(216)}*1!${random.text(4, '123456789')}.va`
}

async function exchangeCode(
  practice: TikTokState,
  app: TikTokApp,
  exchange: Exchange,
): Promise<Response> {
  const { context, form } = exchange
  if (!form.get('code')) return oauthError(context, 'malformed')
  const redeemed = redeemCode(context, practice.platform, app.client_key, form.get('code') ?? '')
  if (!redeemed) return oauthError(context, 'invalid_grant')
  const { code, grant } = redeemed
  const fail = (name: 'redirect_mismatch' | 'pkce' | 'malformed'): Response => {
    revokeGrant(context, grant.id)
    return oauthError(context, name)
  }
  // Minis have neither parameter; that TikTok refuses them is assumed.
  const isMinis = code.details.minis !== undefined
  if (isMinis && (form.has('redirect_uri') || form.has('code_verifier'))) return fail('malformed')
  // A code that came by QR code never had a redirect URI.
  const hadRedirect = code.redirect_uri !== ''
  if (hadRedirect && form.get('redirect_uri') !== code.redirect_uri)
    return fail('redirect_mismatch')
  const { challenge } = code.details
  if (challenge !== undefined) {
    const expected = await codeChallenge(form.get('code_verifier') ?? '', 'hex')
    if (challenge !== expected) return fail('pkce')
  }
  return issue(practice, context, grant, year)
}

function refresh(practice: TikTokState, app: TikTokApp, { context, form }: Exchange): Response {
  const presented = form.get('refresh_token') ?? ''
  if (presented === '') return oauthError(context, 'malformed')
  const found = findToken(context, practice.platform, 'refresh', presented)
  if (!found || found.grant.client_id !== app.client_key)
    return oauthError(context, 'refresh_token')
  spendToken(context, presented)
  const left = Math.floor((found.token.expires - context.clock.now()) / 1000)
  return issue(
    practice,
    context,
    found.grant,
    practice.doubts.refreshLifetime === 'restarts' ? year : left,
  )
}

function clientToken(practice: TikTokState, app: TikTokApp, { context }: Exchange): Response {
  const access_token = `clt.${tail(context)}`
  const facts = { kind: 'access', platform: practice.platform, client_id: app.client_key } as const
  keepToken(context, access_token, facts, 7200)
  return json({ access_token, expires_in: 7200, token_type: 'Bearer' })
}

function issue(
  { platform, doubts }: TikTokState,
  context: EmulatorContext,
  grant: Grant,
  refreshSeconds: number,
): Response {
  const access_token = `act.${tail(context)}`
  const refresh_token = `rft.${tail(context)}`
  const facts = { platform, client_id: grant.client_id, grant: grant.id }
  keepToken(context, access_token, { ...facts, kind: 'access' }, doubts.accessLifetime)
  keepToken(context, refresh_token, { ...facts, kind: 'refresh' }, refreshSeconds)
  return json({
    access_token,
    expires_in: doubts.accessLifetime,
    open_id: openId(context, grant.client_id, grant.persona),
    refresh_expires_in: refreshSeconds,
    refresh_token,
    // In TikTok's own order, not in the order asked for.
    scope: Object.keys(scopes)
      .filter((scope) => grant.scopes.includes(scope))
      .join(','),
    token_type: 'Bearer',
  })
}

function tail({ random }: EmulatorContext): string {
  return `${random.text(64)}!${random.text(4, '123456789')}.va`
}
