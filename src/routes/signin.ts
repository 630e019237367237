import { finishSignIn } from '../actions/finish-sign-in.ts'
import { startSignIn } from '../actions/sign-in.ts'
import { resolveCallbackUrl } from '../http/callback-url.ts'
import { readForm } from '../http/csrf.ts'
import { leadTo, redirect, wantsJson } from '../http/respond.ts'
import { dataFromOwnPage } from '../responses/data-from-own-page.ts'
import { loadPages } from '../responses/load-pages.ts'
import { type Route, requestedProvider } from '../route.ts'

/** `GET /signin` shows the ways in; `POST /signin/:provider` starts one of them. */
export const signin: Route = {
  async GET(context) {
    const { config, query, origin } = context
    const callbackUrl = await resolveCallbackUrl(context, query.get('callbackUrl'))
    if (!config.pages.signIn) {
      const { showSignIn } = await loadPages()
      return showSignIn(context, callbackUrl)
    }
    const page = new URL(config.pages.signIn, origin)
    for (const [name, value] of query) page.searchParams.set(name, value)
    if (dataFromOwnPage(context) === undefined) page.searchParams.delete('data')
    if (query.has('callbackUrl')) page.searchParams.set('callbackUrl', callbackUrl)
    return redirect(page.href)
  },

  provider: {
    async GET(context) {
      // A link to a provider cannot start a sign-in, because a page elsewhere could click it: the person is asked.
      requestedProvider(context)
      const page = new URL(`${context.baseUrl}/signin`)
      page.search = context.query.toString()
      if (dataFromOwnPage(context) === undefined) page.searchParams.delete('data')
      return redirect(page.href)
    },

    async POST(context, engine) {
      const body = await readForm(context)
      const provider = requestedProvider(context)
      // A person is shown the form; a program that has filled it in already need not know that it leads elsewhere.
      if (provider.method.startsAtCallback && wantsJson(context.request)) {
        return finishSignIn(context, engine)
      }
      const started = await startSignIn(context, provider, {
        callbackUrl: body.callbackUrl ?? body.redirectTo,
        data: body.data,
        link: body.link !== undefined && body.link !== 'false' && body.link !== false,
        // `signIn()` of Auth.js has its parameters in the address; a method takes those that a form may set.
        body: context.request.url.includes('?')
          ? { ...Object.fromEntries(context.query), ...body }
          : body,
      })
      return 'response' in started ? started.response : leadTo(started.redirect, context.request)
    },
  },
}
