/** Failures by endpoint, as the router lists them. */
type Listed = { readonly endpoint: string; readonly faults: string[] }

/** The endpoints of every sign-in, in its order; the others come after them. */
const endpoints = ['token', 'userinfo', 'emails', 'discovery', 'jwks', 'siteverify', 'revoke']

/** Faults that applications meet in production, most often first; the others come after them. */
const faults = [
  'unavailable',
  'slow',
  'cut',
  'server_error',
  'internal',
  'rate_limit',
  'invalid_grant',
  'access_token_invalid',
  'invalid_token',
  'invalid_client',
]

/** The failures that are worth a try, first: those of the endpoints that every sign-in asks, as they happen. */
export function usefulFirst<L extends Listed>(listed: readonly L[]): L[] {
  return listed
    .map((one) => ({ ...one, faults: one.faults.toSorted(by(faults, (name) => name)) }))
    .toSorted(by(endpoints, ({ endpoint }) => endpoint))
}

function by<T>(order: readonly string[], name: (one: T) => string): (one: T, other: T) => number {
  const place = (one: T): number => {
    const found = order.indexOf(name(one))
    return found < 0 ? order.length : found
  }
  return (one, other) => place(one) - place(other)
}
