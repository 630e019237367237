import { html, verbatim } from '../../../pages/html.ts'
import { cspHash } from '../../encoding.ts'
import type { Answer, Exchange } from '../../types.ts'
import type { TurnstileWidget } from './registration.ts'
import { api, frame } from './scripts.ts'
import { mintToken } from './tokens.ts'

/** The widget's behaviour: it lets everybody pass, asks for a click first, or lets nobody pass. */
type Mood = 'passes' | 'asks' | 'blocks'

/** `api.js`, which pages load. */
export const serveApi: Answer = () =>
  new Response(api, { headers: { 'content-type': 'text/javascript; charset=utf-8' } })

/** The frame of a widget. It has the token from the start, and posts it to the page. */
export function serveFrame(widgets: readonly TurnstileWidget[], mood: Mood): Answer {
  return async (exchange) => {
    const { searchParams } = exchange.url
    const error = mood === 'blocks' ? '300030' : errorIn(exchange, widgets)
    const theme = searchParams.get('theme') ?? ''
    const earned = {
      siteKey: searchParams.get('sitekey') ?? '',
      action: searchParams.get('action') ?? '',
      hostname: searchParams.get('hostname') ?? '',
    }
    const token = error ? undefined : mintToken(exchange.context, earned)
    const scheme = /^(light|dark)$/.test(theme) ? theme : 'light dark'
    const style = `:root{color-scheme:${scheme};font:14px/1.3 system-ui,sans-serif}body{display:flex;align-items:center;min-height:63px;margin:0;padding:0 12px;box-sizing:border-box;border:1px solid #8886}label{display:flex;gap:10px;align-items:center}input{width:22px;height:22px;margin:0;flex:none}`
    const page = html`<!doctype html><html lang="en"><meta charset="utf-8"><title>Practice Turnstile</title><style>${verbatim(style)}</style>
<body data-token="${token}" data-error="${error}" data-mood="${mood}"><label><input type="checkbox"> Practice Turnstile: I’m human</label><script>${verbatim(frame)}</script></body></html>`
    return new Response(page.markup, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': `default-src 'none'; style-src ${await cspHash(style)}; script-src ${await cspHash(frame)}`,
      },
    })
  }
}

/** The error of a widget, as one of Cloudflare's numbers: an unknown key, a host that is not registered, a malformed action. */
function errorIn({ url }: Exchange, widgets: readonly TurnstileWidget[]): string | undefined {
  const { searchParams } = url
  const widget = widgets.find(({ siteKey }) => siteKey === searchParams.get('sitekey'))
  if (!widget) return '110100'
  const hostname = searchParams.get('hostname') ?? ''
  if (!hostname || !(widget.hostnames ?? [hostname]).includes(hostname)) return '110200'
  return /^[\w-]{0,32}$/.test(searchParams.get('action') ?? '') ? undefined : '200100'
}
