import { sha256 } from '../../crypto/hash.ts'

/** The longest key, in characters, that fits the column of every database. */
const maxKeyLength = 255

/** The key, or the hash of one that is too long for the column. */
export async function fitKey(key: string): Promise<string> {
  return key.length <= maxKeyLength ? key : `sha256:${await sha256(key)}`
}
