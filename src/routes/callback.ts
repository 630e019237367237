import { type Context, landing } from '../context.ts'
import { AuthError } from '../errors.ts'
import { siteOf } from '../http/csrf.ts'
import { json, redirect, wantsJson, withCookies } from '../http/respond.ts'
import { login, type Person } from '../identity/login.ts'
import { methodOf } from '../methods/table.ts'
import { type House, notAllowed, providerOf, type Route, withoutBody } from './route.ts'

/** `GET|POST /callback/:provider`: a method finishes, and somebody is signed in. */
export const callback: Route = { provider: { GET: arrive, POST: arrive, HEAD: withoutBody(look) } }

/** Whoever only looks at an address takes no step, and learns no more than that there is a page. */
async function look(context: Context): Promise<Response> {
  const provider = providerOf(context)
  const { preview } = await methodOf(context.config, provider)
  if (!preview) throw notAllowed('HEAD', { GET: arrive, POST: arrive })
  return withCookies(await preview(context, provider), context.outgoing)
}

async function arrive(context: Context, house: House): Promise<Response> {
  const provider = providerOf(context)
  const { trace } = context.config
  trace(() => `${provider.id}: came back with ${named(Object.fromEntries(context.query))}`)
  const finished = await (await methodOf(context.config, provider)).finish(context, provider)
  if ('response' in finished) return withCookies(finished.response, context.outgoing)
  const { finding, wish } = finished
  trace(
    () =>
      `${provider.id}: tokens ${named(finding.tokens)}; scope ${finding.tokens.scope}; profile ${named(finding.profile)}`,
  )
  await assertSameUser(context, house, wish.link)
  const { data } = wish
  const person = await login(context, finding, wish, (person, storage) => {
    const { profile } = finding
    const arrival = { ...person, ...(profile && { profile }), ...(data !== undefined && { data }) }
    return house.sessions.issue(context, arrival, storage)
  })
  if (!('redirect' in person))
    trace(() => `${provider.id}: ${person.isNewUser ? 'new' : 'known'} user ${person.user.id}`)
  const url =
    'redirect' in person ? person.redirect : await destination(context, person, wish.target)
  return wantsJson(context.request)
    ? json({ url }, context.outgoing)
    : redirect(url, context.outgoing)
}

/** For the log: what there is, and never what it says. */
function named(values: object = {}): string {
  return Object.keys(values).join(', ') || 'none'
}

async function destination(
  context: Context,
  { isNewUser }: Person,
  target: string,
): Promise<string> {
  const { newUser } = context.config.pages
  const url = await landing(context, target)
  if (!isNewUser || !newUser) return url
  const page = new URL(newUser, context.origin)
  page.searchParams.set('callbackUrl', url)
  return page.href
}

/** An account is connected only to the user who asked for it and is still signed in here. */
async function assertSameUser(
  context: Context,
  { sessions }: House,
  userId: string | undefined,
): Promise<void> {
  if (userId === undefined) return
  const reading = await sessions.read(context.request, context.header)
  if (reading?.userId === userId) return
  // A cross-site POST (`form_post`) comes without the session cookie; the flow's own cookie speaks for the browser.
  const { request, origin } = context
  if (!reading && request.method === 'POST' && siteOf(request, origin) !== 'same') return
  throw new AuthError(
    'SessionRequired',
    'The user who started connecting an account is not signed in any more',
  )
}
