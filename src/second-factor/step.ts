import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import { resolveCallbackUrl } from '../http/callback-url.ts'
import { readForm } from '../http/csrf.ts'
import { json, redirect, wantsJson } from '../http/respond.ts'
import { happened } from '../identity/happened.ts'
import type { PassedStep } from '../methods/part-code.ts'
import { type PendingSignIn, pendingSignIn } from '../methods/pending-sign-in.ts'
import { signInPageUrl } from '../methods/sign-in-page-url.ts'
import { messagePage } from '../pages/message-page.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { respond } from '../pages/respond.ts'
import { type Factors, factorsOf, isOn, isPasskey, mustSetUp } from './factors.ts'
import { part } from './kinds.ts'
import type { Rules } from './options.ts'
import { proveByCode } from './prove.ts'
import { type StepOffer, showFactorStep } from './step-view.ts'
import { factorText } from './text.ts'
import { trustBrowser } from './trusted-browsers.ts'

/** The sign-in in this browser that waits for a second factor. */
async function requirePending(context: Context): Promise<PendingSignIn> {
  const pending = await pendingSignIn(context)
  if (pending?.part === part) return pending
  throw new AuthError('FlowMissing', 'No sign-in in this browser waits for a second factor')
}

/** `GET|POST /second-factor`: the step of a sign-in. Nobody is signed in before it is taken. */
export async function answerStep(context: Context, rules: Rules): Promise<Response | PassedStep> {
  const pending = await requirePending(context)
  const { userId, callbackUrl } = pending
  context.callbackUrl = callbackUrl
  const factors = await factorsOf(context, userId)
  const offer = offerOf(context, rules, factors, pending.provider)
  // A required step of somebody who has nothing yet is to set something up.
  if (await mustSetUp(context, rules, userId, factors))
    return redirect(`${context.baseUrl}/second-factor-setup`)
  if (context.request.method === 'POST') {
    const form = await readForm(context)
    context.retryUrl = `${context.baseUrl}/second-factor`
    const amr = await proveByCode(context, userId, form.code)
    const trusts = form.trust === 'yes'
    return {
      passed: true,
      amr,
      ...(trusts && { afterwards: () => trustBrowser(context, rules, userId) }),
    }
  }
  const { trustSeconds } = rules
  return answerOffer(context, { ...offer, path: 'second-factor', trustSeconds, callbackUrl })
}

/** `GET|POST /step-up`: more proof in a session, which leads back to where it was needed. */
export async function answerStepUp(context: Context, rules: Rules): Promise<Response | PassedStep> {
  const { request, query, baseUrl } = context
  const form = request.method === 'POST' ? await readForm(context) : undefined
  const callbackUrl = await resolveCallbackUrl(
    context,
    form?.callbackUrl ?? query.get('callbackUrl'),
  )
  context.callbackUrl = callbackUrl
  const current = await context.currentSession()
  if (!current) throw new AuthError('SessionRequired', 'Nobody is signed in')
  const { userId } = current
  const factors = await factorsOf(context, userId)
  const offer = offerOf(context, rules, factors, undefined)
  if (!isOn(factors) && !offer.passkey) return showNothing(context, callbackUrl)
  if (form) {
    context.retryUrl = `${baseUrl}/step-up?callbackUrl=${encodeURIComponent(callbackUrl)}`
    const amr = await proveByCode(context, userId, form.code)
    await happened(context, { event: 'raiseSession', userId })
    return { passed: true, amr, raises: { url: callbackUrl, isRecent: true } }
  }
  return answerOffer(context, { ...offer, path: 'step-up', trustSeconds: 0, callbackUrl })
}

/** The proofs that the user can give. A passkey that did not verify its user is no second step after itself. */
function offerOf(
  { config }: Context,
  rules: Rules,
  factors: Factors,
  cameBy: string | undefined,
): Pick<StepOffer, 'totp' | 'passkey' | 'recoveryCode'> {
  const first = config.providers.get(cameBy ?? '')
  return {
    totp: factors.totp,
    passkey: rules.passkey && factors.passkeys > 0 && !(first && isPasskey(first)),
    recoveryCode: factors.recoveryCode,
  }
}

async function answerOffer(
  context: Context,
  offer: Omit<StepOffer, 'signInUrl'>,
): Promise<Response> {
  const { totp, passkey, recoveryCode, trustSeconds } = offer
  const asked = { totp, passkey, recoveryCode }
  if (wantsJson(context.request)) {
    const factors = Object.entries(asked).flatMap(([name, can]) => (can ? [name] : []))
    return json({ factors, trust: trustSeconds })
  }
  const signInUrl = signInPageUrl(context)
  if (totp || passkey || recoveryCode) return showFactorStep(context, { ...offer, signInUrl })
  const say = await factorText(context)
  const link = { href: signInUrl, label: say.signInAgain }
  const said = { title: say.unavailable, text: say.unavailableText, link }
  return respond(messagePage({ frame: requestFrame(context), ...said }), { status: 403 })
}

/** Tells somebody who has no second factor that they need one, and where they get it. */
async function showNothing(context: Context, callbackUrl: string): Promise<Response> {
  const setUpUrl = `${context.baseUrl}/second-factor-setup?callbackUrl=${encodeURIComponent(callbackUrl)}`
  if (wantsJson(context.request)) return json({ factors: [], setUpUrl }, 403)
  const say = await factorText(context)
  const link = { href: setUpUrl, label: say.goToAccount }
  const other = { href: context.origin + context.config.home, label: say.back }
  const said = { title: say.none, text: say.noneText, link, other }
  return respond(messagePage({ frame: requestFrame(context), ...said }), { status: 403 })
}
