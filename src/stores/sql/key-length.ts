import { sha256 } from '../../crypto/hash.ts'

/** The longest key, in characters, that fits the column of every database. */
const maxKeyLength = 255

/** A key as it fits the column: a longer one by its hash. */
export async function fitKey(key: string): Promise<string> {
  return key.length <= maxKeyLength ? key : `sha256:${await sha256(key)}`
}
