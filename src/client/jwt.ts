import { ask } from './request.ts'

/** The place of the routes. */
export interface JwtClientOptions {
  /** The origin of the routes, if it is not the page's. */
  url?: string
  /** Default `/api/auth`. */
  basePath?: string
}

/** Tokens of the signed-in user for other services. */
export interface JwtClient {
  /**
   * A token for one of the configured audiences, the first by default. It is kept until half a minute before it expires; concurrent calls
   * share one request. Rejects with a `ClientError` if nobody is signed in.
   */
  token(options?: { audience?: string }): Promise<string>
  /** Forgets the tokens. Call it when the person signs out. */
  clear(): void
}

/** A token, when it was asked for and when it expires: milliseconds since 1970 by the browser's clock. */
interface Kept {
  token: string
  since: number
  until: number
}

/** A token is not returned in its last half minute: the service has to receive it in time. */
const reserveMs = 30_000

/**
 * Gets tokens for other services.
 *
 * @example
 * const client = jwtClient()
 * await fetch('https://api.example.com/posts', { headers: { authorization: `Bearer ${await client.token()}` } })
 */
export function jwtClient({ url = '', basePath = '/api/auth' }: JwtClientOptions = {}): JwtClient {
  const path = `${url.replace(/\/$/, '')}${basePath}/jwt`
  const kept = new Map<string, Promise<Kept>>()
  return {
    async token({ audience } = {}) {
      const name = audience ?? ''
      const current = kept.get(name)
      const known = current && (await current.catch(() => undefined))
      if (known && isFresh(known)) return known.token
      // Another call may have asked meanwhile.
      const other = kept.get(name)
      const asked =
        other && other !== current ? other : askToken(path, audience ? { audience } : {})
      kept.set(name, asked)
      try {
        return (await asked).token
      } catch (thrown) {
        kept.delete(name)
        throw thrown
      }
    },
    clear: () => kept.clear(),
  }
}

type Issued = { token: string; expiresIn: number }

async function askToken(path: string, body: object): Promise<Kept> {
  const since = Date.now()
  const { token, expiresIn } = await ask<Issued>(path, (answer) => answer?.token, body)
  return { token, since, until: since + expiresIn * 1000 }
}

/** False also if the clock was set back since: then the token's age is unknown. */
function isFresh({ since, until }: Kept): boolean {
  const now = Date.now()
  return now >= since && until - now > reserveMs
}
