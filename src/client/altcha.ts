import { earnToken } from './altcha/proof-of-work.ts'

/** The place of the routes. */
export interface AltchaTokenOptions {
  /** The origin of the routes, if it is not the page's. */
  url?: string
  /** Default `/api/auth`. */
  basePath?: string
}

/**
 * Computes a token that passes `Altcha()` once: for `mail`, `credentials` or `signUp`. It takes about a second. Send it as `gateToken`.
 * Rejects if the server gives no challenge.
 *
 * @example
 * await client.signIn('email', { email, gateToken: await altchaToken('mail') })
 */
export function altchaToken(
  action: string,
  { url = '', basePath = '/api/auth' }: AltchaTokenOptions = {},
): Promise<string> {
  return earnToken(`${url.replace(/\/$/, '')}${basePath}/altcha?${new URLSearchParams({ action })}`)
}
