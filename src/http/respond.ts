/** Answers about identity must never be kept by a cache. */
const privately = { 'cache-control': 'private, no-store', vary: 'Cookie, Accept' }

/** The headers of a JSON answer. */
export const jsonHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  ...privately,
}

/** A JSON answer that no cache keeps. */
export function json(value: unknown, cookies: readonly string[] = [], status = 200): Response {
  return withCookies(jsonText(JSON.stringify(value), status), cookies)
}

/** The same for what is JSON already. */
export function jsonText(text: string, status = 200): Response {
  return new Response(text, { status, headers: jsonHeaders })
}

/** Sends a browser elsewhere with a GET. */
export function redirect(location: string, cookies: readonly string[] = []): Response {
  return withCookies(
    new Response(null, { status: 303, headers: { location, ...privately } }),
    cookies,
  )
}

/** The same response with cookies added. */
export function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/** Whether a program asks, which gets JSON, rather than a person's browser, which gets pages and redirects. */
export function wantsJson(request: Request): boolean {
  if (request.headers.has('x-auth-return-redirect')) return true
  const accept = request.headers.get('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}
