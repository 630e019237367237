import { type Page, renderPage } from './layout.ts'

/** The parts that a response adds to its page. */
export type PageResponse = {
  readonly status?: number
  readonly headers?: HeadersInit
  /** Origins beyond https that the page's forms may lead to, such as a platform on loopback http. */
  readonly formTargets?: readonly (string | undefined)[]
}

/** Sends a page under a Content-Security-Policy that lets it do nothing but what it shows. */
export function respond(page: Page, response: PageResponse = {}): Response {
  const nonce = crypto.randomUUID()
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(fixed)) headers.set(name, value)
  if (page.frame.varies) headers.append('vary', 'Accept-Language')
  headers.set('content-security-policy', policy(page, nonce, response.formTargets))
  return new Response(renderPage(page, nonce).markup, { ...response, headers })
}

// No Cross-Origin-Opener-Policy: it would cut a sign-in popup off from the window that opened it. The referrer
// policy is not `no-referrer`, because that makes browsers send `Origin: null` with our own forms.
const fixed = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

function policy(page: Page, nonce: string, formTargets: PageResponse['formTargets'] = []): string {
  const { forms = [], frame } = page
  // Chromium applies form-action to every redirect after the POST (CSP 3 §6.4.2.1), so the platform counts.
  const targets = formTargets.flatMap((target) => URL.parse(target ?? '')?.origin ?? [])
  const http = targets.filter((origin) => origin.startsWith('http:'))
  const others = forms.flatMap((form) => form?.scriptOrigin ?? [])
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    rule("form-action 'self' https:", [...http, ...(frame.trustedHttp ?? [])]),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...(forms.some((form) => form?.script)
      ? [
          rule("script-src 'self'", others),
          "connect-src 'self'",
          // Empty, it allows nothing.
          rule('frame-src', others),
        ]
      : []),
  ].join('; ')
}

function rule(name: string, origins: readonly string[]): string {
  return [name, ...new Set(origins)].join(' ')
}
