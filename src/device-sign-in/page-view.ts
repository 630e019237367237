import type { Context } from '../context.ts'
import { csrfToken } from '../http/csrf.ts'
import { json, wantsJson } from '../http/respond.ts'
import { gatedForm } from '../methods/gate.ts'
import { alert } from '../pages/alert.ts'
import { errorNotice, waitHeaders } from '../pages/error-notice.ts'
import { takeFlash } from '../pages/flash.ts'
import { methodForm, postForm } from '../pages/form.ts'
import { html } from '../pages/html.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { respond } from '../pages/respond.ts'
import type { FormView } from '../types/views.ts'
import type { OpenCode } from './open-code.ts'
import { deviceText } from './text.ts'
import { showUserCode } from './user-code.ts'

/** The name by which the gate knows the form: whoever sends it may guess at codes. */
export const gateAction = 'device'

/** The page on which people type the code that a device shows. */
export async function showCodeForm(context: Context, code: string | undefined): Promise<Response> {
  const say = await deviceText(context)
  const frame = requestFrame(context)
  const flash = await takeFlash(context)
  const isWrong = context.query.get('error') === 'Verification'
  const notice = errorNotice(context, frame, flash)
  const problem = isWrong && notice ? { ...notice, title: say.wrong, text: say.wrongText } : notice
  const form = await gatedForm<FormView>(context, gateAction, {
    action: `${context.baseUrl}/device`,
    submit: say.continue,
    inputs: [{ ...codeInput, label: say.code, ...(code && { value: showUserCode(code) }) }],
  })
  const carried = { csrfToken: await csrfToken(context) }
  const body = [alert(problem, frame), methodForm(form, carried, { look: 'main' })]
  const page = { frame, title: say.title, lead: say.text, body, forms: [form] }
  return respond(page, problem && waitHeaders(flash))
}

const codeInput = {
  name: 'user_code',
  autocomplete: 'off',
  autocapitalize: 'characters',
  spellcheck: false,
  required: true,
  maxlength: 40,
  autofocus: true,
} as const

/** A device's request, and the person who is asked. */
export interface Question {
  readonly code: OpenCode
  /** The name of the program. */
  readonly name: string
  readonly user: { readonly id: string; readonly name: string }
  readonly typed: string | undefined
  /** The csrf token of the browser. */
  readonly csrf: string
}

const css =
  'dl{margin:0 0 1rem;overflow-wrap:anywhere}dt{opacity:.7}dd{margin:0 0 .5rem}form+form{margin-block-start:1rem}'

/** The page that asks whether a device may sign in: who asks, from where, since when, and as whom. */
export async function showQuestion(context: Context, question: Question): Promise<Response> {
  const { code, name, user, typed = '', csrf } = question
  const { scopes, ip, askedAt, client } = code.data
  if (wantsJson(context.request))
    return json({ client, name, scopes, ip: ip || null, askedAt: new Date(askedAt), as: user.id })
  const say = await deviceText(context)
  const frame = requestFrame(context)
  const shown = showUserCode(typed)
  const time = new Intl.DateTimeFormat(frame.lang ?? 'en', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(askedAt)
  const facts = [
    [say.code, shown],
    [say.from, ip],
    [say.asked, `${time} UTC`],
    [say.scopes, scopes?.join(', ')],
  ]
  const fields = { csrfToken: csrf, user_code: shown, as: user.id }
  const choose = (answer: string, label: string, look: string) =>
    postForm({ action: `${context.baseUrl}/device`, fields: { ...fields, answer } }, [
      html`<button class="${look}">${label}</button>`,
    ])
  const body = [
    html`<dl>${facts.map(([label, fact]) => fact && html`<dt>${label}</dt><dd><bdi>${fact}</bdi></dd>`)}</dl>`,
    html`<div class="told">${say.warning}</div>`,
    choose('approve', say.approve, 'main'),
    choose('deny', say.deny, 'plain'),
  ]
  return respond({ frame, title: say.question(name), lead: say.as(user.name), css, body })
}
