import { AuthError } from '../../errors.ts'
import type { Redis } from './client.ts'
import { applySpread } from './spread.ts'

/** Keys and their values, read and written as if nobody else were there. */
export interface Keys {
  get(key: string): Promise<unknown>
  set(key: string, value: unknown, expires?: Date | undefined): void
  delete(key: string): void
  /** Adds a text to an index, which is a sorted set of texts. */
  mark(index: string, text: string): void
  unmark(index: string, text: string): void
  /** The texts of an index that begin so, in their order. */
  marked(index: string, range: IndexRange): Promise<string[]>
}

/** The texts to read of an index. */
export interface IndexRange {
  beginning: string
  /** The text before the first one to read. */
  after: string | undefined
  limit: number
}

/**
 * Applies the changes if every key that was read still has the value it had; answers 0 and does nothing otherwise.
 * KEYS: those read, then those written, then indexes. ARGV: how many were read, and how many are written; what was read ("=" and the
 * value, or "" for none); for each written key "-" to delete it, or "=" and the value, and when it expires ("" for never); for each index
 * "+" or "-" and a text.
 */
const commitScript = `
local read, written = tonumber(ARGV[1]), tonumber(ARGV[2])
for i = 1, read do
  local now = redis.call('GET', KEYS[i])
  if (now and '=' .. now or '') ~= ARGV[2 + i] then return 0 end
end
local at = 2 + read
for i = read + 1, read + written do
  local value, expires = ARGV[at + 1], ARGV[at + 2]
  if value == '-' then redis.call('DEL', KEYS[i])
  elseif expires == '' then redis.call('SET', KEYS[i], string.sub(value, 2))
  else redis.call('SET', KEYS[i], string.sub(value, 2), 'PXAT', expires) end
  at = at + 2
end
for i = read + written + 1, #KEYS do
  at = at + 1
  local text = string.sub(ARGV[at], 2)
  if string.sub(ARGV[at], 1, 1) == '+' then redis.call('ZADD', KEYS[i], 0, text)
  else redis.call('ZREM', KEYS[i], text) end
end
return 1`

const maxAttempts = 50

/** Servers' clocks differ; what expires is judged by the caller's, and Redis only clears up behind it. */
export const clockSlackMilliseconds: number = 60 * 60 * 1000

/**
 * Runs the work so that all of its changes happen or none, and none on top of what somebody else has changed
 * meanwhile: in that case the work runs again.
 */
export async function atomically<T>(
  redis: Redis,
  prefix: string,
  work: (keys: Keys) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const draft = createDraft(redis, prefix)
    try {
      const result = await work(draft.keys)
      if (await draft.commit()) return result
    } catch (thrown) {
      // What was read one after the other may never have been so at once: then a refusal that rests on it is none.
      if (await draft.isCurrent().catch(() => true)) throw thrown
    }
    // Those who collided must not wait equally long.
    const { promise, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, Math.random() * Math.min(2 ** attempt, 50))
    await promise
  }
  throw new AuthError('StorageConflict', 'Others kept changing the same keys')
}

/** The next value of a key; undefined if the key is to go. */
type Change = { value: unknown; expires?: Date } | undefined

/** Changes that are made when they are committed. */
export interface Draft {
  keys: Keys
  /** Makes the changes; false when something that was read is not as it was. */
  commit(): Promise<boolean>
  /** True if everything that was read is as it was. */
  isCurrent(): Promise<boolean>
}

