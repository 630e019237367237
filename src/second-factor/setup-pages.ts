import type { Context } from '../context.ts'
import type { AuthError } from '../errors.ts'
import { csrfToken } from '../http/csrf.ts'
import { json, wantsJson } from '../http/respond.ts'
import { signInPageUrl } from '../methods/sign-in-page-url.ts'
import { alert } from '../pages/alert.ts'
import { codeCss, codeField } from '../pages/code-field.ts'
import { copyButton, copyCss, printButton } from '../pages/copy-buttons.ts'
import { duration } from '../pages/duration.ts'
import { field, postForm } from '../pages/form.ts'
import { html, verbatim } from '../pages/html.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { respond } from '../pages/respond.ts'
import type { PageFrame } from '../types/language.ts'
import type { TotpSetup } from '../types/second-factor.ts'
import type { FactorText } from './factor-text.ts'
import { factorText } from './text.ts'

const setupCss =
  '.qr{display:block;max-width:13rem;margin:0 auto 1rem;border-radius:var(--radius);overflow:hidden}.qr svg{display:block;width:100%}.secret{margin-block-end:1rem;text-align:center}.secret a{display:inline-block;margin-block-start:.5rem}code{display:block;font-size:1rem;letter-spacing:.05em;text-wrap:balance;user-select:all}'

/** The page on which an app is set up. The QR code needs no script. */
export async function showSetup(
  context: Context,
  { secret, url, svg, setup }: TotpSetup,
  { isRequired, callbackUrl }: { isRequired: boolean; callbackUrl: string | undefined },
  problem?: AuthError,
): Promise<Response> {
  if (wantsJson(context.request)) return json({ secret, url, svg, setup })
  const say = await factorText(context)
  const frame = requestFrame(context)
  const action = `${context.baseUrl}/second-factor-setup`
  const fields = { csrfToken: await csrfToken(context), setup, callbackUrl }
  const away = isRequired ? signInPageUrl(context) : callbackUrl
  const body = [
    alert(problem && { title: say.wrong, text: reasonOf(problem, say, frame) }, frame),
    html`<div class="qr" role="img" aria-label="${say.qr}">${verbatim(svg)}</div>`,
    html`<p class="secret">${say.secret}<code dir="ltr">${grouped(secret)}</code><a href="${url}">${say.openApp}</a></p>`,
    postForm({ action, fields }, [
      field({ ...codeField(say.code), autofocus: false }),
      html`<button class="main">${say.turnOn}</button>`,
    ]),
    html`<div class="links"><a href="${away}">${isRequired ? say.signInAgain : say.back}</a></div>`,
  ]
  const lead = isRequired ? say.requiredText : say.setUpText
  const page = { frame, title: say.setUp, lead, css: setupCss + codeCss, body }
  return respond(page, problem)
}

function reasonOf({ reason = '' }: AuthError, say: FactorText, { lang = 'en' }: PageFrame): string {
  const [, minutes] = /^clock-(\d+)$/.exec(reason) ?? []
  return minutes === undefined ? say.wrongText : say.clock(duration(Number(minutes), lang))
}

/** Four letters at a time are typed without losing one's place. */
function grouped(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ')
}

const codesCss =
  '.codes{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.5rem;margin-block-end:1.25rem;padding:1rem;list-style:none;user-select:all;background:var(--hover);border-radius:var(--radius)}@media print{form,.links{display:none}}.codes+.links{margin-block:0 1rem}'

/** The page that shows recovery codes, the only time. */
export async function showCodes(
  context: Context,
  codes: readonly string[],
  next: { action: string; fields: Readonly<Record<string, string>> },
): Promise<Response> {
  if (wantsJson(context.request)) return json({ recoveryCodes: codes, ...next.fields })
  const say = await factorText(context)
  const frame = requestFrame(context)
  const fields = { csrfToken: await csrfToken(context), ...next.fields }
  const text = `${codes.join('\n')}\n`
  // A file without a script: the address itself is the text.
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`
  const body = [
    html`<ul class="codes" dir="ltr">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>`,
    html`<div class="links"><a href="${file}" download="recovery-codes.txt">${say.download}</a>${copyButton(text, say)}${printButton(say.print)}</div>`,
    postForm({ action: next.action, fields }, html`<button class="main">${say.saved}</button>`),
  ]
  const forms = [{ script: `${context.config.basePath}/recovery-codes.js` }]
  return respond({
    ...{ frame, title: say.codes, lead: say.codesText, body, forms },
    css: codesCss + copyCss,
  })
}
