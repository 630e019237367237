/** Answers about identity must never be kept by a cache. */
const privately = { 'cache-control': 'private, no-store', vary: 'Cookie, Accept' }

/** A JSON answer that no cache keeps. */
export function json(value: unknown, cookies: readonly string[] = [], status = 200): Response {
  const response = new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', ...privately },
  })
  return withCookies(response, cookies)
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
