import { randomBytes } from 'node:crypto'

/** expo-crypto, as it is documented. */
export function getRandomBytes(bytes: number): Uint8Array {
  return new Uint8Array(randomBytes(bytes))
}
