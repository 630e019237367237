import type { ForeignHashes } from '../types/foreign-hashes.ts'
import { readArgon2 } from './argon2.ts'
import { readBcrypt, readDjangoBcrypt, readWordpress } from './bcrypt.ts'
import type { ReadForeign } from './foreign-hash.ts'
import { readAspnet, readDjangoPbkdf2, readPhcPbkdf2 } from './pbkdf2.ts'
import { readPhpass } from './phpass.ts'
import { boundPhcScrypt, readBetterAuth, readDjangoScrypt, readFirebase } from './scrypt.ts'

/** Each reads one form, and no two read the same. */
const readers: readonly ReadForeign[] = [
  readBcrypt,
  readWordpress,
  readDjangoBcrypt,
  readBetterAuth,
  readFirebase,
  readArgon2,
  readDjangoPbkdf2,
  readPhcPbkdf2,
  readAspnet,
  readDjangoScrypt,
  boundPhcScrypt,
  readPhpass,
]

/**
 * The hashes of other libraries: bcrypt, argon2, Better Auth, Firebase, Django, ASP.NET Identity, WordPress and PBKDF2 as PHC strings,
 * each known by its form.
 *
 * @example
 * Password({ import: foreignHashes })
 * verifyPassword(password, row.hash, { foreign: foreignHashes })
 */
export const foreignHashes: ForeignHashes = {
  read(hash) {
    // Django's own name for plain bcrypt.
    const text = hash.replace(/^bcrypt\$(?=\$2)/, '')
    for (const read of readers) {
      const found = read(text)
      if (found) return found
    }
    return undefined
  },
}
