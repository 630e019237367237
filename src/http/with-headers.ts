/** The headers of a response such as `Response.redirect()`, which a method may return, cannot be changed: then a copy leaves. */
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
