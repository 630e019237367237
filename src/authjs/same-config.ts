import type { ProcessMemory } from '../services/process-memory.ts'
import type { AuthjsConfig } from './config.ts'

const configs = new Map<string, AuthjsConfig>()
const memories = new Map<string, ProcessMemory>()
const firsts = new WeakMap<object, AuthjsConfig>()

/**
 * The first configuration with the same content. Applications may make one for each request, which must not make an engine for each.
 * Functions and objects of a class are compared by identity: what they hold on to, such as the tenant of a request, cannot be seen.
 */
export function sameConfig(config: AuthjsConfig): AuthjsConfig {
  // A copy, since the application may still change its own.
  return remember(configs, describe(config, idOf), 100, () => copy(config))
}

/** `sameConfig` for an object that the application keeps: it is compared once. */
export function keptConfig(config: AuthjsConfig): AuthjsConfig {
  const first = firsts.get(config) ?? sameConfig(config)
  firsts.set(config, first)
  return first
}

/**
 * The memory that configurations share in this process if they differ in functions only: tries are counted even if each request brings a
 * new configuration. Tenants with other data are counted apart.
 */
export function memoryOf(config: AuthjsConfig): ProcessMemory {
  const key = describe(config, () => 'held')
  return remember(memories, key, 1000, () => ({}))
}

/** The value under a key, made if there is none. The least recently used one is forgotten first. */
export function remember<T>(known: Map<string, T>, key: string, most: number, make: () => T): T {
  const found = known.get(key) ?? make()
  known.delete(key)
  known.set(key, found)
  const [oldest = key] = known.keys()
  if (known.size > most) known.delete(oldest)
  return found
}

/** A text that two values share only if their content is the same. A value met again, as in a cycle, is named by its place. */
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

/** The options that name a storage. */
const places: ReadonlySet<PropertyKey> = new Set(['adapter', 'database', 'storage'])

/** True if a value is compared by identity: a function, a storage, an object of a class. */
function isHeld(value: unknown, path: PropertyKey[]): value is object {
  if (!isObject(value)) return typeof value === 'function'
  const [first = ''] = path
  if (places.has(first)) return true
  if (Array.isArray(value)) return false
  const kind: unknown = Object.getPrototypeOf(value)
  // In every realm, the prototype of a plain object has no prototype itself.
  return kind !== null && Object.getPrototypeOf(kind) !== null
}
