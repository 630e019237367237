/** Every copy of this library in a process looks here: bundlers make several of one. */
const key: unique symbol = Symbol.for('portico.process')

/**
 * One thing for this process, under a name: Next evaluates an application's modules three times, and development servers at every edit.
 * Tests get a new one each time.
 */
export function processWide<T>(name: string, make: () => T): T {
  if (nodeEnv() === 'test') return make()
  const place: typeof globalThis & { [key]?: Map<string, unknown> } = globalThis
  place[key] ??= new Map()
  const things = place[key]
  if (!things.has(name)) things.set(name, make())
  // Whoever asks by this name made it.
  return things.get(name) as T
}

/** The same while developing. In production, configurations never share state. */
export function whileDeveloping<T>(name: string, make: () => T): T {
  return nodeEnv() === 'development' ? processWide(name, make) : make()
}

function nodeEnv(): string | undefined {
  return globalThis.process?.env?.NODE_ENV
}
