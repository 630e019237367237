import type { Context } from '../context.ts'
import { json, wantsJson } from '../http/respond.ts'
import type { ResolvedOAuth } from '../methods/oauth/resolved.ts'
import { signInPageUrl } from '../methods/sign-in-page-url.ts'
import { pageText } from '../pages/frame.ts'
import { html, verbatim } from '../pages/html.ts'
import { qrSvg } from '../pages/qr.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { respond } from '../pages/respond.ts'
import { qrText } from './text.ts'

const css =
  '.qr{display:block;max-width:15rem;margin:0 auto 1rem;border-radius:var(--radius);overflow:hidden}.qr svg{display:block;width:100%}'

/** Short enough that visitors do not wait, and long enough for a screen reader to get to the end of the page. */
const secondsBetweenLooks = 4

/** The page that shows a code. It reloads by itself, without a script. */
export async function showQrCode(
  context: Context,
  { id, name, button }: ResolvedOAuth,
  url: string,
  status: 'waiting' | 'scanned',
): Promise<Response> {
  const svg = qrSvg(url)
  if (wantsJson(context.request)) return json({ status, url, svg })
  const frame = requestFrame(context)
  const platform = button?.name ?? name ?? id
  const say = await qrText(context)
  const body = [
    html`<div class="qr" role="img" aria-label="${say.drawing}">${verbatim(svg)}</div>`,
    html`<div class="links"><a href="${url}">${say.openApp(platform)}</a><a href="${signInPageUrl(context)}">${pageText(frame).otherWay}</a></div>`,
  ]
  const lead = status === 'scanned' ? say.scanned : say.scan(platform)
  const page = { frame, title: say.title(platform), lead, css, body }
  return respond(page, { headers: { refresh: String(secondsBetweenLooks) } })
}
