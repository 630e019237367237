import { type Context, csrfToken, landing, ownBody } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Body } from '../http/body.ts'
import { json, redirect, wantsJson, withCookies } from '../http/respond.ts'
import type { Wish } from '../methods/method.ts'
import { methodOf } from '../methods/table.ts'
import type { JsonValue } from '../types/nouns.ts'
import { takeFlash } from './flash.ts'
import { linkerOf } from './link.ts'
import { type House, providerOf, type Route } from './route.ts'

/** `GET /signin` shows the ways in; `POST /signin/:provider` starts one of them. */
export const signin: Route = {
  async GET(context) {
    const { config, query, origin } = context
    const callbackUrl = await landing(context, query.get('callbackUrl'))
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
      providerOf(context)
      const page = new URL(`${context.base}/signin`)
      page.search = context.query.toString()
      return redirect(page.href)
    },

    async POST(context, house) {
      const body = await ownBody(context)
      const provider = providerOf(context)
      const wish = await wishOf(context, house, body)
      const started = await (await methodOf(context.config, provider)).start(
        context,
        provider,
        wish,
      )
      if ('response' in started) return withCookies(started.response, context.outgoing)
      const { redirect: url } = started
      return wantsJson(context.request)
        ? json({ url }, context.outgoing)
        : redirect(url, context.outgoing)
    },
  },
}

async function wishOf(context: Context, house: House, body: Body): Promise<Wish> {
  const target = await landing(context, body.callbackUrl ?? body.redirectTo)
  context.target = target
  const data = carried(body.data)
  const wish: Wish = { target, body, ...(data !== undefined && { data }) }
  if (body.link === undefined || body.link === 'false' || body.link === false) return wish
  return { ...wish, link: await linkerOf(context, house) }
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
