/** Reads the hashes that other libraries made: `foreignHashes` of porticojs/passwords. */
export interface ForeignHashes {
  /** The hash in parts; undefined if no library that is known writes it so. Throws if computing it would take too long. */
  read(hash: string): object | undefined
}
