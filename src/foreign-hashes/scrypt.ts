import { hashingCrypto } from '../crypto/derive-password.ts'
import { foreignHash, type ReadForeign, tooCostly } from './foreign-hash.ts'
import { scrypt } from './node-derive.ts'

const betterAuth = /^(?:s2:)?(?<salt>[\da-z]{16}|[\da-f]{32}):(?<key>[\da-f]{128})$/i

/** Better Auth and Lucia 3: `salt:key` in hexadecimal; Lucia 2: `s2:salt:key`. The salt is used as text, without decoding it. */
export const readBetterAuth: ReadForeign = (text) => {
  const { salt = '', key = '' } = betterAuth.exec(text)?.groups ?? {}
  if (!key) return undefined
  const cost = { N: 16_384, r: 16, p: 1 }
  const recipe = {
    algorithm: 'scrypt NFKC',
    parameters: cost,
    memory: 128 * cost.N * cost.r,
    derive: (password: string, salt: Buffer) =>
      scrypt(Buffer.from(password.normalize('NFKC')), salt, cost, 64),
  }
  return foreignHash(recipe, Buffer.from(salt), Buffer.from(key, 'hex'))
}

/** Bounds of N·r·p and N·r: about six seconds, and 1 GiB. Django takes N = 2¹⁴, r = 8, p = 5. */
const [mostWork, mostBlocks] = [2 ** 24, 2 ** 23]

const django =
  /^scrypt\$(?<N>\d{1,7})\$(?<salt>[^$]+)\$(?<r>\d{1,2})\$(?<p>\d{1,2})\$(?<hash>[\w+/]{22,88}={0,2})$/

/** Django: `scrypt$16384$salt$8$5$hash`. */
export const readDjangoScrypt: ReadForeign = (text) => {
  const found = django.exec(text)?.groups
  if (!found) return undefined
  const cost = { N: Number(found.N), r: Number(found.r), p: Number(found.p) }
  if (cost.N * cost.r * cost.p > mostWork || cost.N * cost.r > mostBlocks) throw tooCostly('Django')
  const hash = Buffer.from(found.hash ?? '', 'base64')
  const recipe = {
    algorithm: 'scrypt',
    parameters: { ...cost, bytes: hash.length },
    memory: 128 * cost.N * cost.r,
    derive: (password: string, salt: Buffer) =>
      scrypt(Buffer.from(password), salt, cost, hash.length),
  }
  return foreignHash(recipe, Buffer.from(found.salt ?? ''), hash)
}

const phc = /^\$scrypt\$ln=(?<ln>\d{1,2}),r=(?<r>\d{1,9}),p=(?<p>\d{1,9})\$/

/** Bounds the cost of a PHC string of scrypt. It is read like one of ours, but another library may have made it. */
export const boundPhcScrypt: ReadForeign = (text) => {
  const found = phc.exec(text)?.groups
  const blocks = found ? 2 ** Number(found.ln) * Number(found.r) : 0
  if (blocks > mostBlocks || blocks * Number(found?.p ?? 0) > mostWork) throw tooCostly('scrypt')
  return undefined
}

const firebase =
  /^\$fbscrypt\$v=1,n=(?<n>\d{1,2}),r=(?<r>\d{1,2}),p=1,ss=(?<separator>[\w+/]*={0,2}),sk=(?<key>[\w+/]{43,88}={0,2})\$(?<salt>[\w+/]+={0,2})\$(?<hash>[\w+/]{22,88}={0,2})$/

/**
 * Firebase: `$fbscrypt$v=1,n=14,r=8,p=1,ss=…,sk=…$salt$hash`, with the signer key and the salt separator of the project. The hash is the
 * signer key, encrypted with a key that scrypt derives from the password.
 */
export const readFirebase: ReadForeign = (text) => {
  const found = firebase.exec(text)?.groups
  if (!found) return undefined
  const bytes = (name: string) => Buffer.from(found[name] ?? '', 'base64')
  const cost = { N: 2 ** Number(found.n), r: Number(found.r), p: 1 }
  if (cost.N * cost.r > mostBlocks) throw tooCostly('Firebase')
  const recipe = {
    algorithm: 'scrypt firebase',
    parameters: cost,
    memory: 128 * cost.N * cost.r,
    async derive(password: string, salt: Buffer) {
      const key = await scrypt(Buffer.from(password), salt, cost, 32)
      const cipher = hashingCrypto().createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
      return Buffer.concat([cipher.update(bytes('key')), cipher.final()])
    },
  }
  const hash = bytes('hash')
  // A hash of another length belongs to another signer key.
  if (hash.length !== bytes('key').length) return undefined
  return foreignHash(recipe, Buffer.concat([bytes('salt'), bytes('separator')]), hash)
}
