import { type Context, resolveCallbackUrl } from '../context.ts'
import { AuthError } from '../errors.ts'
import { json, redirect, wantsJson, withCookies } from '../http/respond.ts'
import type { Issue } from '../identity/find-or-create-user.ts'
import { login, type Person } from '../identity/login.ts'
import type { LinkRequest } from '../methods/method.ts'
import { loadMethod } from '../methods/table.ts'
import type { Storage } from '../types/storage.ts'
import { type Engine, notAllowed, type Route, requestedProvider, withoutBody } from './route.ts'

/** `GET|POST /callback/:provider`: a method finishes, and somebody is signed in. */
export const callback: Route = {
  provider: { GET: finishSignIn, POST: finishSignIn, HEAD: withoutBody(preview) },
}

/** Whoever only looks at an address takes no step, and learns no more than that there is a page. */
async function preview(context: Context): Promise<Response> {
  const provider = requestedProvider(context)
  const { preview } = await loadMethod(context.config, provider)
  if (!preview) throw notAllowed('HEAD', { GET: finishSignIn, POST: finishSignIn })
  return withCookies(await preview(context, provider), context.outgoing)
}

async function finishSignIn(context: Context, engine: Engine): Promise<Response> {
  const provider = requestedProvider(context)
  const { trace } = context.config
  trace(() => `${provider.id}: came back with ${named(Object.fromEntries(context.query))}`)
  const finished = await (await loadMethod(context.config, provider)).finish(context, provider)
  if ('response' in finished) return withCookies(finished.response, context.outgoing)
  const { finding, intent } = finished
  trace(
    () =>
      `${provider.id}: tokens ${named(finding.tokens)}; scope ${finding.tokens.scope}; profile ${named(finding.profile)}`,
  )
  const asks = await linkCheck(context, engine, intent.link)
  if (intent.link && !(await asks(context.config.storage))) throw notAsking()
  const { data } = intent
  const issue: Issue = (person, storage) => {
    const { profile } = finding
    const newSession = {
      ...person,
      ...(profile && { profile }),
      ...(data !== undefined && { data }),
    }
    return engine.sessions.issue(context, newSession, storage)
  }
  const person = await login(context, finding, intent, { issue, asks })
  if (!('redirect' in person))
    trace(() => `${provider.id}: ${person.isNewUser ? 'new' : 'known'} user ${person.user.id}`)
  const url =
    'redirect' in person ? person.redirect : await destination(context, person, intent.callbackUrl)
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
  const url = await resolveCallbackUrl(context, target)
  if (!isNewUser || !newUser) return url
  const page = new URL(newUser, context.origin)
  page.searchParams.set('callbackUrl', url)
  return page.href
}

/**
 * Whether an account may still be connected: only while the session that asked for it exists, and in the browser that has it. It is
 * asked again inside the transaction, because the session may be ended while the application decides.
 */
async function linkCheck(
  { request, header }: Context,
  { sessions }: Engine,
  link: LinkRequest | undefined,
): Promise<(storage: Storage | undefined) => Promise<boolean>> {
  if (!link) return async () => false
  const current = await sessions.read(request, header)
  const isHere = current
    ? current.userId === link.userId && current.sessionId === link.sessionId
    : // Browsers send no session cookie with a cross-site POST; the flow's own cookie speaks for this browser.
      link.formPost === true && request.method === 'POST'
  return async (storage) => isHere && sessions.exists(link, storage)
}

function notAsking(): AuthError {
  return new AuthError(
    'SessionRequired',
    'The session that started connecting an account is not there any more',
  )
}
