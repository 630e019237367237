/** The object without its undefined fields: those of a change stay as they were, whatever the storage. */
export function defined<T extends object>(object: T): T {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as T
}
