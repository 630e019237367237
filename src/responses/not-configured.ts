import type { AuthError } from '../errors.ts'
import { wantsJson } from '../http/respond.ts'
import { errorText } from '../pages/error-text.ts'

/** Without a configuration there is nothing to show but that. */
export function notConfigured({ code, status }: AuthError, request: Request): Response {
  const headers = { 'cache-control': 'no-store' }
  if (!request.headers.get('accept')?.includes('text/html') || wantsJson(request)) {
    const message = 'Sign-in is not configured; the log says why.'
    return Response.json({ error: code, message }, { status, headers })
  }
  const { title, text } = errorText[code]
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`
  return new Response(page, {
    status,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    },
  })
}
