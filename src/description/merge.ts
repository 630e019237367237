/**
 * Lays changes over defaults: plain objects are merged, everything else (lists, keys, dates, functions) replaces.
 * An endpoint given as an address can be changed by parameters alone. Another address for where people are sent, or for where
 * tokens are taken back, changes nothing of what is said there. Neither argument is touched.
 */
export function merge<T extends object>(defaults: T, changes: object): T {
  const result = { ...defaults } as Record<PropertyKey, unknown>
  for (const key of Reflect.ownKeys(changes)) {
    if (key === '__proto__') continue
    const change = Reflect.get(changes, key)
    if (change === undefined) continue
    const before = result[key]
    if (movable.has(key) && typeof change === 'string' && isPlain(before)) {
      result[key] = moved(before, change)
      continue
    }
    const value = isEndpoint(key, before) && isPlain(change) ? { url: before } : before
    result[key] = isPlain(value) && isPlain(change) ? merge(value, change) : change
  }
  return result as T
}

const movable: ReadonlySet<PropertyKey> = new Set(['authorization', 'revocation'])

/** The endpoint at another address. What that address says itself counts; a handler was the old address's. */
function moved({ request: _, ...before }: { request?: unknown }, url: string): object {
  return merge(before, { url, params: Object.fromEntries(new URLSearchParams(url.split('?')[1])) })
}

const endpoints: ReadonlySet<PropertyKey> = new Set([
  'authorization',
  'token',
  'userinfo',
  'revocation',
])

function isEndpoint(key: PropertyKey, value: unknown): value is string {
  return typeof value === 'string' && endpoints.has(key)
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
