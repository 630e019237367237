import { type Html, html, verbatim } from '../../pages/html.ts'
import { cspHash } from '../encoding.ts'
import { style } from './style.ts'

/** A page of the emulator. */
export type Page = {
  readonly title: string
  /** The platform's name; the emulator's own pages have none. */
  readonly platform?: string
  readonly body: Html
  readonly wide?: boolean
  readonly status?: number
  /** Addresses that a form on this page may lead to, beside the page's own origin. */
  readonly formTargets?: readonly string[]
  /** Addresses of pictures on this page. */
  readonly images?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  /** The only script that the page may run. */
  readonly script?: string
}

/** Renders a page under a policy that allows only what the page names. */
export async function respond(page: Page): Promise<Response> {
  const { body, headers, images, formTargets, script } = page
  const policy = [
    "default-src 'none'",
    `style-src ${await cspHash(style)}`,
    `img-src 'self' data: ${sources(images)}`,
    // Chromium applies form-action to the redirects that follow a form as well.
    `form-action 'self' ${formTargets?.length ? `${sources(formTargets)} ${nextHops}` : ''}`,
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...(script === undefined ? [] : [`script-src ${await cspHash(script)}`]),
  ]
  return new Response(`<!doctype html>${document(page, body).markup}`, {
    status: page.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  })
}

function document({ title, platform, wide, script }: Page, body: Html): Html {
  const name = platform === undefined ? 'Portico emulator' : `Practice ${platform}`
  const disclaimer =
    platform === undefined
      ? 'practice platforms for development, nothing here is real'
      : `Portico emulator, not ${platform}`
  return html`<html lang="en"><head><meta charset="utf-8"><title>${title} · ${name}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,">
<style>${verbatim(style)}</style></head><body>
<header class="banner"><b>${name} – ${disclaimer}</b></header>
<main${wide ? html` class="wide"` : ''}>${body}</main>
${script === undefined ? '' : html`<script>${verbatim(script)}</script>`}</body></html>`
}

/** The addresses that an application may redirect to after its callback, to which browsers apply `form-action` too. */
const nextHops = 'https: http://localhost:* http://*.localhost:* http://127.0.0.1:*'

function sources(addresses: readonly string[] = []): string {
  return [...new Set(addresses.map(source))].join(' ')
}

// The custom schemes of phone apps have no origin.
function source(address: string): string {
  const { origin, protocol } = new URL(address)
  return origin === 'null' ? protocol : origin
}
