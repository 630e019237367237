import type { SecretForm } from '../../types/second-factor.ts'

/** Somebody who comes from another library, as far as it told. */
export interface ImportedPerson {
  /** The place where they were found, for the report: `user 42` or `line 7`. */
  readonly place: string
  /** Their id in the other library: what makes a second run know them. */
  readonly id: string
  readonly email?: string | undefined
  readonly emailVerified?: Date | undefined
  readonly name?: string | undefined
  readonly image?: string | undefined
  /** More about them that is kept with the user. */
  readonly extra?: Readonly<Record<string, string>>
  readonly username?: string | undefined
  /** The hash of their password, as the other library wrote it. */
  readonly password?: string | undefined
  readonly accounts?: readonly ImportedAccount[]
  readonly totp?: { readonly secret: string; readonly form: SecretForm } | undefined
  readonly recoveryCodes?: readonly string[]
  /** They have a second factor that cannot be taken from here. */
  readonly factorElsewhere?: boolean
  /** The subjects that the row is about: what an earlier one said on them no longer counts. */
  readonly speaksOf?: readonly Subject[]
  readonly passkeys?: readonly ImportedPasskey[]
  readonly sessions?: readonly ImportedSession[]
  /** They were locked out there, and must be here: for good, or until a moment. */
  readonly blocked?: { readonly until?: Date | undefined; readonly reason?: string | undefined }
  /** The reason why they must not be taken, such as that they were deleted there. */
  readonly refused?: string | undefined
  /** Parts of them that cannot be taken, with the reason. */
  readonly left?: readonly Left[]
}

/** The subjects that keep somebody out: a second factor, and being locked out or deleted. */
export type Subject = 'factor' | 'lock'

/** An account at a platform, with its tokens if they were kept. */
export interface ImportedAccount {
  readonly provider: string
  readonly providerAccountId: string
  readonly access_token?: string | undefined
  readonly refresh_token?: string | undefined
  readonly id_token?: string | undefined
  readonly expires_at?: number | undefined
  readonly scope?: string | undefined
}

/** A passkey, with bytes in base64 or base64url. */
export interface ImportedPasskey {
  readonly credentialID: string
  readonly publicKey: string
  readonly counter: number
  readonly deviceType: string
  readonly backedUp: boolean
  readonly transports?: string | undefined
  readonly name?: string | undefined
  readonly createdAt?: Date | undefined
}

/** A session that goes on. */
export interface ImportedSession {
  readonly token: string
  readonly expires: Date
  readonly createdAt: Date
}

/** The parts of a person that are counted. */
export const things = [
  'user',
  'account',
  'password',
  'username',
  'totp',
  'recoveryCode',
  'passkey',
  'session',
] as const

/** One of the parts of a person. */
export type Thing = (typeof things)[number]

/** Something that was not taken, and why. Never names a secret. */
export interface Left {
  readonly thing: Thing
  readonly reason: string
}

/** A row from which no person could be read. */
export interface BadRow {
  readonly place: string
  readonly problem: string
}

/** The people of another library, in the order in which they are read. */
export type People = AsyncIterable<ImportedPerson | BadRow>
