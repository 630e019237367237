import { challengeOf } from '../../encoding.ts'
import { mediaType, repeated } from '../../exchange.ts'
import { findToken, keepToken, redeemCode, revokeGrant, spendToken } from '../../ledger.ts'
import { own } from '../../own.ts'
import type { Grant } from '../../records.ts'
import { json } from '../../reply.ts'
import type { Exchange, World } from '../../types.ts'
import { oauthError } from './answers.ts'
import type { Desk } from './desk.ts'
import { openId } from './people.ts'
import { scopes, type TikTokApp } from './registration.ts'

const year = 31_536_000

type GrantType = (desk: Desk, app: TikTokApp, exchange: Exchange) => Response | Promise<Response>

const grantTypes: Readonly<Record<string, GrantType>> = {
  authorization_code: exchangeCode,
  refresh_token: refresh,
  client_credentials: clientToken,
}

/** POST /v2/oauth/token/ */
export async function token(desk: Desk, exchange: Exchange): Promise<Response> {
  const app = identify(desk, exchange)
  if (app instanceof Response) return app
  const grantType = own(grantTypes, exchange.form.get('grant_type') ?? '')
  if (grantType) return grantType(desk, app, exchange)
  const problem = exchange.form.has('grant_type') ? 'unsupported_grant_type' : 'malformed'
  return oauthError(exchange.world, problem)
}

/** POST /v2/oauth/revoke/: takes the access token only, and says so of any other. */
export function revoke(desk: Desk, exchange: Exchange): Response {
  const { world, form } = exchange
  const app = identify(desk, exchange)
  if (app instanceof Response) return app
  const found = findToken(world, desk.platform, 'access', form.get('token') ?? '')
  if (!found || found.grant.client_id !== app.client_key) return oauthError(world, 'access_token')
  for (const grant of world.state.grants.values()) {
    if (grant.client_id === app.client_key && grant.persona === found.grant.persona) {
      revokeGrant(world, grant.id)
    }
  }
  world.notify(desk.platform, {
    client_id: app.client_key,
    event: 'authorization.removed',
    subject: openId(world, app.client_key, found.grant.persona),
    content: { reason: 5 },
  })
  const headers = { 'content-type': 'application/json' }
  return new Response(desk.doubts.revokeBody, { headers })
}

/** Recognises an application by key and secret in the form; HTTP Basic is not looked at. */
export function identify(desk: Desk, { world, headers, form }: Exchange): TikTokApp | Response {
  const isForm = mediaType(headers) === 'application/x-www-form-urlencoded'
  if (!isForm || repeated(form) !== undefined) return oauthError(world, 'malformed')
  if (!form.get('client_key') || !form.get('client_secret')) return oauthError(world, 'malformed')
  const app = desk.apps.find((one) => one.client_key === form.get('client_key'))
  const isGenuine = app !== undefined && app.client_secret === form.get('client_secret')
  return isGenuine ? app : oauthError(world, 'invalid_client')
}

async function exchangeCode(desk: Desk, app: TikTokApp, exchange: Exchange): Promise<Response> {
  const { world, form } = exchange
  if (!form.get('code')) return oauthError(world, 'malformed')
  const redeemed = redeemCode(world, desk.platform, app.client_key, form.get('code') ?? '')
  if (!redeemed) return oauthError(world, 'invalid_grant')
  const { code, grant } = redeemed
  const fail = (name: 'redirect_mismatch' | 'pkce'): Response => {
    revokeGrant(world, grant.id)
    return oauthError(world, name)
  }
  // A code that came by QR code never had a redirect URI.
  const isQrCode = code.redirect_uri === ''
  if (!isQrCode && form.get('redirect_uri') !== code.redirect_uri) return fail('redirect_mismatch')
  const { challenge } = code.details
  if (challenge !== undefined) {
    const expected = await challengeOf(form.get('code_verifier') ?? '', 'hex')
    if (challenge !== expected) return fail('pkce')
  }
  return issue(desk, world, grant, year)
}

function refresh(desk: Desk, app: TikTokApp, { world, form }: Exchange): Response {
  const presented = form.get('refresh_token') ?? ''
  if (presented === '') return oauthError(world, 'malformed')
  const found = findToken(world, desk.platform, 'refresh', presented)
  if (!found || found.grant.client_id !== app.client_key) return oauthError(world, 'refresh_token')
  spendToken(world, presented)
  const left = Math.floor((found.token.expires - world.clock.now()) / 1000)
  return issue(desk, world, found.grant, desk.doubts.refreshLifetime === 'restarts' ? year : left)
}

function clientToken(desk: Desk, app: TikTokApp, { world }: Exchange): Response {
  const access_token = `clt.${tail(world)}`
  const facts = { kind: 'access', platform: desk.platform, client_id: app.client_key } as const
  keepToken(world, access_token, facts, 7200)
  return json({ access_token, expires_in: 7200, token_type: 'Bearer' })
}

function issue(
  { platform, doubts }: Desk,
  world: World,
  grant: Grant,
  refreshSeconds: number,
): Response {
  const access_token = `act.${tail(world)}`
  const refresh_token = `rft.${tail(world)}`
  const facts = { platform, client_id: grant.client_id, grant: grant.id }
  keepToken(world, access_token, { ...facts, kind: 'access' }, doubts.accessLifetime)
  keepToken(world, refresh_token, { ...facts, kind: 'refresh' }, refreshSeconds)
  return json({
    access_token,
    expires_in: doubts.accessLifetime,
    open_id: openId(world, grant.client_id, grant.persona),
    refresh_expires_in: refreshSeconds,
    refresh_token,
    // In TikTok's own order, not in the order asked for.
    scope: Object.keys(scopes)
      .filter((scope) => grant.scopes.includes(scope))
      .join(','),
    token_type: 'Bearer',
  })
}

function tail({ random }: World): string {
  return `${random.text(64)}!${random.text(4, '123456789')}.va`
}
