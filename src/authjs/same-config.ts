import type { ProcessMemory } from '../services/process-memory.ts'
import type { AuthjsConfig } from './config.ts'

const configs = new Map<string, AuthjsConfig>()
const memories = new Map<string, ProcessMemory>()
const firsts = new WeakMap<object, AuthjsConfig>()

/**
 * The first configuration that said the same. Applications may make one for each request, and whatever reads it would be made as often.
 * Functions, and objects of a class, are the same only as themselves: what they hold on to, such as the tenant of a request, cannot be seen.
 */
export function sameConfig(config: AuthjsConfig): AuthjsConfig {
  // A copy, since an application may go on to change what it has returned.
  return remember(configs, describe(config, idOf), 100, () => copy(config))
}

/** The same for a configuration that an application keeps: it is read once. */
export function keptConfig(config: AuthjsConfig): AuthjsConfig {
  const first = firsts.get(config) ?? sameConfig(config)
  firsts.set(config, first)
  return first
}

/**
 * The memory of this process for configurations that differ at most in their functions: tries are counted although each request brings its
 * own. Tenants differ in what can be seen, and are counted apart.
 */
export function memoryOf(config: AuthjsConfig): ProcessMemory {
  const key = describe(config, () => 'held')
  return remember(memories, key, 1000, () => ({}))
}

/** The value under a key, made if there is none. The value that was not asked for the longest time is forgotten first. */
export function remember<T>(known: Map<string, T>, key: string, most: number, make: () => T): T {
  const found = known.get(key) ?? make()
  known.delete(key)
  known.set(key, found)
  const [oldest = key] = known.keys()
  if (known.size > most) known.delete(oldest)
  return found
}

/** A text that two values have in common only if they say the same. What is met again, as in a circle, is named by its place. */
function describe(
  value: unknown,
  name: (held: object) => string,
  path: PropertyKey[] = [],
  met: Map<object, number> = new Map(),
): string {
  if (isHeld(value, path)) return name(value)
  if (!isObject(value)) return `${typeof value} ${JSON.stringify(String(value))}`
  const known = met.get(value)
  if (known !== undefined) return `@${known}`
  met.set(value, met.size)
  const parts = Reflect.ownKeys(value).map((key) => {
    const part = describe(Reflect.get(value, key), name, [...path, key], met)
    return `${JSON.stringify(String(key))}: ${part}`
  })
  return `{${parts}}`
}

function copy<T>(value: T, path: PropertyKey[] = [], copies: Map<object, object> = new Map()): T {
  if (!isObject(value) || isHeld(value, path)) return value
  const target = copies.get(value) ?? (Array.isArray(value) ? [] : {})
  if (!copies.has(value)) {
    copies.set(value, target)
    for (const key of Reflect.ownKeys(value)) {
      Reflect.set(target, key, copy(Reflect.get(value, key), [...path, key], copies))
    }
  }
  // The same keys, with copies of what was there.
  return target as T
}

const ids = new WeakMap<object, number>()
let lastId = 0

function idOf(held: object): string {
  const id = ids.get(held) ?? ++lastId
  ids.set(held, id)
  return `#${id}`
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** The options that say where people are kept. */
const places: ReadonlySet<PropertyKey> = new Set(['adapter', 'database', 'storage'])

/** A function, or an object that is more than what can be seen of it. */
function isHeld(value: unknown, path: PropertyKey[]): value is object {
  if (!isObject(value)) return typeof value === 'function'
  const [first = ''] = path
  if (places.has(first)) return true
  if (Array.isArray(value)) return false
  const kind: unknown = Object.getPrototypeOf(value)
  // Objects without a class have the same kind in every realm: one that comes from nothing.
  return kind !== null && Object.getPrototypeOf(kind) !== null
}
