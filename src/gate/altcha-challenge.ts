import type { Context } from '../context.ts'
import { toHex } from '../crypto/runtime.ts'
import { AuthError } from '../errors.ts'

/** The work for a browser, in ALTCHA's words (proof of work, version 2). */
interface ChallengeParameters {
  algorithm: string
  nonce: string
  salt: string
  cost: number
  keyLength: number
  /** The hexadecimal digits that the key must begin with: two of them take 256 tries on average. */
  keyPrefix: string
  expiresAt: number
}

/** A challenge, with what it is good for. We sealed it as its `signature`: of an answer, nothing else is believed. */
export interface SealedChallenge extends ChallengeParameters {
  action: string
  origin: string
}

/** Time enough to fill in a form. */
const seconds = 600

/** A challenge for the action that the address names, on this origin. */
export async function newChallenge(
  { services, query, now, origin }: Context,
  cost: number,
): Promise<{ parameters: ChallengeParameters; signature: string }> {
  const action = query.get('action') ?? ''
  if (!/^[\w-]{1,64}$/.test(action)) {
    throw new AuthError('InvalidRequest', 'A challenge is for one action', { field: 'action' })
  }
  const parameters: ChallengeParameters = {
    algorithm: 'PBKDF2/SHA-256',
    nonce: randomHex(),
    salt: randomHex(),
    cost,
    keyLength: 32,
    keyPrefix: '00',
    expiresAt: now + seconds,
  }
  const sealed: SealedChallenge = { ...parameters, action, origin }
  return { parameters, signature: await services.seal('altcha').seal({ ...sealed }) }
}

function randomHex(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)))
}

/** The key for a counter: PBKDF2 over the nonce and the counter, which is four bytes, the highest first. */
export async function deriveKey(
  { nonce, salt, cost, keyLength }: ChallengeParameters,
  counter: number,
): Promise<string> {
  const password = new Uint8Array([...fromHex(nonce), 0, 0, 0, 0])
  new DataView(password.buffer).setUint32(password.length - 4, counter)
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: fromHex(salt), iterations: cost }
  return toHex(new Uint8Array(await crypto.subtle.deriveBits(how, key, keyLength * 8)))
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
