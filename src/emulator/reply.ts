import { toJson } from './encoding.ts'

/** A JSON answer that must not be cached. */
export function json(
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(toJson(value), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  })
}

/** A plain text answer. */
export function text(body: string, status = 200): Response {
  return new Response(body, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

/** Redirects the browser with 303, so that it arrives by GET after a form too. */
export function redirect(to: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, {
    status: 303,
    headers: { location: to, 'cache-control': 'no-store', ...headers },
  })
}
