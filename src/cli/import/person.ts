import type { SecretForm } from '../../types/second-factor.ts'

/** A person of another library, with the data that it gave. */
export interface ImportedPerson {
  /** Their place in the source, for the report: `user 42` or `line 7`. */
  readonly place: string
  /** Their id in the other library, by which a second run recognises them. */
  readonly id: string
  readonly email?: string | undefined
  readonly emailVerified?: Date | undefined
  readonly name?: string | undefined
  readonly image?: string | undefined
  /** More data to store with the user. */
  readonly extra?: Readonly<Record<string, string>>
  readonly username?: string | undefined
  /** The hash of their password, as the other library wrote it. */
  readonly password?: string | undefined
  readonly accounts?: readonly ImportedAccount[]
  readonly totp?: { readonly secret: string; readonly form: SecretForm } | undefined
  readonly recoveryCodes?: readonly string[]
  /** True if they have a second factor that cannot be imported. */
  readonly factorElsewhere?: boolean
  /** The subjects that the row has data on. These replace an earlier row's. */
  readonly speaksOf?: readonly Subject[]
  readonly passkeys?: readonly ImportedPasskey[]
  readonly sessions?: readonly ImportedSession[]
  /** Set if they were locked out there, and must be here: forever, or until a time. */
  readonly blocked?: { readonly until?: Date | undefined; readonly reason?: string | undefined }
  /** The reason why they must not be imported, such as that they were deleted there. */
  readonly refused?: string | undefined
  /** Their things that cannot be imported, with the reason. */
  readonly left?: readonly Left[]
}

/** A subject that keeps people out: a second factor, or being locked out or deleted. */
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

/** A session that stays valid. */
export interface ImportedSession {
  readonly token: string
  readonly expires: Date
  readonly createdAt: Date
}

/** The kinds of things that a person has and the report counts. */
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

/** A kind of thing. */
export type Thing = (typeof things)[number]

/** A thing that was not imported, and the reason. Never names a secret. */
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
