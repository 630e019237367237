/** Reads the hashes that other libraries made: `foreignHashes` of porticojs/passwords. */
export interface ForeignHashes {
  /** Parses a hash; undefined if no known library writes this form. Throws if verifying it would take too long. */
  read(hash: string): object | undefined
}
