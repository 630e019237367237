import { itemKind } from '../identity/item-kinds.ts'
import type { ItemKind } from '../types/item.ts'

/** The name of the part. */
export const part = 'second-factor'

/** An authenticator app: what is kept beside its key. */
export interface TotpFacts {
  readonly [fact: string]: number
  /** The step of the last code that was accepted: no code works twice, and none of before it. */
  readonly step: number
}

/** An authenticator app of a user, found by the user's id; the secret is its key in base32. */
export const totp: ItemKind<TotpFacts, string> = itemKind<TotpFacts, string>({
  part,
  name: 'totp',
  sealed: true,
})

/** A user's wish to be asked for a passkey, found by the user's id. The passkeys themselves are ways in. */
export const passkeyStep: ItemKind<Record<string, never>, undefined> = itemKind({
  part,
  name: 'passkey',
})

/** A recovery code that was not used, found by its hash. */
export const recoveryCode: ItemKind<Record<string, never>, undefined> = itemKind({
  part,
  name: 'recovery-code',
})

/** The facts about a browser that is not asked again. */
export interface TrustFacts {
  readonly [fact: string]: string
  /** The generation of the user's sessions: ending all of them ends the trust. */
  readonly generation: string
  /** Names that we know, or nothing. */
  readonly browser: string
  readonly system: string
}

/** A browser that is not asked again for a while, found by the hash of the user's id and its token. */
export const trustedBrowser: ItemKind<TrustFacts, undefined> = itemKind({
  part,
  name: 'trusted-browser',
})
