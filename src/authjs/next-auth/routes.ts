/** The path of the routes, for all functions of a page: `SessionProvider` may name it. */
export const routes: { basePath: string } = { basePath: '/api/auth' }

/** A request on the server whose cookies are sent along: the `context` of `getServerSideProps`, or any object with a `req`. */
export interface RequestContext {
  req?: { headers: { cookie?: string | undefined } }
  ctx?: { req?: { headers: { cookie?: string | undefined } } }
}

/** The answer of a route; null after an error, which goes to the console. */
export async function fetchRoute<T>(path: string, context?: RequestContext): Promise<T | null> {
  const cookie = (context?.req ?? context?.ctx?.req)?.headers.cookie
  const headers = { accept: 'application/json', ...(cookie && { cookie }) }
  try {
    const response = await fetch(`${base()}/${path}`, { headers })
    if (response.ok) return await response.json()
    throw new Error(`${path} answered ${response.status}`)
  } catch (error) {
    console.error('[portico]', error)
    return null
  }
}

/** In a page the path is enough; a server needs its whole address. */
function base(): string {
  if (typeof window === 'object') return routes.basePath
  const { NEXTAUTH_URL_INTERNAL, AUTH_URL, NEXTAUTH_URL } = globalThis.process?.env ?? {}
  const written = NEXTAUTH_URL_INTERNAL || AUTH_URL || NEXTAUTH_URL || 'http://localhost:3000'
  const { origin, pathname } = new URL(/^https?:/.test(written) ? written : `https://${written}`)
  return origin + (pathname === '/' ? routes.basePath : pathname.replace(/\/$/, ''))
}
