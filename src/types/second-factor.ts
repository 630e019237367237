import type { Awaitable, User } from './models.ts'
import type { UserById, Who } from './who.ts'

/** The options of `SecondFactor()`. */
export interface SecondFactorOptions {
  /** Offers codes of authenticator apps. Default true. */
  totp?: boolean
  /** Offers passkeys as a second step, if Passkey is among the providers. Default true. */
  passkey?: boolean
  /** The number of recovery codes that a person gets; `false` for none. Default 10. */
  recoveryCodes?: number | false
  /**
   * The time for which a trusted browser is not asked again: `'30d'`, `'12h'` or seconds; `false`: browsers cannot be trusted. Default
   * `'30d'`.
   */
  trust?: string | number | false
  /**
   * True if everybody must have a second factor, or a function that returns true for users who must. People without one set it up before
   * they are signed in.
   */
  required?: boolean | ((params: { user: User }) => Awaitable<boolean>)
  /** The name that authenticator apps show. Default: the name of the theme, or the host. */
  issuer?: string
}

/** The kind of a second factor. */
export type FactorName = 'totp' | 'passkey'

/** A second factor of a person. */
export interface OwnFactor {
  factor: FactorName
  /** Undefined if the secret that sealed it is gone. */
  addedAt?: Date
  lastUsedAt?: Date
}

/** The second factors of a person. */
export interface OwnFactors {
  factors: OwnFactor[]
  /** The number of recovery codes that are left. */
  recoveryCodes: number
  trustedBrowsers: TrustedBrowser[]
}

/** A browser that is not asked for a second factor. */
export interface TrustedBrowser {
  /** The id that `auth.factors.forgetBrowser()` takes. */
  id: string
  browser: string
  system: string
  addedAt: Date
  expires: Date
}

/** An authenticator app that is being set up. It counts once a code has proven it. */
export interface TotpSetup {
  /** The secret in base32, for apps that cannot read the QR code. */
  secret: string
  /** The address that the QR code holds (`otpauth://…`). */
  url: string
  /** The QR code, as SVG. */
  svg: string
  /** The sealed secret, which `confirmTotp()` takes. It expires after ten minutes. */
  setup: string
}

/**
 * The form in which another library wrote a secret. `base32`: otplib, speakeasy's `base32`, and most others. `text`: the characters
 * themselves are the key, as in Better Auth's column once it is decrypted, and speakeasy's `ascii`. `hex`: speakeasy's `hex`. `uri`: an
 * address that begins with `otpauth://totp/`.
 */
export type SecretForm = 'base32' | 'text' | 'hex' | 'uri'

/** The second factors of people. */
export interface SecondFactors {
  /** The second factors of a person, without their secrets. */
  list(who: Who): Promise<OwnFactors>
  /** Begins to set up an authenticator app. Nothing is stored yet. */
  setUpTotp(who: Who): Promise<TotpSetup>
  /** Adds the app if the code is right. Returns recovery codes, which are shown once; none if the person already has some. */
  confirmTotp(who: Who, proof: { setup: string; code: string }): Promise<string[]>
  /** Adds an app whose secret another library stored. Refuses with `StorageConflict` if the user has one here. */
  importTotp(user: UserById, secret: { secret: string; form?: SecretForm }): Promise<void>
  /**
   * Asks for a passkey after every other way in. Refuses if the person has none, or only keys that verify nobody. Returns recovery codes,
   * as `confirmTotp()` does.
   */
  requirePasskey(who: Who): Promise<string[]>
  /** Removes a factor; without a name all of them, with the recovery codes and trusted browsers: for people who lost their phone. */
  remove(who: Who, factor?: FactorName): Promise<void>
  /** New recovery codes in place of the old ones. They are shown once. */
  renewRecoveryCodes(who: Who): Promise<string[]>
  /** Stops trusting a browser; without an id, all of them. */
  forgetBrowser(who: Who, id?: string): Promise<void>
}

/** The calls that second factors add to `auth`. */
export type FactorCalls = { readonly factors: SecondFactors }
