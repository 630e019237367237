import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { secret } from '../../contestant.ts'

const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'floor', 32)))
const header = Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url')
const associated = Buffer.from(header)

/** Claims that only this application can read. */
export function seal(claims: object): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(associated)
  const text =
    cipher.update(JSON.stringify(claims), 'utf8', 'base64url') + cipher.final('base64url')
  return `${header}..${iv.toString('base64url')}.${text}.${cipher.getAuthTag().toString('base64url')}`
}

/** The claims that were sealed. */
export function open(token: string) {
  const [, , iv = '', text = '', tag = ''] = token.split('.')
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
  decipher.setAAD(associated).setAuthTag(Buffer.from(tag, 'base64url'))
  const json = decipher.update(text, 'base64url')
  decipher.final()
  return JSON.parse(json.toString())
}
