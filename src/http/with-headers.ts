/**
 * Writes the headers of a response. If they are immutable, as those of `Response.redirect()`, which a method may return, a copy gets them.
 */
export function withHeaders(response: Response, write: (headers: Headers) => void): Response {
  try {
    write(response.headers)
    return response
  } catch {
    const copy = new Response(response.body, response)
    write(copy.headers)
    return copy
  }
}
