import { createCipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { encode } from '@auth/core/jwt'
import { secret } from '../setup.ts'

/** What Auth.js says about Ada in a token. */
export const ada = {
  sub: 'u-ada',
  name: 'Ada',
  email: 'ada@people.test',
  picture: 'https://people.test/ada.png',
}

interface Written {
  token?: Record<string, unknown>
  secret?: string
  name?: string
  maxAge?: number
  /** When it says it was issued, in seconds since 1970; null leaves it out. Default: now. */
  iat?: number | null
  /** When it ends, in seconds since 1970, instead of after `maxAge`. */
  exp?: number
}

/** A day as `since` names it, by default this one. */
export function day(daysFromNow = 0): string {
  return new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10)
}

/** A session cookie that version 5 writes, made by the real one. */
export async function version5(written: Written = {}): Promise<string> {
  const { name = '__Secure-authjs.session-token', token = ada, maxAge = 3600 } = written
  return `${name}=${await encode({ token, maxAge, secret: written.secret ?? secret, salt: name })}`
}

/** A session cookie that version 4 writes: A256GCM, no salt, and a key for a purpose of its own. */
export function version4(written: Written = {}): string {
  const { name = '__Secure-next-auth.session-token', token = ada, maxAge = 3600 } = written
  const now = Math.floor(Date.now() / 1000)
  const { iat = now } = written
  const times = { ...(iat !== null && { iat }), exp: written.exp ?? now + maxAge }
  return `${name}=${sealed({ ...token, ...times, jti: randomUUID() }, written.secret)}`
}

function sealed(claims: object, from = secret): string {
  const info = 'NextAuth.js Generated Encryption Key'
  const key = Buffer.from(hkdfSync('sha256', from, '', info, 32))
  return gcm(claims, key)
}

/** A compact JWE of `dir` and A256GCM, written here so that nothing of ours is believed. */
export function gcm(claims: object, key: Buffer, header: object = {}): string {
  const spelt = Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A256GCM', ...header })).toString(
    'base64url',
  )
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(spelt))
  const text = Buffer.concat([cipher.update(JSON.stringify(claims)), cipher.final()])
  const parts = [iv, text, cipher.getAuthTag()].map((part) => part.toString('base64url'))
  return [spelt, '', ...parts].join('.')
}

/** A cookie cut as Auth.js cuts one that is too long for a browser. */
export function chunked(pair: string, length = 300): string {
  const [name = '', value = ''] = pair.split('=')
  const pieces = value.match(new RegExp(`.{1,${length}}`, 'g')) ?? []
  return pieces.map((piece, index) => `${name}.${index}=${piece}`).join('; ')
}
