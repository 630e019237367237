import { skipStateCheck, validateAuthResponse } from 'oauth4webapi'
import type { Context } from '../../context.ts'
import { AuthError } from '../../errors.ts'
import { redirect } from '../../http/respond.ts'
import { flowIntent, takeFlow } from '../flow.ts'
import type { FinishResult } from '../method.ts'
import { appUrls } from './app-urls.ts'
import { assertNarrowed } from './assert-narrowed.ts'
import { exchange } from './exchange.ts'
import { createFinding } from './finding.ts'
import type { OAuthState } from './flow.ts'
import { translated } from './oauth4webapi-errors.ts'
import { createPlatformClient, type PlatformClient } from './platform-client.ts'
import { platformError, providerHint, sanitize } from './platform-response.ts'
import { fetchProfile } from './profile.ts'
import { forwardCallback } from './redirect-proxy.ts'
import type { ResolvedOAuth } from './resolved.ts'

/** The person came back: checks the callback, asks the platform for tokens and profile, and says what was found. */
export async function finish(
  context: Context,
  provider: ResolvedOAuth,
): Promise<FinishResult | { response: Response }> {
  const params = await callbackParams(context, provider)
  const elsewhere = await forwardCallback(context, provider, params)
  if (elsewhere) return { response: redirect(elsewhere) }
  const usesState = provider.checks.includes('state')
  const state = params.get('state')
  if (usesState && !state) throw missingState(provider, params.get('error'))
  const flow = await takeFlow<OAuthState>(
    context,
    provider.id,
    usesState ? (state ?? '') : undefined,
  )
  const refused = refusal(context, provider, params, flow.state?.redirect_uri)
  if (refused) throw refused
  return translated(provider, 'callback', async () => {
    const platform = await createPlatformClient(context, provider)
    const validated = validate(platform, params, usesState ? flow.id : undefined)
    const { trace } = context.services
    trace(() => ({ step: 'accepted', provider: provider.id }))
    // A made-up code costs the platform a request in our name.
    const exchanged = await context.services.limitFailures('oauth', context.request, () =>
      translated(provider, 'callback', () => exchange(context, platform, validated, flow)),
    )
    trace(() => ({ step: 'exchanged', provider: provider.id }))
    const profile = await fetchProfile(context, platform, exchanged, params)
    assertNarrowed(provider, profile, flow.state?.repeated)
    const finding = await createFinding(provider, profile, exchanged.tokens, exchanged.claims)
    return { finding, intent: flowIntent(flow) }
  })
}

/** The parameters that the platform sent: in the query, or as a form when it was asked to (`form_post`). */
export async function callbackParams(
  context: Context,
  provider: ResolvedOAuth,
): Promise<URLSearchParams> {
  if (context.request.method === 'POST') {
    const sent = Object.entries(await context.body())
    return new URLSearchParams(
      sent.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    )
  }
  const names = [...context.query.keys()]
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  // RFC 6749 §3.1: parameters must not be included more than once.
  if (repeated === undefined) return context.query
  throw new AuthError('InvalidRequest', 'The callback repeats a parameter', {
    provider: provider.id,
    field: repeated.slice(0, 60),
  })
}

/**
 * The error of a callback without state. Anybody can make up such an address: nothing of it is repeated, in the log neither. A code that
 * the platform's own file knows is named: some platforms leave the state out when they refuse.
 */
function missingState(provider: ResolvedOAuth, error: string | null): AuthError {
  if (error && isDeclined(provider, error)) {
    const message = `The sign-in was declined at ${provider.name}`
    return new AuthError('AccessDenied', message, { provider: provider.id, reason: 'cancelled' })
  }
  const advice = providerHint(provider, error ?? '')
  const said = advice ? `, and says ${error}` : error ? ', and reports an error' : ''
  return new AuthError('CheckFailed', `The callback has no state${said}`, {
    provider: provider.id,
    field: 'state',
    hint:
      advice ??
      'A sign-in must start on our own page. If the platform never sends state back, say checks: ["none"].',
  })
}

/** RFC 6749 §4.1.2.1: the platform, or the person there, said no. */
function refusal(
  context: Context,
  provider: ResolvedOAuth,
  params: URLSearchParams,
  redirect_uri: string = appUrls(context, provider).callbackUrl,
): AuthError | undefined {
  const error = params.get('error')
  if (!error) return undefined
  const names = provider.dialect.callbackError ?? []
  const repeatable = (code: string) => codeWord(context, provider, code)
  const extra = Object.fromEntries(
    names.flatMap((name) => (params.has(name) ? [[name, repeatable(params.get(name) ?? '')]] : [])),
  )
  // The visitor can write these sentences as well as the platform: they help while developing, and are no news in production.
  const description = context.config.production
    ? ''
    : sanitize(params.get('error_description') ?? '', 300)
  const said = { error: repeatable(error), ...(description && { description }), ...extra }
  // What the platform adds to its code can say more than the code itself.
  const refined = Object.values(extra).find((code) => providerHint(provider, code))
  if (isDeclined(provider, error) && !refined) {
    return new AuthError('AccessDenied', `The sign-in was declined at ${provider.name}`, {
      provider: provider.id,
      reason: 'cancelled',
      platform: said,
      hint: providerHint(provider, error),
    })
  }
  const { platform, message, hint } = platformError(provider, 'authorization', undefined, said)
  const advice = (refined && providerHint(provider, refined)) ?? hint
  return new AuthError('PlatformError', message, {
    provider: provider.id,
    hint: advice.replaceAll('{callbackUrl}', redirect_uri),
    platform,
  })
}

/**
 * The part of a code that is repeated. The visitor can write it as well as the platform: any word while developing, and in production one
 * that the standards or the provider's file know.
 */
function codeWord({ config }: Context, provider: ResolvedOAuth, text: string): string {
  if (!/^[\w.:-]{1,60}$/.test(text)) return 'unreadable'
  const isKnown =
    standardCodes.has(text) || isDeclined(provider, text) || providerHint(provider, text)
  return isKnown || !config.production ? text : 'unknown'
}

/** RFC 6749 §4.1.2.1 and OpenID Connect Core 1.0 §3.1.2.6. */
const standardCodes: ReadonlySet<string> = new Set([
  'invalid_request',
  'unauthorized_client',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
  'interaction_required',
  'login_required',
  'account_selection_required',
  'consent_required',
  'invalid_request_uri',
  'invalid_request_object',
  'request_not_supported',
  'request_uri_not_supported',
  'registration_not_supported',
])

function isDeclined({ dialect }: ResolvedOAuth, error: string): boolean {
  return error === 'access_denied' || dialect.declined?.includes(error) === true
}

function validate(
  { provider, server, client }: PlatformClient,
  params: URLSearchParams,
  state: string | undefined,
): URLSearchParams {
  const checked = new URLSearchParams(params)
  // RFC 9207 compares with the issuer. A provider without one has nothing to compare with, and one with an issuer per
  // tenant learns it from the id token, whose issuer is checked.
  if ((!provider.issuer && !provider.wellKnown) || provider.dialect.tenant) checked.delete('iss')
  // Some platforms send an id token along with the code. Only the token endpoint's counts.
  checked.delete('id_token')
  const code = checked.get(provider.dialect.code ?? 'code')
  if (code !== null) checked.set('code', code)
  return validateAuthResponse(server, client, checked, state ?? skipStateCheck)
}
