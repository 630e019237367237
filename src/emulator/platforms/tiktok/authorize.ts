import type { Verdict } from '../../authorization.ts'
import { repeated } from '../../request.ts'
import {
  type Kit,
  redirectUris,
  registeredKit,
  scopeProblem,
  type TikTokApp,
} from './registration.ts'
import type { TikTokState } from './tiktok-state.ts'

/** Judges an authorization request. Errors stop on TikTok's own page. */
export function judge(practice: TikTokState, parameters: URLSearchParams): Verdict {
  const twice = repeated(parameters)
  if (twice !== undefined) return stop('param_error', twice, `Send ${twice} once.`)
  const leaked = ['client_secret', 'code_verifier'].find((name) => parameters.has(name))
  if (leaked !== undefined) {
    return stop('invalid_request', leaked, `${leaked} must never travel through the browser.`)
  }
  const client_key = parameters.get('client_key')
  if (!client_key) {
    return stop('param_error', 'client_key', 'Send the client key as client_key.', '10003')
  }
  const app = practice.apps.find((one) => one.client_key === client_key)
  if (!app || app.environment === 'draft') {
    const advice = app
      ? 'This is the production key of an app that was not reviewed. Use its sandbox.'
      : 'No app has this client key.'
    return stop('unauthorized_client', 'client_key', advice)
  }
  const redirect_uri = parameters.get('redirect_uri') ?? ''
  const kit = registeredKit(app, redirect_uri)
  if (!kit) {
    const registered = redirectUris(app).join(' ')
    const advice = `${redirect_uri || 'No redirect URI'} is not registered; these are: ${registered}`
    return stop('invalid_request', 'redirect_uri', advice, '10006')
  }
  return judgeContent(practice, app, kit, redirect_uri, parameters)
}

function judgeContent(
  { doubts }: TikTokState,
  app: TikTokApp,
  kit: Kit,
  redirect_uri: string,
  parameters: URLSearchParams,
): Verdict {
  if (parameters.get('response_type') !== 'code') {
    return stop('unsupported_response_type', 'response_type', 'response_type must be code.')
  }
  const asked = (parameters.get('scope') ?? '').split(',')
  const foreign = scopeProblem(app, asked)
  if (foreign !== undefined) return stop('invalid_scope', 'scope', foreign)
  const challenge = parameters.get('code_challenge') ?? ''
  const method = parameters.get('code_challenge_method')
  if (kit !== 'web' && challenge === '') {
    const advice =
      `This redirect URI is registered in the ${tabNames[kit]} tab, where PKCE is mandatory: send ` +
      'code_challenge, the SHA-256 of the verifier in lower-case hex.'
    return stop('param_error', 'code_challenge', advice, '10007')
  }
  // The libraries for phones send no method; they use S256.
  if (method === null ? kit === 'desktop' : method !== 'S256') {
    return stop('param_error', 'code_challenge_method', 'Send code_challenge_method=S256.', '10008')
  }
  const auto = parameters.get('disable_auto_auth') ?? '0'
  if (auto !== '0' && auto !== '1') {
    return stop('param_error', 'disable_auto_auth', 'disable_auto_auth is 0 or 1.')
  }
  const isChecked = kit !== 'web' || (doubts.webPkce === 'checked' && challenge !== '')
  const state = parameters.get('state')
  return {
    ask: {
      client_id: app.client_key,
      app: app.name ?? app.client_key,
      redirect_uri,
      scopes: [...new Set(asked)],
      silent: auto === '0',
      details: isChecked ? { challenge } : {},
      ...(state === null ? {} : { state }),
    },
  }
}

const tabNames = { desktop: 'Desktop', ios: 'iOS', android: 'Android' } as const

function stop(error: string, error_type: string, advice: string, errCode?: string): Verdict {
  return { stop: { error, error_type, ...(errCode === undefined ? {} : { errCode }) }, advice }
}
