import type { Context } from '../context.ts'
import type { Engine } from '../engine.ts'
import { AuthError } from '../errors.ts'
import { resolveCallbackUrl } from '../http/callback-url.ts'
import { leadTo } from '../http/respond.ts'
import { type LoginResult, login, type Person } from '../identity/login.ts'
import { loadMethod } from '../methods/load.ts'
import { keepFlash } from '../pages/flash.ts'
import { requestedProvider } from '../route.ts'

export { login } from '../identity/login.ts'

/** A method finishes, and somebody is signed in: at the callback, and by `auth.signIn()` for methods that start there. */
export async function finishSignIn(context: Context, { sessions }: Engine): Promise<Response> {
  const provider = requestedProvider(context)
  const { trace } = context.services
  const { id } = provider
  trace(() => ({
    step: 'returned',
    line: `${id}: came back with ${names(Object.fromEntries(context.query))}`,
    provider: id,
  }))
  const finished = await (await loadMethod(provider)).finish(context, provider)
  if ('response' in finished) return finished.response
  const { finding, intent } = finished
  trace(() => {
    const { providerAccountId, tokens, profile, user } = finding
    const line = `${id}: tokens ${names(tokens)}; scope ${tokens.scope}; profile ${names(profile)}`
    return { step: 'found', line, provider: id, providerAccountId, tokens, profile, user }
  })
  const result = await login(context, finding, intent, sessions)
  return leave(context, result, { provider: id, isLink: intent.link !== undefined })
}

/** Sends the person where they wanted to go, or to what comes first. */
export async function leave(
  context: Context,
  result: LoginResult,
  { provider, isLink }: { provider: string; isLink: boolean },
): Promise<Response> {
  if ('redirect' in result) return leadTo(result.redirect, context.request)
  const { user, isNewUser } = result
  const line = `${provider}: ${isNewUser ? 'new' : 'known'} user ${user.id}`
  context.services.trace(() => ({ step: 'signIn', line, provider, user, isNewUser }))
  if (!isLink) context.cookies.set('last', provider, { maxAge: year })
  // The tokens are new, and all else is as before: whoever meant another account would otherwise look for it in vain.
  if (result.connected) {
    throw new AuthError('AlreadyConnected', 'The user has the account already', { provider })
  }
  // The account page says so, if that is where the person goes.
  if (isLink) await keepFlash(context, { done: 'connect' })
  return leadTo(await destination(context, result), context.request)
}

/** The time for which the sign-in page remembers the provider that was used last in this browser. */
const year = 31_536_000

/** For the log: what there is, and never what it says. */
function names(values: object = {}): string {
  return Object.keys(values).join(', ') || 'none'
}

async function destination(
  context: Context,
  { isNewUser, callbackUrl }: Person & { callbackUrl: string },
): Promise<string> {
  const { newUser } = context.config.pages
  const url = await resolveCallbackUrl(context, callbackUrl)
  if (!isNewUser || !newUser) return url
  const page = new URL(newUser, context.origin)
  page.searchParams.set('callbackUrl', url)
  return page.href
}
