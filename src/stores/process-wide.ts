/** All copies of this library in a process look under this key: bundlers may make several. */
const key: unique symbol = Symbol.for('portico.process')

/**
 * One instance for this process, under a name: Next evaluates an application's modules three times, and development servers at every edit.
 * In tests, each call makes a new one.
 */
export function processWide<T>(name: string, make: () => T): T {
  if (nodeEnv() === 'test') return make()
  const place: typeof globalThis & { [key]?: Map<string, unknown> } = globalThis
  place[key] ??= new Map()
  const things = place[key]
  if (!things.has(name)) things.set(name, make())
  // Each name stands for one type.
  return things.get(name) as T
}

/** One instance for this process in development. In production, configurations never share state. */
export function whileDeveloping<T>(name: string, make: () => T): T {
  return nodeEnv() === 'development' ? processWide(name, make) : make()
}

function nodeEnv(): string | undefined {
  return globalThis.process?.env?.NODE_ENV
}
