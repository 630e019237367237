import { encode, toHex } from '../../../crypto/runtime.ts'
import { derived } from '../../random.ts'
import { commonPasswords } from './common-passwords.ts'

/** The bounds of the number of rows in a padded answer. */
const fewestRows = 800
const mostRows = 1000

/** The rows of the hashes that begin with a prefix, as `SUFFIX:COUNT`, filled up with padding whose count is 0. */
export async function rowsOf(prefix: string, seed: string): Promise<readonly string[]> {
  const known = (await hashes())
    .filter((hash) => hash.startsWith(prefix))
    .map((hash) => `${hash.slice(prefix.length)}:${countOf(hash)}`)
  const random = derived(seed, prefix)
  const spread = Number.parseInt(random.text(4, '0123456789'), 10) % (mostRows - fewestRows)
  const padding = Array.from(
    { length: fewestRows + spread - known.length },
    () => `${random.text(35, '0123456789ABCDEF')}:0`,
  )
  return [...known, ...padding].sort()
}

/** The number of breaches in which a password was seen: made up, and always the same. */
function countOf(hash: string): number {
  return 1 + (Number.parseInt(hash.slice(-6), 16) % 100_000)
}

function hashes(): Promise<readonly string[]> {
  return Promise.all(
    commonPasswords.map(async (password) => {
      const digest = await crypto.subtle.digest('SHA-1', encode(password))
      return toHex(new Uint8Array(digest)).toUpperCase()
    }),
  )
}
