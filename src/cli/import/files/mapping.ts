/** A path into a row, or several to try, in the words of description/json-path.ts; `{first} {last}` is a text with paths in it. */
export type Path = string | readonly string[]

/** The places of all data in one service's export. */
export interface Mapping {
  /** The name of the service. */
  readonly name: string
  /** The possible places of the list of people in a JSON file, unless the file is a list. */
  readonly lists?: readonly string[]
  readonly id: Path
  readonly email?: Path
  /** True, or the time when the address was proven. */
  readonly emailVerified?: Path
  readonly fullName?: Path
  readonly image?: Path
  readonly username?: Path
  readonly createdAt?: Path
  readonly password?: Path
  /** The salt, if it is beside the hash, as in Firebase only. */
  readonly salt?: Path
  /** The secret of an authenticator app, in base32. */
  readonly totp?: Path
  readonly recoveryCodes?: Path
  /** Set for people with a second factor of any kind, even if its secret is not exported. */
  readonly secondFactor?: readonly string[]
  /** Accounts at platforms. */
  readonly accounts?: {
    readonly list: Path
    readonly provider: Path
    readonly id: Path
  }
  /** True if columns such as `google_id` are accounts. */
  readonly accountColumns?: boolean
  /** The names of platforms in the export, with their ids here. */
  readonly providers?: ReadonlyMap<string, string>
  /** Entries of the list that are not platforms, such as the password. */
  readonly noProviders?: readonly string[]
  /** True, or a time in the future, if the person is locked out. */
  readonly locked?: readonly string[]
  /** False if the person is locked out. */
  readonly enabled?: string
  /** Converts rows to the form that the paths expect. */
  readonly unfold?: 'attributes'
}
