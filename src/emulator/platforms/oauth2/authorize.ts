import type { Authorization, Outcome, Parameters, SignIn, Verdict } from '../../authorization.ts'
import { keepCode } from '../../issued-tokens.ts'
import { repeated } from '../../request.ts'
import type { Exchange } from '../../types.ts'
import { type Complete, type OAuth2App, unmet } from './description.ts'
import { isRegistered } from './registration.ts'

const shapes = { base64url: /^[\w-]{43}$/, hex: /^[0-9a-f]{64}$/ }

/** The browser sign-in of a described platform. */
export function toSignIn(platform: Complete): SignIn {
  const { id, name, authorize, personas, scopes = {} } = platform
  return {
    platform: id,
    name,
    authorize: [authorize.url],
    personas,
    meanings: scopes,
    fixed: ['openid'],
    failures: {
      server_error: 'Server error',
      temporarily_unavailable: 'Temporarily unavailable',
    },
    judge: (parameters, exchange) => judge(platform, parameters, exchange),
    accept: (ask, persona, granted, exchange) => accept(platform, ask, persona, granted, exchange),
    refuse: (ask, why, exchange) => {
      const error = why === 'denied' ? 'access_denied' : why
      return back(platform, ask, refusal(platform, error), exchange)
    },
  }
}

// Until the redirect URI is known to be the application's, nothing is sent there (RFC 6749 §4.1.2.1).
function judge(platform: Complete, given: URLSearchParams, exchange: Exchange): Verdict {
  const { names, authorize, apps } = platform
  const twice = repeated(given)
  if (twice !== undefined) return stop('invalid_request', `Send ${twice} once.`)
  const written = [...given.keys()].join(', ')
  if (authorize.order && written !== authorize.order.join(', ')) {
    return stop('invalid_request', `Send ${authorize.order.join(', ')}, in this order.`)
  }
  const parameters = authorize.resolve ? authorize.resolve(given, exchange) : given
  if (!parameters) return stop('invalid_request', 'This request must be pushed first.')
  const leaked = [names.client_secret, 'client_secret', 'code_verifier'].find((name) =>
    parameters.has(name),
  )
  if (leaked !== undefined) {
    return stop('invalid_request', `${leaked} must never travel through the browser.`)
  }
  const app = apps.find((one) => one.client_id === parameters.get(names.client_id))
  if (!app) return stop('unauthorized_client', `No application has this ${names.client_id}.`)
  const redirect_uri = parameters.get('redirect_uri') ?? ''
  if (!isRegistered(app, redirect_uri)) {
    const advice = `${redirect_uri || 'No redirect_uri'} is not registered; these are: `
    return stop('invalid_request', advice + app.redirect_uris.join(' '))
  }
  return judgeContent(platform, app, redirect_uri, parameters, exchange)
}

function judgeContent(
  platform: Complete,
  app: OAuth2App,
  redirect_uri: string,
  parameters: URLSearchParams,
  exchange: Exchange,
): Verdict {
  const { authorize, separator } = platform
  const mode = parameters.get('response_mode') ?? 'query'
  const response_mode = (authorize.response_modes ?? ['query']).find((one) => one === mode)
  const state = parameters.get('state')
  const asked = (parameters.get('scope') ?? '').split(separator).filter((scope) => scope !== '')
  const prompt = parameters.get('prompt')
  const ask: Authorization = {
    client_id: app.client_id,
    app: app.name ?? app.client_id,
    redirect_uri,
    scopes: [...new Set(asked)],
    silent: (prompt === null || prompt === 'none') && !asksForChoice(platform, parameters),
    details: Object.fromEntries(parameters),
    ...(state === null ? {} : { state }),
    ...(response_mode === undefined ? {} : { response_mode }),
  }
  const problem =
    response_mode === undefined
      ? (['invalid_request', 'response_mode is not supported'] as const)
      : fault(platform, app, asked, parameters)
  if (problem) {
    return back(platform, ask, refusal(platform, ...problem), exchange)
  }
  const otherwise = back(platform, ask, refusal(platform, 'login_required'), exchange)
  return { ask: prompt === 'none' ? { ...ask, otherwise } : ask }
}

