import type { Context } from '../context.ts'
import { csrfToken } from '../http/csrf.ts'
import { loadMethods } from '../methods/load.ts'
import { signInPageUrl } from '../methods/sign-in-page-url.ts'
import { errorNotice, waitHeaders } from '../pages/error-notice.ts'
import { type Flash, takeFlash } from '../pages/flash.ts'
import { isolated, pageText } from '../pages/frame.ts'
import { messagePage } from '../pages/message-page.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { respond } from '../pages/respond.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { isInApp } from '../pages/user-agent.ts'
import type { CommonText, Problem } from '../types/language.ts'
import type { SignInView } from '../types/views.ts'
import { dataFromOwnPage } from './data-from-own-page.ts'

/** The sign-in page, with one way in for each provider. */
export async function showSignIn(context: Context, callbackUrl: string): Promise<Response> {
  const { config, query } = context
  // Whoever went back and answered the platform again has used up the flow, and has what they wanted.
  if (query.get('error') === 'FlowMissing' && (await context.currentSession())) {
    return showSignedIn(context, callbackUrl)
  }
  const frame = requestFrame(context)
  const say = pageText(frame)
  const flash = await takeFlash(context)
  const problem = errorNotice(context, frame, flash)
  const lastUsed = context.cookies.read('last')
  const methods = await Promise.all(
    (await loadMethods(config)).map(async ([provider, method]) => {
      const view = await method.view(context, provider, say)
      const again = provider.id === flash.provider ? tryAgain(view, flash, problem) : view
      // Whoever signs in again is not new here.
      const more = query.get('error') === 'RecentSignInRequired' ? undefined : view.more
      return { ...again, more, lastUsed: provider.id === lastUsed }
    }),
  )
  const inForm = methods.some((view) => view.problem)
  const page = signInPage({
    frame,
    fields: { csrfToken: await csrfToken(context), callbackUrl, data: dataFromOwnPage(context) },
    problem: inForm ? undefined : problem,
    notice: inAppNotice(context, methods, say),
    methods,
    wanted: query.get('platform')?.slice(0, 60),
  })
  const leadsTo = methods.map((method) => method.leadsTo)
  const formTargets = [config.emulator?.url, ...leadsTo]
  return respond(page, { formTargets, ...(problem && waitHeaders(flash)) })
}

/** A platform that would refuse this browser is named before it does. */
function inAppNotice(
  { request }: Context,
  methods: readonly SignInView[],
  say: CommonText,
): Problem | undefined {
  const names = methods.filter((view) => view.refusesInApp).map(({ name }) => name)
  if (names.length === 0 || !isInApp(request.headers.get('user-agent'))) return undefined
  return { title: say.inApp(names.join(', ')), text: say.inAppText, neutral: true }
}

/** The form as the person left it, with what was wrong. */
function tryAgain(view: SignInView, { typed = {} }: Flash, problem: Problem | undefined) {
  if (!view.inputs || !problem) return view
  const inputs = view.inputs.map((input) => {
    const value = Object.hasOwn(typed, input.name) ? typed[input.name] : undefined
    return value ? { ...input, value } : input
  })
  const wrong = Math.max(
    0,
    inputs.findIndex(({ value }) => !value),
  )
  return {
    ...view,
    problem,
    inputs: inputs.map((input, at) => ({ ...input, autofocus: at === wrong })),
  }
}

async function showSignedIn(context: Context, callbackUrl: string): Promise<Response> {
  const frame = requestFrame(context)
  const say = pageText(frame)
  const { name, email } = (await context.currentSession())?.session.user ?? {}
  const who = name ?? email
  const link = { href: callbackUrl, label: say.continue }
  const text = who ? say.signedInAs(isolated(who, frame)) : ''
  context.callbackUrl = callbackUrl
  const other = { href: signInPageUrl(context), label: say.otherWay }
  return respond(messagePage({ frame, title: say.alreadySignedIn, text, link, other }))
}
