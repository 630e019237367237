import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { decode, fromBase64url } from '../crypto/runtime.ts'
import { AuthError } from '../errors.ts'
import type { Storage } from '../types/storage.ts'
import type { PasskeyFlow } from './flow.ts'
import type { ResolvedPasskey } from './resolved.ts'

/** A ceremony that ends. */
export interface CeremonyAnswer {
  context: Context
  provider: ResolvedPasskey
  storage: Storage
  flow: PasskeyFlow
  /** The text that the passkey had to sign. */
  challenge: string
  answer: BrowserAnswer
}

/** The browser's answer, as far as it was looked at: the rest is judged by the library. */
export type BrowserAnswer = AuthenticationResponseJSON & RegistrationResponseJSON

/** The storage that passkeys are kept in. */
export function requireStorage({ storage }: Config, { id }: ResolvedPasskey): Storage {
  if (storage) return storage
  throw new AuthError('Unsupported', 'Passkeys need a storage', { provider: id })
}

/** Reads what the browser sent: an object, or the same as text, as Auth.js's pages send it. */
export function readAnswer(provider: string, data: unknown): BrowserAnswer {
  const value: unknown = typeof data === 'string' ? parse(data) : data
  if (isAnswer(value)) return value
  throw unverified(provider, 'The browser sent no passkey')
}

function isAnswer(value: unknown): value is BrowserAnswer {
  if (typeof value !== 'object' || value === null || !('id' in value)) return false
  if (!('response' in value) || typeof value.id !== 'string') return false
  const { response } = value
  return (
    typeof response === 'object' &&
    response !== null &&
    'clientDataJSON' in response &&
    typeof response.clientDataJSON === 'string'
  )
}

/** The challenge that was signed (WebAuthn §5.8.1), and the id of the flow that it is made of. */
export function readChallenge(
  provider: string,
  { response }: BrowserAnswer,
): { challenge: string; id: string } {
  const signed = parse(text(response.clientDataJSON))
  const challenge =
    typeof signed === 'object' && signed !== null && 'challenge' in signed ? signed.challenge : ''
  const id = typeof challenge === 'string' ? text(challenge) : ''
  if (typeof challenge === 'string' && id !== '') return { challenge, id }
  throw unverified(provider, 'The passkey signed no challenge')
}

function text(base64url: string): string {
  try {
    return decode(fromBase64url(base64url) ?? new Uint8Array())
  } catch {
    return ''
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Lets the library judge; what it throws says which check failed. */
export async function judged<T>(provider: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof AuthError) throw cause
    const why = cause instanceof Error ? cause.message.slice(0, 200) : 'it failed'
    throw unverified(provider, `The passkey was not accepted: ${why}`, cause)
  }
}

/** A ceremony that failed. */
export function unverified(provider: string, why: string, cause?: unknown): AuthError {
  return new AuthError('WebAuthnVerification', why, { provider, cause })
}

/** RFC 8176: a key in hardware or software, and a second factor where the authenticator verified the person. */
export function proofWords(info: {
  credentialDeviceType: 'singleDevice' | 'multiDevice'
  userVerified: boolean
}): string[] {
  const key = info.credentialDeviceType === 'singleDevice' ? 'hwk' : 'swk'
  return info.userVerified ? [key, 'mfa'] : [key]
}
