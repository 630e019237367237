/** A platform's rules for signing in by a code that a screen shows and a phone scans. */
export interface QrRules<Name extends string = string> {
  readonly name: Name
  /** The address that makes a code; it is sent the client's id, the scopes and our state. */
  readonly codeUrl: string
  /** The address that returns its status; it is sent the client's id and secret, and the code's token. */
  readonly statusUrl: string
  /** The fields of the answers. */
  readonly names: {
    /** The address in the drawing. */
    readonly url: string
    readonly token: string
    readonly status: string
    /** Our own random value, which the phone reports and the platform repeats. In the address it replaces `placeholder`. */
    readonly ticket: string
    /** An address with the authorization code in its query, if the answer has no field for it. */
    readonly redirect: string
  }
  readonly placeholder: string
  /** The platform's names of a code's states. Any other means that the code is over. */
  readonly states: Readonly<Record<string, 'waiting' | 'scanned' | 'confirmed'>>
}