/** An empty draft. */
export function createDraft(redis: Redis, prefix: string): Draft {
  const read = new Map<string, string>()
  const written = new Map<string, Change>()
  const indexes = new Map<string, Map<string, boolean>>()
  const changesOf = (index: string) => {
    const known = indexes.get(index) ?? new Map<string, boolean>()
    indexes.set(index, known)
    return known
  }
  const keys: Keys = {
    async get(key) {
      if (written.has(key)) return written.get(key)?.value
      const known = read.get(key) ?? mark(await redis.send('GET', prefix + key))
      read.set(key, known)
      return known === '' ? undefined : decode(known.slice(1))
    },
    set: (key, value, expires) => void written.set(key, { value, ...(expires && { expires }) }),
    delete: (key) => void written.set(key, undefined),
    mark: (index, text) => void changesOf(index).set(text, true),
    unmark: (index, text) => void changesOf(index).set(text, false),
    async marked(index, range) {
      const found = await readIndex(redis, prefix + index, range)
      const own = changesOf(index)
      const added = [...own].filter(([text, is]) => is && isWithin(text, range))
      const all = new Set([...found, ...added.map(([text]) => text)])
      return [...all].filter((text) => own.get(text) !== false).sort()
    },
  }
  const apply = async (
    based: ReadonlyMap<string, string>,
    changes: ReadonlyMap<string, Change>,
    marks: readonly (readonly [string, string])[] = [],
  ) => {
    const all = [...based.keys(), ...changes.keys(), ...marks.map(([index]) => index)]
    const changed = [...changes.values()].flatMap((change) =>
      change ? [mark(encode(change.value)), expiry(change.expires)] : ['-', ''],
    )
    const sizes = [String(based.size), String(changes.size)]
    const values = [...sizes, ...based.values(), ...changed, ...marks.map(([, text]) => text)]
    const keys = all.map((key) => prefix + key)
    return Number(await redis.run(commitScript, keys, values)) === 1
  }
  const spread = (changes: ReadonlyMap<string, Change>) =>
    applySpread(read, changes, apply, (change) => mark(encode(change.value)))
  return {
    keys,
    async commit() {
      const marks = [...indexes].flatMap(([index, texts]) =>
        Array.from(texts, ([text, is]) => [index, `${is ? '+' : '-'}${text}`] as const),
      )
      if (written.size + marks.length === 0) return true
      return redis.isSpread ? spread(written) : apply(read, written, marks)
    },
    async isCurrent() {
      if (read.size === 0) return true
      return redis.isSpread ? spread(new Map()) : apply(read, new Map())
    },
  }
}

/** The texts of an index in ASCII; U+10FFFF comes after all of them. */
async function readIndex(
  redis: Redis,
  key: string,
  { beginning, after, limit }: IndexRange,
): Promise<string[]> {
  const from = after === undefined ? `[${beginning}` : `(${after}`
  const range = [from, `(${beginning}\u{10FFFF}`, 'LIMIT', '0', String(limit)]
  const found = await redis.send('ZRANGEBYLEX', key, ...range)
  return Array.isArray(found) ? found.map(String) : []
}

function isWithin(text: string, { beginning, after }: IndexRange): boolean {
  return text.startsWith(beginning) && (after === undefined || text > after)
}

/** The time at which Redis may forget a key that expires then. */
export function expiry(expires: Date | undefined): string {
  return expires ? String(expires.getTime() + clockSlackMilliseconds) : ''
}

function mark(value: unknown): string {
  return typeof value === 'string' ? `=${value}` : ''
}

/** A value as text. Dates stay dates, and what only looks like the text of a date stays what it is. */
export function encode(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, key, json) {
    const original = this[key]
    if (original instanceof Date) return { $date: original.getTime() }
    return renamed(json, /^\$+date$/, (name) => `$${name}`)
  })
}

/** The value that a text stands for. */
export function decode(text: string): unknown {
  return JSON.parse(text, (_, value) =>
    typeof value === 'object' && value !== null && typeof value.$date === 'number'
      ? new Date(value.$date)
      : renamed(value, /^\$\$+date$/, (name) => name.slice(1)),
  )
}

/** An object whose fields of these names have others; anything else as it is. */
function renamed(value: unknown, names: RegExp, rename: (name: string) => string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (!Object.keys(value).some((name) => names.test(name))) return value
  const fields = Object.entries(value)
  return Object.fromEntries(
    fields.map(([name, inner]) => [names.test(name) ? rename(name) : name, inner]),
  )
}

/** A key of several parts, none of which can be taken for another. */
export function joinKey(kind: string, ...parts: string[]): string {
  return [kind, ...parts.map(encodeURIComponent)].join(':')
}
