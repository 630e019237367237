/**
 * True if a claim is a NumericDate (RFC 7519 §2) that a `Date` can hold. Text and larger numbers compare as "not expired yet", and a
 * one-time key with such an expiry would not be remembered.
 */
export function isNumericDate(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= 8.64e12
}
