import { emit } from '../callbacks.ts'
import type { Context } from '../context.ts'
import type { Engine } from '../engine.ts'
import { toAuthError } from '../errors.ts'
import { resolveCallbackUrl } from '../http/callback-url.ts'
import { oauthProvider } from '../identity/access-tokens.ts'
import { enginePart } from '../identity/engine-part.ts'
import { storedIdToken } from '../identity/stored-id-token.ts'
import { dropFlows } from '../methods/flow.ts'
import { loadOAuth } from '../methods/oauth/load-code.ts'
import { describe } from '../services/log.ts'

/**
 * Signs out and says where to go: the same for the route and for `auth.signOut()`. A callback that fails, or shows nobody, keeps no
 * one signed in.
 */
export async function signOut(
  context: Context,
  { sessions }: Engine,
  request: { callbackUrl?: unknown; provider?: unknown },
): Promise<string> {
  const { config, services, cookies } = context
  const logged = (thrown: unknown) => services.logger.error(toAuthError(thrown))
  const users = await enginePart(config.storage)?.users()
  const line = { event: 'signOut' }
  // Whose session it is matters only to the application, and to the platform.
  const isOver =
    users &&
    !config.events.signOut &&
    !request.provider &&
    (await sessions.endAtOnce?.(context, users.lineAbout(context, context.request, line)))
  const current = isOver
    ? null
    : (await context.currentSession().catch(logged)) ||
      (await sessions.read(cookies.header, context.origin.startsWith('https:')))
  const chosen = await resolveCallbackUrl(context, request.callbackUrl).catch(logged)
  const url = chosen ?? context.origin + config.home
  const elsewhere = await platformLogout(context, request.provider, current?.userId)
  if (!isOver) await sessions.end(context)
  cookies.clear('accounts')
  cookies.clear('pending')
  // What this person began, nobody else may finish in this browser.
  dropFlows(context)
  if (current) {
    const { session, token } = current
    const message = { session, request: context.request, ...(token && { token }) }
    await emit(services, config.events.signOut, message)
    await users?.record(context, context.request, { ...line, userId: current.userId })
  }
  return (await elsewhere?.(url)) ?? url
}

/**
 * Returns a function that leads on to the platform's own sign-out, if one was asked for. What it needs is gathered while the person is
 * still known; a platform that fails afterwards does not keep anybody signed in here.
 */
async function platformLogout(context: Context, id: unknown, userId: string | undefined) {
  if (typeof id !== 'string' || id === '') return undefined
  const { config, services } = context
  const provider = oauthProvider(config, id)
  const idToken = await storedIdToken(context, provider.id, userId)
  return async (returnTo: string): Promise<string | undefined> => {
    const { logoutUrl } = await loadOAuth()
    return logoutUrl(context, provider, returnTo, idToken).catch((thrown: unknown) => {
      services.logger.warn(describe(toAuthError(thrown)))
      return undefined
    })
  }
}
