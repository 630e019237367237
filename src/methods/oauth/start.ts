import { emulatorOf } from '../../config/emulator.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../crypto/hash.ts'
import { random } from '../../crypto/random.ts'
import { AuthError } from '../../errors.ts'
import { viaEmulator } from '../../http/via-emulator.ts'
import { recentSeconds, signedInAt } from '../../sessions/sign-in-age.ts'
import { flowId, flowSeconds, keepFlow } from '../flow.ts'
import type { SignInIntent, StartResult } from '../method.ts'
import { authorizationServer } from './authorization-server.ts'
import { callbackProblem } from './configure/callback-address.ts'
import { handlerTools, runHandler } from './endpoint-handler.ts'
import type { OAuthFlow } from './flow.ts'
import { narrowing } from './narrowing.ts'
import { openIdCode } from './open-id.ts'
import { proxyState } from './redirect-proxy.ts'
import type { ResolvedOAuth } from './resolved.ts'

/** Sends a person to the platform, and remembers in a cookie what the callback will be checked against. */
export async function start(
  context: Context,
  provider: ResolvedOAuth,
  intent: SignInIntent,
): Promise<StartResult> {
  const { checks } = provider
  const usesState = checks.includes('state')
  const crossSite = provider.authorizationParams.response_mode === 'form_post'
  const { redirect_uri, suffix } = await proxyState(context, provider, crossSite)
  // The practice platform takes this machine's addresses and says itself what it refuses.
  const emulator = emulatorOf(context.config, provider.id)
  if (!emulator) assertAcceptable(provider, redirect_uri)
  const asked: Record<string, string> = {
    ...formParams(provider, intent),
    // What the application configured, a form cannot change; its own code can.
    ...provider.authorizationParams,
    // Whoever connects an account may mean another than the platform would silently answer with; others say so in the standard's words.
    ...((intent.link || intent.body.prompt === 'select_account') && provider.accountChoice),
    ...intent.params,
  }
  const max_age = readMaxAge(provider, asked.max_age)
  const repeated = narrowing(provider, asked)
  const mayKnow = provider.type === 'oidc' && max_age === undefined && !intent.link
  const again = mayKnow && (await provesAgain(context))
  const flow: OAuthFlow = {
    id: flowId(context.now) + suffix,
    provider: provider.id,
    callbackUrl: intent.callbackUrl,
    expires: context.now + flowSeconds,
    ...(intent.data !== undefined && { data: intent.data }),
    ...(intent.link && { link: { ...intent.link, ...(crossSite && { formPost: true as const }) } }),
    state: {
      redirect_uri,
      ...(checks.includes('pkce') && { code_verifier: random(32) }),
      ...(checks.includes('nonce') && { nonce: random(32) }),
      ...(max_age !== undefined && { max_age }),
      ...(repeated && { repeated }),
      ...(intent.params?.scope && { scope: intent.params.scope }),
    },
  }
  const { code_verifier } = flow.state ?? {}
  const challenge = code_verifier && (await sha256(code_verifier, provider.dialect.challenge))
  const params = { ...again, ...asked, ...ownParams(provider, flow, usesState, challenge) }
  const address = await authorizationUrl(context, provider, params)
  await keepFlow(context, flow, { named: usesState, crossSite })
  const { trace } = context.services
  const { scope } = asked
  trace(() => ({
    step: 'sent',
    line: `${provider.id}: sent to ${address.split('?', 1)} for ${scope}, back to ${redirect_uri}`,
    provider: provider.id,
    url: address,
    scope,
    redirect_uri,
  }))
  return { redirect: emulator ? viaEmulator(emulator, new URL(address)).href : address }
}

/** A platform that will refuse our callback address is better named here than by its error page. */
function assertAcceptable(provider: ResolvedOAuth, redirect_uri: string): void {
  const problem = callbackProblem(provider, redirect_uri)
  if (!problem) return
  throw new AuthError(
    'Configuration',
    `${provider.name} will refuse the callback address ${redirect_uri}`,
    {
      provider: provider.id,
      field: 'redirect_uri',
      hint: problem,
    },
  )
}

/** The parameters that belong to the flow. They come last: nothing else may set them. */
function ownParams(
  provider: ResolvedOAuth,
  flow: OAuthFlow,
  usesState: boolean,
  code_challenge: string | undefined,
) {
  const { clientId: name = 'client_id' } = provider.dialect
  const { redirect_uri = '', nonce } = flow.state ?? {}
  return {
    response_type: provider.authorizationParams.response_type ?? 'code',
    [name]: provider.clientId,
    redirect_uri,
    ...(usesState && { state: flow.id }),
    ...(nonce && { nonce }),
    ...(code_challenge && { code_challenge, code_challenge_method: 'S256' }),
  }
}

/** Parameters that change the platform's page, and nothing that a sign-in is believed for. */
const harmlessParams: readonly string[] = ['login_hint', 'ui_locales', 'display', 'screen_hint']

/** The parameters that the form adds to the request, as far as the provider lets forms do that. */
function formParams(
  { formParams: allowed = harmlessParams }: ResolvedOAuth,
  { body }: SignInIntent,
): Record<string, string> {
  const given: Record<string, string> = {}
  for (const name of allowed) {
    const value = body[name]
    if (typeof value === 'string') given[name] = value.slice(0, 500)
  }
  return given
}

/** OpenID Connect Core §3.1.2.1. What cannot be checked afterwards is not asked for. */
function readMaxAge({ id, type }: ResolvedOAuth, value: string | undefined): number | undefined {
  if (type !== 'oidc' || value === undefined) return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value)
  throw new AuthError('InvalidRequest', '`max_age` is not a number of seconds', {
    provider: id,
    field: 'max_age',
  })
}

/**
 * A platform that knows the person would repeat the old sign-in to somebody who signs in again because theirs is too old. It is asked for a
 * newer one, not checked: a platform that does not tell `auth_time` vouches for now. Somebody who came a moment ago has mistaken the account.
 */
async function provesAgain(context: Context) {
  const current = await context.currentSession().catch(() => null)
  const age = current ? context.now - (signedInAt(current) ?? 0) : 0
  return age < 60
    ? undefined
    : { max_age: String(Math.min(recentSeconds / 4, Math.floor(age / 2))) }
}

async function authorizationUrl(
  context: Context,
  provider: ResolvedOAuth,
  params: Record<string, string>,
): Promise<string> {
  const { request } = provider.authorization
  if (request) {
    const tools = handlerTools(context, provider)
    return new URL(await runHandler(provider, 'authorization', request, { params, ...tools })).href
  }
  // RFC 9126 needs the platform's metadata; without discovery there is none.
  const server =
    provider.authorization.url && !provider.issuer && !provider.wellKnown
      ? undefined
      : await authorizationServer(context, provider)
  // Metadata without it was refused where it was read.
  const endpoint = provider.authorization.url ?? new URL(server?.authorization_endpoint ?? '')
  const sent = server?.require_pushed_authorization_requests
    ? await push(context, provider, params)
    : params
  const { origin, pathname, searchParams, hash } = endpoint
  const all = { ...Object.fromEntries(searchParams), ...sent }
  return `${origin}${pathname}?${new URLSearchParams(all)}${hash}`
}

/** RFC 9126: the parameters go by the back channel, the browser carries a reference to them. */
async function push(
  context: Context,
  provider: ResolvedOAuth,
  params: Record<string, string>,
): Promise<Record<string, string>> {
  const { pushAuthorization } = await openIdCode(provider)
  const { request_uri } = await pushAuthorization(context, provider, params)
  return { client_id: provider.clientId, request_uri }
}
