/** Texts by the names of placeholders; undefined for a name without a value. */
export type Values = Readonly<Record<string, string | undefined>>

/**
 * Replaces `{name}` by its value in every text of the data; unknown names stay. A text that is only a name without a value becomes
 * undefined.
 */
export function substitute<T>(data: T, values: Values): T {
  return walk(data, values) as T
}

function walk(data: unknown, values: Values): unknown {
  if (typeof data === 'string') {
    if (!data.includes('{')) return data
    const [, only] = /^\{(\w+)\}$/.exec(data) ?? []
    if (only !== undefined && Object.hasOwn(values, only)) return values[only]
    return data.replace(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
    )
  }
  if (Array.isArray(data)) return data.map((item) => walk(item, values))
  if (typeof data !== 'object' || data === null) return data
  if (Object.getPrototypeOf(data) !== Object.prototype) return data
  // The OAuth library's own options have symbols as keys; they stay.
  const filled: Record<string, unknown> = { ...data }
  for (const key of Object.keys(filled)) filled[key] = walk(filled[key], values)
  return filled
}
