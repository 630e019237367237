import { keepFromCaches, setsCookie } from '../../http/write-cookies.ts'

/**
 * Adds the cookies of a session, renewed before there was a response, to that response. One that starts or ends a session itself stays as
 * it is.
 */
export function withRenewal(response: Response, renewal: Headers): Response {
  const cookies = renewal.getSetCookie()
  const names = cookies.map((cookie) => cookie.slice(0, cookie.search(/(\.\d{1,2})?=/)))
  if (cookies.length === 0 || names.some((name) => setsCookie(response.headers, name)))
    return response
  // The headers of `Response.redirect()` and of a fetched response cannot be changed.
  const renewed = new Response(response.body, response)
  for (const cookie of cookies) renewed.headers.append('set-cookie', cookie)
  keepFromCaches(renewed.headers)
  return renewed
}
