import type { ClientError } from '../types/client.ts'
import type { JsonValue } from '../types/models.ts'

/** The name that people type besides their password: their address, or a username with `identifier: 'username'`. */
export type PasswordIdentifier = { email: string } | { username: string }

/** The place of the routes, and what the server needs besides the form. */
export interface PasswordOptions {
  /** The origin of the routes, if it is not the page's. */
  url?: string
  /** Default `/api/auth`. */
  basePath?: string
  /** The provider's id. Default `password`. */
  provider?: string
  /** The address to go to afterwards. Default: this page. */
  callbackUrl?: string
  /** A token for the gate, if the application has one. */
  gateToken?: string
  /** Data that the application's callbacks and events get back. */
  data?: JsonValue
}

/** The next step. */
export interface PasswordOutcome {
  /** The next page: the one that asks for the mailed code, or the `callbackUrl`. */
  url: string
  /** Set if a mail was sent: pass it to `enterCode()` along with the code that the person types. */
  flow?: string
}

/** A form that was refused. Decide by `code` and `reason`, never by the message. */
export interface PasswordError extends ClientError {
  /** Says more about `CredentialsSignin`; undefined for a wrong name or password. */
  reason?: PasswordRefusal | undefined
}

/** The problem with what a person typed. */
export type PasswordRefusal =
  | 'password-short'
  | 'password-long'
  | 'password-name'
  | 'password-breached'
  | 'password-wrong'
  | 'code-wrong'
  | 'username-taken'
  | 'username-invalid'

/** Signs a new user up. With an address, a mail is sent, and only its code or link signs in. */
export function signUpWithPassword(
  fields: PasswordIdentifier & { password: string; name?: string },
  options?: PasswordOptions,
): Promise<PasswordOutcome> {
  return sendToCallback('signUp', fields, options)
}

/** Signs the person in. Rejects with `CredentialsSignin` if the name or the password is wrong. */
export function signInWithPassword(
  fields: PasswordIdentifier & { password: string },
  options?: PasswordOptions,
): Promise<PasswordOutcome> {
  return sendToCallback('signIn', fields, options)
}

/** Mails a link and a code for a new password. The answer is the same whether somebody has the address or not. */
export function forgotPassword(
  fields: PasswordIdentifier,
  options?: PasswordOptions,
): Promise<PasswordOutcome> {
  return sendToCallback('forgot', fields, options)
}

/** Finishes what a mail was sent for, and signs in. After `forgotPassword()`, pass the new password along. */
export function enterCode(
  fields: { flow: string; code: string; password?: string },
  options?: PasswordOptions,
): Promise<PasswordOutcome> {
  return sendToCallback('code', fields, options)
}

/** Changes the password of the signed-in person, and ends their other sessions. */
export function changePassword(
  fields: { current: string; password: string },
  options?: PasswordOptions,
): Promise<PasswordOutcome> {
  return send('password', fields, options)
}

/** Sets the first password of the signed-in person. If they have no address, pass one: it gets a mail. */
export function setPassword(
  fields: { password: string } | (PasswordIdentifier & { password: string }),
  options?: PasswordOptions,
): Promise<PasswordOutcome> {
  return send('password', fields, options)
}

function sendToCallback(
  action: string,
  fields: object,
  options: PasswordOptions = {},
): Promise<PasswordOutcome> {
  return send(`callback/${options.provider ?? 'password'}`, { action, ...fields }, options)
}

async function send(
  path: string,
  fields: object,
  { url = '', basePath = '/api/auth', provider, ...others }: PasswordOptions = {},
): Promise<PasswordOutcome> {
  const body = { callbackUrl: location.href, ...fields, ...others }
  const response = await fetch(`${url.replace(/\/$/, '')}${basePath}/${path}`, {
    method: 'POST',
    // The routes may be at another origin of the same site.
    credentials: 'include',
    headers: { accept: 'application/json' },
    body: new Blob([JSON.stringify(body)], { type: 'application/json' }),
  }).catch(() => undefined)
  const answer = await response?.json().catch(() => undefined)
  if (response?.ok && answer?.url) return answer
  throw refusal(response, answer)
}

/** The error of an answer. An answer without a `url` is not ours, such as a proxy's page, and its fields do not count. */
function refusal(response: Response | undefined, answer: Refused | undefined): PasswordError {
  const { error, message, code: reason } = answer?.url ? answer : {}
  const code = error ?? (response ? 'Unavailable' : 'Offline')
  const retryAfter = Number(response?.headers.get('retry-after')) || undefined
  const facts = { code, reason, status: response?.status, retryAfter }
  return Object.assign(new Error(message ?? code), facts)
}

/** The JSON of a refusal. */
interface Refused {
  error?: ClientError['code']
  message?: string
  url?: string
  code?: PasswordRefusal
}
