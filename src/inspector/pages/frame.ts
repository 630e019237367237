import { type Fragment, type Html, html, verbatim } from '../../pages/html.ts'
import { script } from './script.ts'
import { style } from './style.ts'

/** A page of the inspector. */
export interface Page {
  readonly title: string
  readonly body: Fragment
  /** The inspector's path: `/api/auth/inspect`. */
  readonly base: string
  /** The store's version when the page was made. */
  readonly version: number
  /** Seconds after which a browser without scripts reloads. */
  readonly refresh?: number
}

/** Sends a page under a policy that allows only what it names. */
export function respond(page: Page): Response {
  const nonce = crypto.randomUUID()
  return new Response(document(page, nonce).markup, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': [
        "default-src 'none'",
        `style-src 'nonce-${nonce}'`,
        `script-src 'nonce-${nonce}'`,
        // For the empty icon, which keeps the browser from asking for one.
        'img-src data:',
        "connect-src 'self'",
        "frame-src 'self'",
        // Chromium applies form-action to the redirects that follow a form as well, and those lead to platforms.
        "form-action 'self' https: http://localhost:* http://*.localhost:* http://127.0.0.1:*",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ].join('; '),
      ...privately,
    },
  })
}

/** Headers of every answer of the inspector, which keep it out of caches and away from other sites. */
export const privately: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-resource-policy': 'same-origin',
}

function document({ title, body, base, version, refresh }: Page, nonce: string): Html {
  return html`<!doctype html><html lang="en" data-version="${version}" data-inspector="${base}"><head><meta charset="utf-8"
><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,"
><title>${title} · Portico inspector</title>${
    refresh !== undefined &&
    html`<noscript><meta http-equiv="refresh" content="${refresh}"></noscript>`
  }<style nonce="${nonce}">${verbatim(style)}</style></head><body><a class="skip" href="#content">Skip to content</a
><header class="top"><b>Portico inspector</b><nav aria-label="Inspector"><a href="${base}">Sign-ins</a><a href="${base}/mail">Emails</a></nav
><small>development only · secrets are masked</small></header><main id="content" tabindex="-1">${body}</main
><script nonce="${nonce}" type="module">${verbatim(script)}</script></body></html>`
}
