/** A path into a row, or several to try, in the words of description/json-path.ts; `{first} {last}` is a text with paths in it. */
export type Path = string | readonly string[]

/** The places of everything in one service's export. */
export interface Mapping {
  /** The service, as people know it. */
  readonly name: string
  /** The place of the list of people in a JSON file that is no list itself. */
  readonly lists?: readonly string[]
  readonly id: Path
  readonly email?: Path
  /** A yes, or the moment when the address was proven. */
  readonly emailVerified?: Path
  readonly fullName?: Path
  readonly image?: Path
  readonly username?: Path
  readonly createdAt?: Path
  readonly password?: Path
  /** The salt, where it stands beside the hash: only Firebase's hashes have one. */
  readonly salt?: Path
  /** A secret of an authenticator app, in base32. */
  readonly totp?: Path
  readonly recoveryCodes?: Path
  /** Set for somebody who has a second factor, of whatever kind, also where its secret is not exported. */
  readonly secondFactor?: readonly string[]
  /** Accounts at platforms. */
  readonly accounts?: {
    readonly list: Path
    readonly provider: Path
    readonly id: Path
  }
  /** Columns such as `google_id`, each of which is an account. */
  readonly accountColumns?: boolean
  /** Names that platforms have in the export, and their ids here. */
  readonly providers?: ReadonlyMap<string, string>
  /** Entries of the list that are no platforms, such as the password. */
  readonly noProviders?: readonly string[]
  /** A yes, or a moment in the future: the person is locked out. */
  readonly locked?: readonly string[]
  /** A no means locked out. */
  readonly enabled?: string
  /** Turns a row into one that the paths lead through. */
  readonly unfold?: 'attributes'
}
