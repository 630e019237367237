import { itemKind } from '../identity/item-kinds.ts'
import type { ItemKind } from '../types/item.ts'
import { part } from './settings.ts'

/** The facts about a key that are no secret. */
export type KeyFacts = {
  readonly kid: string
  /** The moment from which on it signs, in milliseconds since 1970. */
  readonly from: number
}

/** A key of ES256 as RFC 7518 §6.2 writes it. */
export type EcKey = {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
  /** The private part. */
  readonly d: string
}

/** Signing keys. They are found by number: of two servers that make the next one, one does. */
export const signingKey: ItemKind<KeyFacts, EcKey> = itemKind<KeyFacts, EcKey>({
  part,
  name: 'key',
  sealed: true,
})
