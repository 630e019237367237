/** Remembers keys in a fixed amount of memory, until they expire. */
export interface Condensed {
  add(key: string, expires: Date): void
  /** The time until which a key counts as remembered; undefined if it was certainly never added. */
  get(key: string): Date | undefined
}

const bits = 2 ** 23
const hashes = 7
/** The most keys of a filter. A full one takes one new key in 2,000 for a known one. */
const keysPerFilter = 500_000
/** The most filters. Beyond them, the last one takes all further keys and is wrong more often. */
const maxFilters = 8

interface Filter {
  bytes: Uint8Array
  keys: number
  until: number
}

/**
 * Remembers claimed keys once there are too many to keep each: in a Bloom filter of one megabyte, and another when it is full. No key is
 * forgotten before it expires. Now and then a new key counts as claimed, and its caller has to try again.
 */
export function createCondensed(now: () => number): Condensed {
  // Without knowing the seed, an attacker cannot choose keys that fill the filter.
  const seed = crypto.getRandomValues(new Uint32Array(2))
  let filters: Filter[] = []
  return {
    add(key, expires) {
      filters = filters.filter(({ until }) => until > now())
      let filter = filters.at(-1)
      if (!filter || (filter.keys >= keysPerFilter && filters.length < maxFilters)) {
        filter = { bytes: new Uint8Array(bits / 8), keys: 0, until: 0 }
        filters.push(filter)
      }
      for (const [byte, bit] of places(key, seed))
        filter.bytes[byte] = (filter.bytes[byte] ?? 0) | bit
      filter.keys++
      filter.until = Math.max(filter.until, expires.getTime())
    },
    get(key) {
      if (filters.length === 0) return undefined
      const wanted = places(key, seed)
      const found = filters.filter(({ bytes }) =>
        wanted.every(([byte, bit]) => ((bytes[byte] ?? 0) & bit) !== 0),
      )
      return found.length > 0 ? new Date(Math.max(...found.map(({ until }) => until))) : undefined
    },
  }
}

/** The places of a key's bits, from two hashes combined: as good as independent ones (Kirsch and Mitzenmacher, 2006). */
function places(key: string, [one = 0, two = 0]: Uint32Array): [byte: number, bit: number][] {
  const [first, step] = [hash(key, one), hash(key, two) | 1]
  return Array.from({ length: hashes }, (_, n) => {
    const place = (first + n * step) >>> 0
    return [(place % bits) >>> 3, 1 << (place & 7)]
  })
}

/** FNV-1a with a seed. */
function hash(text: string, seed: number): number {
  let value = 0x811c9dc5 ^ seed
  for (let place = 0; place < text.length; place++) {
    value = Math.imul(value ^ text.charCodeAt(place), 0x01000193)
  }
  // Lets the last characters affect every bit.
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}
