import type { TikTokPerson } from './people.ts'
import type { TikTokApp } from './registration.ts'

/**
 * Questions that TikTok's documentation leaves open or answers in two ways. The defaults are
 * the readings that ask more of an application; a careful one works under all of them.
 */
export type Doubts = {
  /** Says if the authorization address must end in a slash. It must, by the documentation; libraries omit it. */
  readonly authorizeSlash: 'required' | 'optional'
  /** The fate of a PKCE pair on a web redirect. Documented as not applying there. */
  readonly webPkce: 'ignored' | 'checked'
  /** The answer to a field whose scope was not granted. */
  readonly missingScope: 'scope_not_authorized' | 'scope_permission_missed'
  /** Says if a person can untick user.info.basic. */
  readonly basicScope: 'optional' | 'fixed'
  /** The place where someone ends who is no target user of the sandbox. */
  readonly nonTarget: 'callback' | 'page'
  /** Says if `state` comes back with an error. */
  readonly stateOnError: 'echoed' | 'dropped'
  /** Seconds that a code is good for; said to be 5 or 10 minutes. */
  readonly codeLifetime: number
  /** Seconds that an access token is good for; 24 hours as observed, 2 hours in a newer page. */
  readonly accessLifetime: number
  /** Says if a refresh starts the refresh token's year again. */
  readonly refreshLifetime: 'restarts' | 'continues'
  /** The parameter of a confirmed QR code sign-in that carries its code. */
  readonly qrCode: 'code' | 'redirect_uri'
  /** The body of a successful revocation's answer. */
  readonly revokeBody: '{}' | ''
}

/** The practice TikTok's state, which its endpoints share. */
export type TikTokState = {
  readonly platform: string
  readonly apps: readonly TikTokApp[]
  readonly people: readonly TikTokPerson[]
  readonly doubts: Doubts
}

/** The doubts, each decided one way. */
export function settled(choices: Partial<Doubts> = {}): Doubts {
  return {
    authorizeSlash: 'required',
    webPkce: 'ignored',
    missingScope: 'scope_not_authorized',
    basicScope: 'optional',
    nonTarget: 'callback',
    stateOnError: 'echoed',
    codeLifetime: 300,
    accessLifetime: 86_400,
    refreshLifetime: 'restarts',
    qrCode: 'code',
    revokeBody: '{}',
    ...choices,
  }
}
