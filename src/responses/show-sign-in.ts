import type { Context } from '../context.ts'
import { csrfToken } from '../http/csrf.ts'
import { loadMethods } from '../methods/load.ts'
import { errorNotice, waitHeaders } from '../pages/error-notice.ts'
import { type Flash, takeFlash } from '../pages/flash.ts'
import { isolated, pageText } from '../pages/frame.ts'
import { type Fragment, html } from '../pages/html.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { respond } from '../pages/respond.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { isInApp } from '../pages/user-agent.ts'
import type { CommonText, PageFrame, Problem } from '../types/language.ts'
import type { FieldView, SignInView } from '../types/views.ts'
import { dataFromOwnPage } from './data-from-own-page.ts'

/** The sign-in page, with one way in for each provider. */
export async function showSignIn(context: Context, callbackUrl: string): Promise<Response> {
  const { config, query } = context
  const frame = requestFrame(context)
  const say = pageText(frame)
  const flash = await takeFlash(context)
  const signedIn = await wayOn(context, callbackUrl, frame)
  const problem = signedIn && !isUsed(context) ? signedIn.told : errorNotice(context, frame, flash)
  const lastUsed = context.cookies.read('last')
  const all = await Promise.all(
    (await loadMethods(config)).map(async ([provider, method]) => {
      const view = await method.view(context, provider, say)
      const again = withTyped(
        view,
        flash,
        !signedIn && provider.id === flash.provider ? problem : undefined,
      )
      // Whoever signs in again is not new here.
      const more = query.get('error') === 'RecentSignInRequired' ? undefined : view.more
      return { lastUsed: provider.id === lastUsed, ...again, more }
    }),
  )
  const { methods, notice } = forBrowser(context, all, say)
  const inForm = methods.some((view) => view.problem)
  const page = signInPage({
    frame,
    fields: { csrfToken: await csrfToken(context), callbackUrl, data: dataFromOwnPage(context) },
    last: staysSignedIn(context, say),
    problem: inForm ? undefined : problem,
    notice: notice ?? methods.find((view) => view.notice)?.notice,
    signedIn,
    methods,
    wanted: query.get('platform')?.slice(0, 60),
  })
  const leadsTo = methods.map((method) => method.leadsTo)
  const formTargets = [config.emulator?.url, ...leadsTo]
  return respond(page, { formTargets, ...(problem && waitHeaders(flash)) })
}

/** A platform that would refuse this browser is named before it does, and not offered beside others. */
function forBrowser<View extends SignInView>(
  { request }: Context,
  all: readonly View[],
  say: CommonText,
): { methods: readonly View[]; notice?: Problem } {
  const refused = all.filter((view) => view.refusesInApp)
  if (!refused[0] || !isInApp(request.headers.get('user-agent'))) return { methods: all }
  const others = all.filter((view) => !view.refusesInApp)
  const title = say.inApp(refused.map(({ name }) => name).join(', '))
  return {
    methods: others[0] ? others : all,
    notice: { title, text: say.inAppText, neutral: true },
  }
}

/** The form as the person left it, with what was wrong; what they typed into one is in the others too. */
function withTyped(view: SignInView, { typed = {} }: Flash, problem: Problem | undefined) {
  if (!view.inputs) return view
  const inputs = view.inputs.map((input) => {
    const value = Object.hasOwn(typed, input.name) ? typed[input.name] : undefined
    return value ? { ...input, value } : input
  })
  const wrong = inputs.find(({ value }) => !value) ?? inputs[0]
  const focused = (input: FieldView) => (problem ? { ...input, autofocus: input === wrong } : input)
  return { ...view, problem: inWordsOf(view, problem), inputs: inputs.map(focused) }
}

/** The problem, in the words that the form has for its fields. */
function inWordsOf({ identifier }: SignInView, problem: Problem | undefined): Problem | undefined {
  const title = identifier && problem?.titles?.[identifier]
  return title ? { ...problem, title } : problem
}

/** True after a link that was used or has expired: its reader is told so even when signed in, because it may have been for more than that. */
function isUsed({ query }: Context): boolean {
  return query.get('error') === 'Verification'
}

/**
 * The way on of whoever is signed in, unless something was refused them. Whoever went back and answered the platform again, or opened the
 * link of a mail again, has used it up, and has what they wanted.
 */
async function wayOn(context: Context, href: string, frame: PageFrame) {
  if (!/^(FlowMissing|Verification)?$/.test(context.query.get('error') ?? '')) return undefined
  const user = (await context.currentSession())?.session.user
  if (!user || user.guest) return undefined
  const who = isolated(user.name ?? user.email ?? '', frame)
  const say = pageText(frame)
  const told = who ? { title: say.signedInAs(who), text: '', neutral: true } : undefined
  return { href, told, label: who ? say.continueAs(who) : say.continue }
}

/** The box for staying signed in, where the application lets people choose. */
function staysSignedIn({ config }: Context, say: CommonText): Fragment {
  return (
    config.session.remember === 'ask' &&
    html`<label><input type="checkbox" name="remember" value="true">${say.remember}</label>`
  )
}
