/** Failures by endpoint, as the router lists them. */
type Listed = { readonly endpoint: string; readonly faults: string[] }

/** The endpoints of a sign-in, in the order in which it calls them; all others follow. */
const endpoints = ['token', 'userinfo', 'emails', 'discovery', 'jwks', 'siteverify', 'revoke']

/** The faults that applications meet in production, most frequent first; all others follow. */
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

/** Sorts the failures: those of a sign-in's own endpoints first, in each the most frequent first. */
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
