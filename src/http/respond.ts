import { jsonText, privately } from './json-answer.ts'
import { type RequestSource, readHeader } from './request-source.ts'

/** A JSON answer that no cache keeps. */
export function json(value: unknown, status = 200): Response {
  return jsonText(JSON.stringify(value), status)
}

/** Redirects a browser with a GET. */
export function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location, ...privately } })
}

/** Redirects a browser; a program gets the address as JSON. */
export function leadTo(url: string, source: RequestSource): Response {
  return wantsJson(source) ? json({ url }) : redirect(url)
}

/** True if a program asks, which gets JSON, rather than a person's browser, which gets pages and redirects. */
export function wantsJson(source: RequestSource): boolean {
  if (readHeader(source, 'x-auth-return-redirect') !== undefined) return true
  const accept = readHeader(source, 'accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}
