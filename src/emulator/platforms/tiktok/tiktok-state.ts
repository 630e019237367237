import type { TikTokPerson } from './people.ts'
import type { TikTokApp } from './registration.ts'

/**
 * Questions that TikTok's documentation leaves open or answers in two ways. The defaults
 * demand more of an application; a careful one works with all choices.
 */
export type Doubts = {
  /** The slash at the end of the authorization address. It is documented; libraries omit it. */
  readonly authorizeSlash: 'required' | 'optional'
  /** The treatment of PKCE in the Web kit, where it is documented as not applying. */
  readonly webPkce: 'ignored' | 'checked'
  /** The answer to a field whose scope was not granted. */
  readonly missingScope: 'scope_not_authorized' | 'scope_permission_missed'
  /** `optional` lets a person untick user.info.basic. */
  readonly basicScope: 'optional' | 'fixed'
  /** The place where the sign-in of a person ends who is no target user of the sandbox. */
  readonly nonTarget: 'callback' | 'page'
  /** `echoed` returns `state` with an error. */
  readonly stateOnError: 'echoed' | 'dropped'
  /** The lifetime of a code in seconds. TikTok states none; others say 5 or 10 minutes. */
  readonly codeLifetime: number
  /** The lifetime of an access token in seconds; 24 hours as observed, 2 hours on a newer page. */
  readonly accessLifetime: number
  /** `restarts` begins the refresh token's year anew with each refresh. */
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

/** The choices, with defaults filled in. */
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