/** True if one of the platform's own parameters asks people to choose an account. */
function asksForChoice({ authorize }: Complete, parameters: URLSearchParams): boolean {
  return Object.entries(authorize.choice ?? {}).some(([name, on]) => parameters.get(name) === on)
}

function fault(
  { authorize, pkce, challenge: encoding, scopes, separator }: Complete,
  app: OAuth2App,
  asked: readonly string[],
  parameters: URLSearchParams,
): readonly [string, string] | undefined {
  if (parameters.get('response_type') !== 'code') {
    return ['unsupported_response_type', 'response_type must be code']
  }
  const missing = unmet(authorize.required, parameters)
  if (missing !== undefined) {
    // RFC 6749 §3.3: a server that requires a scope answers invalid_scope without one.
    const error = missing === 'scope' ? 'invalid_scope' : 'invalid_request'
    return [error, `${missing} is missing or wrong`]
  }
  const unwanted = authorize.forbidden?.find((name) => parameters.has(name))
  if (unwanted !== undefined) return ['invalid_request', `${unwanted} is not known here`]
  const prompt = parameters.get('prompt')
  if (prompt !== null && authorize.prompts?.includes(prompt) === false) {
    return ['invalid_request', `prompt is one of ${authorize.prompts.join(', ')}`]
  }
  const known = app.scopes ?? (scopes && Object.keys(scopes))
  const foreign = asked.find((scope) => (known ? !known.includes(scope) : /[\s,]/.test(scope)))
  if (foreign !== undefined) {
    return ['invalid_scope', `no scope “${foreign}”; scopes are joined by “${separator}”`]
  }
  const challenge = parameters.get('code_challenge')
  if (pkce === 'ignored') return undefined
  if (challenge === null) {
    return pkce === 'required' ? ['invalid_request', 'code_challenge is required'] : undefined
  }
  if (pkce === 'rejected') return ['invalid_request', 'PKCE is not supported here']
  // RFC 9700 §2.1.1: the method must not reveal the verifier.
  if (parameters.get('code_challenge_method') !== 'S256') {
    return ['invalid_request', 'code_challenge_method must be S256']
  }
  return shapes[encoding].test(challenge)
    ? undefined
    : ['invalid_request', `code_challenge is not SHA-256 in ${encoding}`]
}

function accept(
  platform: Complete,
  ask: Authorization,
  persona: string,
  granted: readonly string[],
  exchange: Exchange,
): Outcome {
  const { context } = exchange
  const person = platform.personas.find((one) => one.id === persona)
  const app = platform.apps.find((one) => one.client_id === ask.client_id)
  if (!person || !app) return back(platform, ask, refusal(platform, 'access_denied'), exchange)
  const code = context.random.text(43)
  const { client_id, redirect_uri, details } = ask
  const facts = {
    platform: platform.id,
    client_id,
    redirect_uri,
    persona,
    scopes: granted,
    details,
  }
  keepCode(context, code, facts, platform.lifetimes.code)
  const extra = platform.authorize.callback?.({ person, app }, exchange)
  return back(platform, ask, { [platform.authorize.code ?? 'code']: code, ...extra }, exchange)
}

function refusal({ authorize }: Complete, error: string, description?: string): Parameters {
  if (authorize.refuse) return authorize.refuse(error, description)
  return { error, ...(description === undefined ? {} : { error_description: description }) }
}

function back(
  { authorize }: Complete,
  ask: Authorization,
  parameters: Parameters,
  exchange: Exchange,
): Outcome {
  const state = ask.state === undefined ? {} : { state: ask.state }
  const iss = authorize.iss === undefined ? {} : { iss: authorize.iss(exchange) }
  return { back: ask, with: { ...parameters, ...state, ...iss } }
}

function stop(error: string, advice: string): Outcome {
  return { stop: { error }, advice }
}
