import { AuthError } from '../errors.ts'
import type { GivenCode } from '../methods/method.ts'
import type { ResolvedOAuth } from '../methods/oauth/resolved.ts'
import type { CodeRules } from './code-rules.ts'

/** A code, with the parameters that the platform needs along with it. */
export interface Code {
  readonly code: string
  readonly redirect_uri?: string | undefined
  readonly code_verifier?: string | undefined
}

/** Validates what an app sent, by the rules of the kit. */
export function readCode(
  provider: ResolvedOAuth,
  { name, redirects, verifierLength }: CodeRules,
  { code, redirectUri, codeVerifier }: GivenCode,
): Code {
  const wrong = (field: string, message: string, hint: string) =>
    new AuthError('InvalidRequest', message, { provider: provider.id, field, hint })
  // RFC 6749, appendix A.11.
  if (typeof code !== 'string' || !/^[ -~]{1,2000}$/.test(code))
    throw wrong(
      'code',
      'The code is missing or unreadable',
      'Send the code as the library gave it.',
    )
  const needless = (sent: unknown) => sent !== undefined && sent !== ''
  if (!redirects && needless(redirectUri))
    throw wrong('redirect_uri', `The kit ${name} has no redirect address`, 'Leave it out.')
  if (verifierLength === undefined && needless(codeVerifier))
    throw wrong('code_verifier', `The kit ${name} has no PKCE`, 'Leave `code_verifier` out.')
  const redirect_uri = redirects && registered(redirects, redirectUri)
  if (redirects && redirect_uri === undefined)
    throw wrong(
      'redirect_uri',
      `The redirect address is none of the kit ${name}`,
      'Send the address that the library was given, and list it in the kit.',
    )
  if (verifierLength !== undefined && !isVerifier(codeVerifier, verifierLength))
    throw wrong(
      'code_verifier',
      `The kit ${name} needs a PKCE verifier of ${verifierLength} to 128 characters`,
      'Send the verifier that the library made for this sign-in.',
    )
  return { code, redirect_uri, ...(verifierLength && { code_verifier: String(codeVerifier) }) }
}

/** The address, if it is listed; the only one if none was sent. */
function registered(
  redirects: readonly string[],
  sent: unknown = redirects[0],
): string | undefined {
  if (typeof sent !== 'string') return undefined
  const anyPort = sent.replace(/^(https?:\/\/[^/:]+):([1-9]\d{0,4})\//, '$1:*/')
  return redirects.includes(sent) || redirects.includes(anyPort) ? sent : undefined
}

/** RFC 7636 §4.1, except for the length: libraries of some platforms make shorter verifiers. */
function isVerifier(sent: unknown, least: number): boolean {
  return typeof sent === 'string' && sent.length >= least && /^[\w.~-]{1,128}$/.test(sent)
}
