import { AuthError } from '../../errors.ts'
import { currentRequest, leaveFor, writeCookies } from '../../frameworks/next/app-router.ts'
import type { Outcome } from '../../instance/auth-instance.ts'
import type { Session } from '../../types/models.ts'
import { toAuthjsError } from '../errors.ts'
import { cookiesOf } from '../set-cookie.ts'
import type { Application } from './application.ts'

/** The fields that `signIn()` takes besides the provider: a form, or an object. */
export type SignInFields =
  | FormData
  // biome-ignore lint/suspicious/noExplicitAny: fields of the application's own, as Auth.js types them
  | ({ redirectTo?: string; redirect?: boolean } & Record<string, any>)

/** Parameters of the request to the platform. */
export type AuthorizationParams = string[][] | Record<string, string> | string | URLSearchParams

/** Starts a sign-in from a server action. */
export async function signIn(
  { auth }: Application,
  provider: string | undefined,
  options: SignInFields = {},
  authorizationParams?: AuthorizationParams,
): Promise<unknown> {
  const given = options instanceof FormData ? Object.fromEntries(options) : options
  const { redirect = true, redirectTo, callbackUrl, ...fields } = given
  const request = await currentRequest()
  const target = String(redirectTo ?? callbackUrl ?? request.headers.get('referer') ?? '/')
  const params = Object.fromEntries(new URLSearchParams(authorizationParams))
  const start = (id: string | undefined) =>
    auth.signIn(request, id, { callbackUrl: target, fields, params })
  const started = start(provider || undefined).catch((error: unknown) => {
    // No such provider: the sign-in page lists those that exist.
    if (error instanceof AuthError && error.code === 'NotFound') return start(undefined)
    throw toAuthjsError(error)
  })
  return follow(started, redirect !== false)
}

/** Signs out from a server action. */
export async function signOut(
  { auth }: Application,
  options: { redirectTo?: string; redirect?: boolean } = {},
): Promise<unknown> {
  const request = await currentRequest()
  const callbackUrl = options.redirectTo ?? request.headers.get('referer') ?? '/'
  const left = auth.signOut(request, { callbackUrl })
  return follow(left, options.redirect ?? true)
}

async function follow(action: Promise<Outcome>, leaves: boolean): Promise<unknown> {
  const { url, cookies } = await action.catch((error: unknown) => {
    throw toAuthjsError(error)
  })
  await writeCookies(cookies)
  return leaves ? leaveFor(url) : url
}

/** Updates the session, as the callbacks allow. */
export async function update({ auth }: Application, data: object): Promise<Session | null> {
  const { headers, url } = await currentRequest()
  const sent = new Headers(headers)
  sent.set('content-type', 'application/json')
  sent.set('accept', 'application/json')
  // The application's own code sends it: no CSRF token is needed.
  sent.set('sec-fetch-site', 'same-origin')
  const response = await auth.handler(
    new Request(new URL(`${auth.basePath}/session`, url), {
      method: 'POST',
      headers: sent,
      body: JSON.stringify({ data }),
    }),
  )
  if (!response.ok) return null
  await writeCookies(cookiesOf(response.headers))
  return response.json()
}
