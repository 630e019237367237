import { AuthError } from '../../errors.ts'

/** A bounded map. A draft of it takes changes, which are then committed or dropped. */
export interface BoundedMap<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  delete(key: string): boolean
  entries(): Iterable<[string, V]>
  /** Makes room for this many new keys, or throws. */
  makeRoom(wanted: number): void
  /** Removes the entries that the rule calls expired; returns how many. */
  sweep(): number
}

/** The size of a map, and what happens when it is full of entries that have not expired. */
export interface BoundedMapRule<V> {
  name: string
  limit: number
  expired?: (value: V) => boolean
  /** Forgetting is allowed only where a missing entry fails closed; other maps refuse new entries. */
  full: 'forget oldest' | 'refuse'
  /** Remembers entries that had to go. */
  overflow?: { add(key: string, value: V): void; get(key: string): V | undefined }
}

/** An empty map that never holds more than its rule allows. */
export function createBoundedMap<V>(rule: BoundedMapRule<V>): BoundedMap<V> {
  const entries = new Map<string, V>()
  const { expired, limit } = rule

  function sweep(): number {
    if (!expired) return 0
    const before = entries.size
    for (const [key, value] of entries) if (expired(value)) entries.delete(key)
    return before - entries.size
  }

  function makeRoom(wanted: number): void {
    const fits = () => entries.size + wanted <= limit
    if (fits() || (sweep() > 0 && fits())) return
    if (rule.full === 'refuse') {
      throw new AuthError('StorageError', `memory() is full: it holds ${limit} ${rule.name}`, {
        hint: 'Use a database, or raise `limit` of memory().',
      })
    }
    // One in a hundred at a time, so that a full map is not searched at every write.
    let surplus = Math.max(wanted, Math.ceil(limit / 100))
    for (const [key, value] of entries) {
      if (surplus-- === 0) return
      rule.overflow?.add(key, value)
      entries.delete(key)
    }
  }

  return {
    get: (key) => entries.get(key) ?? rule.overflow?.get(key),
    set(key, value) {
      if (!entries.has(key)) makeRoom(1)
      entries.set(key, value)
    },
    delete: (key) => entries.delete(key),
    entries: () => entries.entries(),
    makeRoom,
    sweep,
  }
}

/** A map that shows another one with changes on top. `commit` applies them, and cannot fail. */
export function draft<V>(base: BoundedMap<V>): BoundedMap<V> & { commit(): void } {
  const changes = new Map<string, { value: V } | undefined>()
  const get = (key: string) => (changes.has(key) ? changes.get(key)?.value : base.get(key))
  let added = 0

  function* entries(): Iterable<[string, V]> {
    for (const entry of base.entries()) if (!changes.has(entry[0])) yield entry
    for (const [key, change] of changes) if (change) yield [key, change.value]
  }

  return {
    get,
    set(key, value) {
      if (get(key) === undefined) base.makeRoom(++added)
      changes.set(key, { value })
    },
    delete(key) {
      const present = get(key) !== undefined
      changes.set(key, undefined)
      return present
    },
    entries,
    makeRoom: base.makeRoom,
    sweep: () => 0,
    commit() {
      for (const [key, change] of changes) {
        if (change) base.set(key, change.value)
        else base.delete(key)
      }
    },
  }
}

/** The values of a map, without the keys. */
export function* values<V>(map: BoundedMap<V>): Iterable<V> {
  for (const [, value] of map.entries()) yield value
}
