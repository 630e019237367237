import { type Context, resolveCallbackUrl } from '../context.ts'
import { AuthError } from '../errors.ts'
import { assertOwnSite, requestSite } from '../http/csrf.ts'
import { redirect, withCookies } from '../http/respond.ts'
import type { LinkRequest } from '../methods/method.ts'
import { loadMethod } from '../methods/table.ts'
import { type Engine, requestedProvider } from './route.ts'

/** Starts connecting another account to the person who is signed in, for code that has no form to submit. */
export async function startLink(
  context: Context,
  engine: Engine,
  options: { callbackUrl?: string },
): Promise<Response> {
  const provider = requestedProvider(context)
  assertOwnWish(context)
  const link = await requireLinkRequest(context, engine)
  const callbackUrl = await resolveCallbackUrl(context, options.callbackUrl)
  const method = await loadMethod(context.config, provider)
  const started = await method.start(context, provider, { callbackUrl, link, body: {} })
  if ('response' in started) return withCookies(started.response, context.outgoing)
  return redirect(started.redirect, context.outgoing)
}

/** The user whom another account is to be connected to, and the session that asks for it. */
export async function requireLinkRequest(
  { request, header }: Context,
  engine: Engine,
): Promise<LinkRequest> {
  const current = await engine.sessions.read(request, header)
  if (!current) {
    throw new AuthError('SessionRequired', 'Only someone who is signed in can connect an account')
  }
  const { userId, sessionId } = current
  if (engine.config.storage) return { userId, sessionId }
  throw new AuthError('Unsupported', 'Without a storage there is nothing to connect an account to')
}

/** Another site's page could connect its own account to whoever is signed in; a person who typed the address means it. */
function assertOwnWish({ request, origin }: Context): void {
  const site = requestSite(request, origin)
  if (site === 'other' && request.headers.get('sec-fetch-site') !== 'none') {
    assertOwnSite(site, undefined, undefined)
  }
}
