/** The headers that keep answers about identity out of caches. */
export const privately = {
  'cache-control': 'private, no-store',
  vary: 'Cookie, Authorization, Accept',
} as const

/** The headers of a JSON answer. Visitors wrote some of its content, so no browser may take it for a page or a script. */
export const jsonHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
  ...privately,
}

/** A JSON answer of text that is JSON already. */
export function jsonText(text: string, status = 200): Response {
  return new Response(text, { status, headers: jsonHeaders })
}
