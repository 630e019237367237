import { type Context, csrfToken, readForm, resolveCallbackUrl } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Body } from '../http/body.ts'
import { json, redirect, wantsJson, withCookies } from '../http/respond.ts'
import type { SignInIntent } from '../methods/method.ts'
import { loadMethod } from '../methods/table.ts'
import type { JsonValue } from '../types/models.ts'
import { takeFlash } from './flash.ts'
import { requireLinkRequest } from './link.ts'
import { type Engine, type Route, requestedProvider } from './route.ts'

/** `GET /signin` shows the ways in; `POST /signin/:provider` starts one of them. */
export const signin: Route = {
  async GET(context) {
    const { config, query, origin } = context
    const callbackUrl = await resolveCallbackUrl(context, query.get('callbackUrl'))
    if (config.pages.signIn) {
      const page = new URL(config.pages.signIn, origin)
      for (const [name, value] of query) page.searchParams.set(name, value)
      if (query.has('callbackUrl')) page.searchParams.set('callbackUrl', callbackUrl)
      return redirect(page.href)
    }
    const { showSignin } = await import('./pages.ts')
    const flash = await takeFlash(context)
    const page = showSignin(context, {
      csrfToken: await csrfToken(context),
      callbackUrl,
      error: query.get('error'),
      reason: query.get('code'),
      data: query.get('data'),
      ...(flash && { flash }),
    })
    return withCookies(page, context.outgoing)
  },

  provider: {
    async GET(context) {
      // A link to a provider cannot start a sign-in, because a page elsewhere could click it: the person is asked.
      requestedProvider(context)
      const page = new URL(`${context.baseUrl}/signin`)
      page.search = context.query.toString()
      return redirect(page.href)
    },

    async POST(context, engine) {
      const body = await readForm(context)
      const provider = requestedProvider(context)
      const intent = await readIntent(context, engine, body)
      const started = await (await loadMethod(context.config, provider)).start(
        context,
        provider,
        intent,
      )
      if ('response' in started) return withCookies(started.response, context.outgoing)
      const { redirect: url } = started
      return wantsJson(context.request)
        ? json({ url }, context.outgoing)
        : redirect(url, context.outgoing)
    },
  },
}

async function readIntent(context: Context, engine: Engine, body: Body): Promise<SignInIntent> {
  const callbackUrl = await resolveCallbackUrl(context, body.callbackUrl ?? body.redirectTo)
  context.callbackUrl = callbackUrl
  const data = carried(body.data)
  const intent: SignInIntent = { callbackUrl, body, ...(data !== undefined && { data }) }
  if (body.link === undefined || body.link === 'false' || body.link === false) return intent
  return { ...intent, link: await requireLinkRequest(context, engine) }
}

/** The application's own data, small enough for a cookie. */
function carried(data: unknown): JsonValue | undefined {
  if (data === undefined || data === '') return undefined
  const text = JSON.stringify(data)
  if (text.length <= 1024) return JSON.parse(text)
  throw new AuthError('InvalidRequest', '`data` is longer than 1,024 characters', {
    field: 'data',
    hint: 'Carry a short key through the sign-in, and keep what it stands for on the server.',
  })
}
