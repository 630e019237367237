import { itemKind } from '../identity/item-kinds.ts'
import type { ItemKind } from '../types/item.ts'
import { part } from './settings.ts'

/** The facts about a key that are not secret. */
export type KeyFacts = {
  readonly kid: string
  /** The moment from which it signs, in milliseconds since 1970. */
  readonly from: number
}

/** A key of ES256 (RFC 7518 §6.2). */
export type EcKey = {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
  /** The private part. */
  readonly d: string
}

/** Signing keys. Their lookup is a number, so that only one of two servers makes the next one. */
export const signingKey: ItemKind<KeyFacts, EcKey> = itemKind<KeyFacts, EcKey>({
  part,
  name: 'key',
  sealed: true,
})
