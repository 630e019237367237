import { type Context, landing } from '../context.ts'
import { AuthError } from '../errors.ts'
import { assertOwnSite, siteOf } from '../http/csrf.ts'
import { redirect, withCookies } from '../http/respond.ts'
import type { LinkRequest } from '../methods/method.ts'
import { methodOf } from '../methods/table.ts'
import { type House, providerOf } from './route.ts'

/** Starts connecting another account to the person who is signed in, for code that has no form to submit. */
export async function startLink(
  context: Context,
  house: House,
  { callbackUrl }: { callbackUrl?: string },
): Promise<Response> {
  const provider = providerOf(context)
  assertOwnWish(context)
  const link = await linkerOf(context, house)
  const target = await landing(context, callbackUrl)
  const method = await methodOf(context.config, provider)
  const started = await method.start(context, provider, { target, link, body: {} })
  if ('response' in started) return withCookies(started.response, context.outgoing)
  return redirect(started.redirect, context.outgoing)
}

/** The user whom another account is to be connected to, and the session that asks for it. */
export async function linkerOf({ request, header }: Context, house: House): Promise<LinkRequest> {
  const reading = await house.sessions.read(request, header)
  if (!reading) {
    throw new AuthError('SessionRequired', 'Only someone who is signed in can connect an account')
  }
  const { userId, sessionId } = reading
  if (house.config.storage) return { userId, sessionId }
  throw new AuthError('Unsupported', 'Without a storage there is nothing to connect an account to')
}

/** Another site's page could connect its own account to whoever is signed in; a person who typed the address means it. */
function assertOwnWish({ request, origin }: Context): void {
  const site = siteOf(request, origin)
  if (site === 'other' && request.headers.get('sec-fetch-site') !== 'none') {
    assertOwnSite(site, undefined, undefined)
  }
}
