import type { ResolvedProvider } from '../config/part.ts'
import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import { resolveCallbackUrl } from '../http/callback-url.ts'
import { linkRequest, resumeFlow } from '../methods/flow.ts'
import { loadMethod } from '../methods/load.ts'
import type { LinkRequest, SignInIntent, StartResult } from '../methods/method.ts'
import { requireStorage } from '../services/require-storage.ts'
import type { JsonValue } from '../types/models.ts'

/** The wishes of a form, or of the application's code, when a sign-in starts. */
export interface SignInRequest {
  callbackUrl?: unknown
  data?: unknown
  /** Connect the account to the user who is signed in. */
  link: boolean
  body: SignInIntent['body']
  params?: SignInIntent['params']
}

/** Starts a sign-in, or connecting another account: the same for the route, for `auth.signIn()` and for `auth.link()`. */
export async function startSignIn(
  context: Context,
  provider: ResolvedProvider,
  request: SignInRequest,
): Promise<StartResult> {
  const callbackUrl = await resolveCallbackUrl(context, request.callbackUrl)
  const link = request.link ? await requireLinkRequest(context, callbackUrl) : undefined
  resumeFlow(context, { callbackUrl, ...(link && { link }) })
  const data = carriedData(request.data)
  const { body, params } = request
  const method = await loadMethod(provider)
  return method.start(context, provider, {
    callbackUrl,
    body,
    ...(params && { params }),
    ...(data !== undefined && { data }),
    ...(link && { link }),
  })
}

/** The user whom another account is to be connected to, and the session that asks for it. */
async function requireLinkRequest(context: Context, callbackUrl: string): Promise<LinkRequest> {
  context.callbackUrl = callbackUrl
  const current = await context.currentSession()
  if (!current) {
    throw new AuthError('SessionRequired', 'Only someone who is signed in can connect an account')
  }
  requireStorage(context.config)
  return linkRequest(context, current)
}

/** The application's own data, small enough for a cookie. */
function carriedData(data: unknown): JsonValue | undefined {
  if (data === undefined || data === '') return undefined
  const text = JSON.stringify(data)
  if (text.length <= 1024) return JSON.parse(text)
  throw new AuthError('InvalidRequest', '`data` is longer than 1,024 characters', {
    field: 'data',
    hint: 'Carry a short key, and keep what it stands for on the server.',
  })
}
