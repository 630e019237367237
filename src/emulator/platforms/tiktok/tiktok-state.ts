import type { TikTokPerson } from './people.ts'
import type { TikTokApp } from './registration.ts'

/**
 * Questions that TikTok's documentation leaves open or answers in two ways. The defaults are
 * the readings that ask more of an application; a careful one works under all of them.
 */
export type Doubts = {
  /** Whether the authorization address must end in a slash. Documented so; libraries omit it. */
  readonly authorizeSlash: 'required' | 'optional'
  /** What becomes of a PKCE pair on a web redirect. Documented as not applying there. */
  readonly webPkce: 'ignored' | 'checked'
  /** The answer to a field whose scope was not granted. */
  readonly missingScope: 'scope_not_authorized' | 'scope_permission_missed'
  /** Whether a person can untick user.info.basic. */
  readonly basicScope: 'optional' | 'fixed'
  /** Where someone ends who is no target user of the sandbox. */
  readonly nonTarget: 'callback' | 'page'
  /** Whether `state` comes back with an error. */
  readonly stateOnError: 'echoed' | 'dropped'
  /** Seconds that a code is good for; said to be 5 or 10 minutes. */
  readonly codeLifetime: number
  /** Seconds that an access token is good for; 24 hours as observed, 2 hours in a newer page. */
  readonly accessLifetime: number
  /** Whether a refresh starts the refresh token's year again. */
  readonly refreshLifetime: 'restarts' | 'continues'
  /** Where a confirmed QR code sign-in carries its code. */
  readonly qrCode: 'code' | 'redirect_uri'
  /** What a successful revocation says. */
  readonly revokeBody: '{}' | ''
}

/** What the endpoints of the practice TikTok share. */
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
