/** A platform's rules for signing in by a code that a screen shows and a phone scans. */
export interface QrRules<Name extends string = string> {
  readonly name: Name
  /** The address that makes a code; it is sent the client's id, the scopes and our state. */
  readonly codeUrl: string
  /** The address that tells what became of it; it is sent the client's id and secret, and the code's token. */
  readonly statusUrl: string
  /** The fields of the answers. */
  readonly names: {
    /** The address in the drawing. */
    readonly url: string
    readonly token: string
    readonly status: string
    /** Our own word, which the phone reports and the platform repeats. In the address it stands in place of `placeholder`. */
    readonly ticket: string
    /** An address that has the authorization code in its query, where the answer has none of its own. */
    readonly redirect: string
  }
  readonly placeholder: string
  /** The platform's words for what became of a code. Any other is its end. */
  readonly states: Readonly<Record<string, 'waiting' | 'scanned' | 'confirmed'>>
}
