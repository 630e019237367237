import type { Context } from '../context.ts'
import { csrfToken } from '../http/csrf.ts'
import { alert } from '../pages/alert.ts'
import { codeCss, codeField } from '../pages/code-field.ts'
import { duration } from '../pages/duration.ts'
import { errorNotice, waitHeaders } from '../pages/error-notice.ts'
import { takeFlash } from '../pages/flash.ts'
import { field, methodForm, postForm } from '../pages/form.ts'
import { type Fragment, html } from '../pages/html.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { respond } from '../pages/respond.ts'
import { passkeyForm } from '../passkeys/account-section.ts'
import { passkeyText } from '../passkeys/text.ts'
import type { PageFrame, Problem } from '../types/language.ts'
import type { FormView } from '../types/views.ts'
import type { FactorText } from './factor-text.ts'
import { passkeyProvider } from './factors.ts'
import { factorText } from './text.ts'

/** The proofs that the page of a step asks for. */
export interface StepOffer {
  /** The path that the form is sent to. */
  readonly path: 'second-factor' | 'step-up'
  readonly totp: boolean
  readonly passkey: boolean
  readonly recoveryCode: boolean
  /** The seconds for which a browser may be trusted; 0 if it is not offered. */
  readonly trustSeconds: number
  readonly callbackUrl: string
  /** Another way to come in. */
  readonly signInUrl: string
}

const css = `form+form,details{margin-block-start:1rem}form+details>summary{text-align:center}${codeCss}`

/** The page that asks for a second factor. */
export async function showFactorStep(context: Context, offer: StepOffer): Promise<Response> {
  const say = await factorText(context)
  const frame = requestFrame(context)
  const flash = await takeFlash(context)
  const problem = problemOf(context, say, errorNotice(context, frame, flash), frame)
  const csrf = await csrfToken(context)
  const carried = { csrfToken: csrf, callbackUrl: offer.callbackUrl }
  const action = `${context.baseUrl}/${offer.path}`
  const passkey = offer.passkey ? await passkeyOffer(context, say, offer) : undefined
  const codeForm = (input: Fragment) =>
    postForm({ action, fields: carried }, [
      input,
      trustBox(offer, say, frame),
      html`<button class="main">${say.continue}</button>`,
    ])
  const body = [
    alert(problem, frame),
    offer.totp && codeForm(field({ ...codeField(say.code), autofocus: !passkey })),
    passkey && methodForm(passkey, carried, { look: offer.totp ? 'plain' : 'main' }),
    offer.recoveryCode &&
      html`<details><summary>${say.lost}</summary><p>${say.lostText}</p>${postForm(
        { action, fields: carried },
        [
          field({ ...recoveryInput, label: say.recoveryCode }),
          html`<button>${say.continue}</button>`,
        ],
      )}</details>`,
    html`<div class="links"><a href="${offer.signInUrl}">${say.signInAgain}</a></div>`,
  ]
  const lead = offer.totp ? say.appText : offer.passkey ? say.passkeyText : say.recoveryText
  const page = { frame, title: say.title, lead, css, body, forms: [passkey] }
  return respond(page, problem && waitHeaders(flash))
}

const recoveryInput = {
  name: 'code',
  autocomplete: 'off',
  autocapitalize: 'characters',
  spellcheck: false,
  required: true,
  maxlength: 60,
} as const

function trustBox(
  { trustSeconds }: StepOffer,
  say: FactorText,
  { lang = 'en' }: PageFrame,
): Fragment {
  if (trustSeconds === 0) return undefined
  const inDays = trustSeconds >= 2 * 86_400
  const days = new Intl.NumberFormat(lang, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  const time = inDays
    ? days.format(Math.round(trustSeconds / 86_400))
    : duration(trustSeconds / 60, lang)
  return html`<label><input type="checkbox" name="trust" value="yes">${say.trust(time)}</label>`
}

async function passkeyOffer(
  context: Context,
  say: FactorText,
  { callbackUrl }: StepOffer,
): Promise<FormView | undefined> {
  const provider = passkeyProvider(context.config)
  if (!provider) return undefined
  const form = passkeyForm(context, provider, await passkeyText(context))
  return { ...form('authenticate', say.usePasskey), fields: { callbackUrl } }
}

/** The problem before this page. Of missing proof it says nothing: that is what the page asks for. */
function problemOf(
  { query }: Context,
  say: FactorText,
  problem: Problem | undefined,
  { lang = 'en' }: PageFrame,
): Problem | undefined {
  const error = query.get('error')
  if (error === 'RecentSignInRequired') return undefined
  if (error !== 'Verification') return problem
  const [, minutes] = /^behind-(\d{1,2})$/.exec(query.get('code') ?? '') ?? []
  const text = minutes === undefined ? say.wrongText : say.wasRight(duration(Number(minutes), lang))
  return { title: say.wrong, text, hint: problem?.hint }
}
