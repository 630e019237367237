import { startSignIn } from '../actions/sign-in.ts'
import type { Context } from '../context.ts'
import { csrfToken, readForm } from '../http/csrf.ts'
import { resolveCallbackUrl } from '../http/redirect.ts'
import { leadTo, redirect } from '../http/respond.ts'
import { loadMethods } from '../identity/ways-in.ts'
import { type Flash, readErrorCode, takeFlash } from '../responses/flash.ts'
import { type Route, requestedProvider } from '../route.ts'
import type { PageFrame, Problem } from '../types/language.ts'

/** `GET /signin` shows the ways in; `POST /signin/:provider` starts one of them. */
export const signin: Route = {
  async GET(context) {
    const { config, query, origin } = context
    const callbackUrl = await resolveCallbackUrl(context, query.get('callbackUrl'))
    if (!config.pages.signIn) return showSignIn(context, callbackUrl)
    const page = new URL(config.pages.signIn, origin)
    for (const [name, value] of query) page.searchParams.set(name, value)
    if (query.has('callbackUrl')) page.searchParams.set('callbackUrl', callbackUrl)
    return redirect(page.href)
  },

  provider: {
    async GET(context) {
      // A link to a provider cannot start a sign-in, because a page elsewhere could click it: the person is asked.
      requestedProvider(context)
      const page = new URL(`${context.baseUrl}/signin`)
      page.search = context.query.toString()
      return redirect(page.href)
    },

    async POST(context) {
      const body = await readForm(context)
      const provider = requestedProvider(context)
      const started = await startSignIn(context, provider, {
        callbackUrl: body.callbackUrl ?? body.redirectTo,
        data: body.data,
        link: body.link !== undefined && body.link !== 'false' && body.link !== false,
        body,
      })
      return 'response' in started ? started.response : leadTo(started.redirect, context.request)
    },
  },
}

/** The sign-in page, with one way in for each provider. */
async function showSignIn(context: Context, callbackUrl: string): Promise<Response> {
  const { config, query } = context
  const { frame, emulator } = config
  const { signinPage } = await import('../pages/signin.ts')
  const { pageText } = await import('../pages/frame.ts')
  const { respond } = await import('../pages/respond.ts')
  const say = pageText(frame)
  const methods = (await loadMethods(config)).map(([provider, method]) =>
    method.view(context, provider, say),
  )
  const flash = await takeFlash(context)
  const data = query.get('data') ?? undefined
  const page = signinPage({
    frame,
    fields: { csrfToken: await csrfToken(context), callbackUrl, data },
    problem: await problemIn(context, frame, flash),
    methods,
  })
  const leadsTo = methods.map((method) => method.leadsTo)
  return respond(page, { formTargets: [emulator, ...leadsTo] })
}

/** What went wrong before, as the address names it. */
async function problemIn(
  { config, query }: Context,
  frame: PageFrame,
  flash: Flash | undefined,
): Promise<Problem | undefined> {
  const error = query.get('error')
  if (error === null) return undefined
  const { describeError } = await import('../pages/problem.ts')
  const problem = describeError(readErrorCode(error), frame)
  // The address names a message of the application; it cannot bring one along.
  const reason = query.get('code') ?? ''
  const messages = Array.from(config.providers.values(), (provider) => {
    const own = 'messages' in provider ? provider.messages : undefined
    return own && Object.hasOwn(own, reason) ? String(Reflect.get(own, reason)) : undefined
  })
  return { ...problem, text: messages.find(Boolean) ?? problem.text, hint: flash?.hint }
}
