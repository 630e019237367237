/**
 * A claim is a moment (RFC 7519 §2, NumericDate) if it is seconds that a `Date` can hold. Text and numbers beyond that compare as
 * "not expired yet", and a claim until then would never be remembered.
 */
export function isNumericDate(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= 8.64e12
}
