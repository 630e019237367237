/**
 * Lays changes over defaults: plain objects are merged, everything else (lists, keys, dates, functions) is replaced. An endpoint given as a
 * URL can be changed by parameters alone. `authorization` and `revocation` keep their other settings if they get another URL. Neither
 * argument is mutated.
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

/** The endpoint at another URL, whose own parameters win. A `request` handler is dropped: it was made for the old URL. */
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
