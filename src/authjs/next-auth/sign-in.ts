import { createClient } from '../../client/index.ts'
import { safeTarget } from '../../http/callback-url.ts'
import type { JsonValue } from '../../types/models.ts'
import type { AppProvider } from '../../types/provider.ts'
import { fetchRoute, routes } from './routes.ts'

/** The result of a sign-in that stays on the page. */
export interface SignInResponse {
  error: string | undefined
  /** The application's own word for a refusal. With `StepRequired`, the part that asks for a step: `second-factor`. */
  code: string | undefined
  status: number
  ok: boolean
  /** The address to go on to; with `StepRequired`, the page of the step. Null when it failed. */
  url: string | null
}

/** Options of `signIn()` besides the provider; the rest are fields of the form. */
export interface SignInOptions {
  /** The address to go to afterwards. Default: this page. */
  redirectTo?: string
  callbackUrl?: string
  /** False stays on the page. */
  redirect?: boolean
  [field: string]: JsonValue | undefined
}

/** Parameters of the request to the platform; the server takes those that a form may set. */
export type SignInAuthorizationParams =
  | string
  | string[][]
  | Record<string, string>
  | URLSearchParams

/** Signs in; without a provider, or with an unknown one, on the sign-in page. Code may pass the provider as a type argument, too. */
export async function signIn<P extends string | undefined = undefined>(
  provider?: P | (string & {}),
  options: SignInOptions = {},
  authorizationParams?: SignInAuthorizationParams,
): Promise<SignInResponse | undefined> {
  const { callbackUrl, redirectTo, redirect = true, ...fields } = options
  const target = redirectTo ?? callbackUrl ?? location.href
  const providers = await fetchRoute<Record<string, AppProvider>>('providers')
  const known = provider !== undefined && providers?.[provider]
  if (!known) {
    const page = providers ? `signin?${new URLSearchParams({ callbackUrl: target })}` : 'error'
    location.assign(`${routes.basePath}/${page}`)
    return undefined
  }
  const client = createClient({ basePath: routes.basePath })
  if (known.type === 'webauthn') {
    const { url } = await client.signIn(provider, { ...fields, callbackUrl: target, redirect })
    return redirect ? undefined : answered(200, url, url)
  }
  const action = known.type === 'credentials' ? 'callback' : 'signin'
  const query = new URLSearchParams(authorizationParams)
  const { response, url } = await post(`${action}/${provider}?${query}`, {
    ...fields,
    callbackUrl: target,
  })
  // The server judges the target. If it did not answer, the page does: applications pass on parameters of their own address.
  const next = url ?? safeTarget(target, location.origin) ?? location.href
  if (redirect) {
    leave(next)
    return undefined
  }
  if (response.ok) await client.refresh()
  return answered(response.status, url ?? '', next)
}

/** The result, by the address that the server returned. A visitor who must take another step is not signed in, whatever the status. */
function answered(status: number, url: string, next: string): SignInResponse {
  const said = URL.parse(url)?.searchParams
  const step = said?.get('signInStep')
  if (step) return { error: 'StepRequired', code: step, status: 401, ok: false, url }
  const error = said?.get('error') ?? undefined
  const code = said?.get('code') ?? undefined
  const ok = status >= 200 && status < 300
  return { error, code, status, ok, url: error ? null : next }
}

/** Options of `signOut()`. */
export interface SignOutParams {
  /** The address to go to afterwards. Default: this page. */
  redirectTo?: string
  callbackUrl?: string
  /** False stays on the page. */
  redirect?: boolean
}

/** The result of a sign-out that stays on the page. */
export interface SignOutResponse {
  url: string
}

/** Signs out, here and in every other tab. */
export async function signOut(options: SignOutParams = {}): Promise<SignOutResponse | undefined> {
  const { callbackUrl, redirectTo = callbackUrl ?? location.href, redirect = true } = options
  const client = createClient({ basePath: routes.basePath })
  const { url } = await client.signOut({ callbackUrl: redirectTo, redirect })
  return redirect ? undefined : { url }
}

async function post(
  path: string,
  fields: object,
): Promise<{ response: Response; url: string | undefined }> {
  const response = await fetch(`${routes.basePath}/${path}`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])),
  })
  const answer: { url?: string } = await response.json().catch(() => ({}))
  return { response, url: answer.url }
}

function leave(url: string): void {
  const [page] = location.href.split('#')
  location.assign(url)
  // A new fragment alone loads nothing. On the way to another page, a reload would stay on this one.
  if (url.startsWith(`${page}#`)) location.reload()
}
