/** Texts by the names that stand for them; undefined is a name for which nothing was said. */
export type Values = Readonly<Record<string, string | undefined>>

/**
 * Replaces `{name}` by its value in every text of a piece of data; what is not a known name stays. A text that is nothing but a name
 * for which nothing was said becomes undefined.
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
  // The OAuth library's own switches are symbols; they stay.
  const filled: Record<string, unknown> = { ...data }
  for (const key of Object.keys(filled)) filled[key] = walk(filled[key], values)
  return filled
}
