import type { Awaitable } from '../types/models.ts'

/** The parts of a compact JWE (RFC 7516 §7.1) that carry something, still in base64url. */
export interface Parts {
  header: string
  iv: string
  text: string
  tag: string
}

/** Encrypts and decrypts with one secret's key for one purpose. */
export interface Box {
  lock(json: string): Awaitable<string>
  /** The text, or undefined when this key does not open it. */
  unlock(parts: Parts): Awaitable<string | undefined>
}

/** Makes the box of one secret for one purpose. */
export type MakeBox = (secret: string, info: string) => Box

/** The protected header; `kid` says which secret locked the token. */
export function jweHeader(kid: string): string {
  return `{"alg":"dir","enc":"A256GCM","kid":"${kid}"}`
}
