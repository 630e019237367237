import { AuthError } from '../errors.ts'
import type { Redirect } from './redirects.ts'
import type { KnownApp, KnownApps } from './settings.ts'

/** The authorization request of an app, with the parameters of RFC 6749 and RFC 7636. */
export interface AuthorizationRequest {
  readonly app: KnownApp
  readonly redirect: Redirect
  readonly redirectUri: string
  readonly challenge: string
  readonly state: string
  /** The parameters as they were sent, to be sent again. */
  readonly fields: Readonly<Record<(typeof names)[number], string>>
}

const names = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'state',
] as const

/**
 * Reads the parameters. Errors are shown on a page, never sent to the redirect: it may not be the app's, and other mistakes are its
 * developer's.
 */
export function readAuthorizationRequest(
  apps: KnownApps,
  read: (name: string) => unknown,
): AuthorizationRequest {
  const fields = Object.fromEntries(
    names.map((name) => [name, text(name, read(name))]),
  ) as AuthorizationRequest['fields']
  const app = apps.get(fields.client_id)
  if (!app) throw wrong('client_id', 'No app has this id', 'List it in NativeApps().')
  const { redirect_uri: redirectUri } = fields
  const redirect = app.redirects.find((one) => one.matches(redirectUri))
  if (!redirect)
    throw wrong(
      'redirect_uri',
      `The app "${app.id}" has no such redirect`,
      'It must be one of `redirects`, character by character; only the port of a loopback address may differ.',
    )
  if (fields.response_type !== 'code')
    throw wrong('response_type', 'Only "code" is answered here', 'Send response_type=code.')
  if (fields.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(fields.code_challenge))
    throw wrong(
      'code_challenge',
      'A challenge by S256 is needed',
      'Send code_challenge, the SHA-256 of the verifier in base64url, and code_challenge_method=S256.',
    )
  if (!/^[\x21-\x7e]{8,512}$/.test(fields.state))
    throw wrong('state', 'A state is needed', 'Send 8 to 512 random characters.')
  return {
    app,
    redirect,
    redirectUri,
    challenge: fields.code_challenge,
    state: fields.state,
    fields,
  }
}

function text(field: string, value: unknown): string {
  if (typeof value === 'string' && value.length <= 1000) return value
  throw wrong(field, `The app sent no ${field}`, 'createNativeClient() sends all parameters.')
}

function wrong(field: string, message: string, hint: string): AuthError {
  return new AuthError('InvalidRequest', message, { field, hint })
}
