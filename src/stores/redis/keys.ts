import { AuthError } from '../../errors.ts'
import type { Redis } from './client.ts'
import { type Command, commit } from './commit.ts'
import type { UserKind } from './read-with-user.ts'
import { createReads, mark } from './reads.ts'
import { applySpread } from './spread.ts'

/** Keys and their values, read and written in isolation from other callers. */
export interface Keys {
  get(key: string): Promise<unknown>
  /** The value of a key that is new, unless a random value repeats. The first attempt assumes so, and its commit checks. */
  getNew(key: string): Promise<unknown>
  /** The value of a key. Keys of these kinds of the user that it names are read in the same round trip. */
  getWithUser(key: string, kinds: readonly UserKind[]): Promise<unknown>
  set(key: string, value: unknown, expires?: Date | undefined): void
  delete(key: string): void
  /** Adds a text to an index, which is a sorted set of texts. */
  mark(index: string, text: string): void
  unmark(index: string, text: string): void
  /** The texts of an index in a range, sorted. */
  marked(index: string, range: IndexRange): Promise<string[]>
  /**
   * Sends commands with the changes, on keys that are not read here. With `refused`, the server may refuse them without undoing the
   * changes; then `refused` is called.
   */
  send(commands: readonly Command[], refused?: () => void): void
}

/** The texts to read of an index. */
export interface IndexRange {
  beginning: string
  /** The text before the first one to read. */
  after: string | undefined
  limit: number
}

const maxAttempts = 50

/** Milliseconds that Redis keeps what has expired. Servers' clocks differ, and the caller's decides. */
export const clockSlackMilliseconds: number = 60 * 60 * 1000

/** Runs the work so that all of its changes happen or none, and none if anything that it read has changed meanwhile: then it runs again. */
export async function atomically<T>(
  redis: Redis,
  prefix: string,
  work: (keys: Keys) => Promise<T>,
): Promise<T> {
  return untilCommitted(async (isFirst) => {
    const draft = createDraft(redis, prefix, isFirst)
    try {
      const result = await work(draft.keys)
      return (await draft.commit()) ? { result } : undefined
    } catch (thrown) {
      // Separate reads may show a state that never existed. A refusal based on such a state does not count: the work runs again.
      if (await draft.isCurrent().catch(() => true)) throw thrown
      return undefined
    }
  })
}

/** Repeats an attempt until it has a result; without one, somebody else has changed what it read. */
export async function untilCommitted<T>(
  run: (isFirst: boolean) => Promise<{ result: T } | undefined>,
): Promise<T> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const done = await run(attempt === 0)
    if (done) return done.result
    // Colliding callers must not wait equally long.
    const { promise, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, Math.random() * Math.min(2 ** attempt, 50))
    await promise
  }
  throw new AuthError('StorageConflict', 'Others kept changing the same keys')
}

/** The next value of a key; undefined to delete it. */
type Change = { value: unknown; expires?: Date } | undefined

/** Commands that go with the changes. */
interface Sent {
  commands: readonly Command[]
  refused: (() => void) | undefined
}

/** Changes that are made when they are committed. */
export interface Draft {
  keys: Keys
  /** Makes the changes; false if anything that was read has changed. */
  commit(): Promise<boolean>
  /** True if nothing that was read has changed. */
  isCurrent(): Promise<boolean>
}

/** An empty draft. If it `believes`, `getNew` takes a key for new without reading it. */
export function createDraft(redis: Redis, prefix: string, believes: boolean): Draft {
  const reads = createReads(redis, prefix)
  const written = new Map<string, Change>()
  const indexes = new Map<string, Map<string, boolean>>()
  const sent: Sent[] = []
  const changesOf = (index: string) => {
    const known = indexes.get(index) ?? new Map<string, boolean>()
    indexes.set(index, known)
    return known
  }
  const keys: Keys = {
    async get(key) {
      if (written.has(key)) return written.get(key)?.value
      const found = await reads.get(key)
      return found === '' ? undefined : decode(found.slice(1))
    },
    async getNew(key) {
      if (believes) reads.believeNew(key)
      return keys.get(key)
    },
    async getWithUser(key, kinds) {
      if (!written.has(key) && !redis.isSpread) await reads.readAhead(key, kinds)
      return keys.get(key)
    },
    set: (key, value, expires) => void written.set(key, { value, ...(expires && { expires }) }),
    delete: (key) => void written.set(key, undefined),
    mark: (index, text) => void changesOf(index).set(text, true),
    unmark: (index, text) => void changesOf(index).set(text, false),
    marked: async (index, range) =>
      withOwn(await readIndex(redis, prefix + index, range), changesOf(index), range),
    send: (commands, refused) => void sent.push({ commands, refused }),
  }
  const isApplied = async (
    based: ReadonlyMap<string, string>,
    changes: ReadonlyMap<string, Change>,
  ) => (await commit(redis, prefix, based, [...changes].map(toCommand))) !== undefined
  const spread = (changes: ReadonlyMap<string, Change>) =>
    applySpread(reads.based, changes, isApplied, (change) => mark(encode(change.value)))
  return {
    keys,
    async commit() {
      if (written.size + indexes.size + sent.length === 0) return true
      if (redis.isSpread) return spread(written)
      const changes = [...[...written].map(toCommand), ...[...indexes].flatMap(toMarks)]
      return isSent(sent, (needed, attempts) =>
        commit(redis, prefix, reads.based, [...changes, ...needed], attempts),
      )
    },
    async isCurrent() {
      if (reads.based.size === 0) return true
      return redis.isSpread ? spread(new Map()) : isApplied(reads.based, new Map())
    },
  }
}

/** Sends all commands, as attempts those with `refused`, which is called if any attempt was refused. False if nothing was sent. */
async function isSent(
  sent: readonly Sent[],
  send: (needed: Command[], attempts: Command[]) => Promise<number | undefined>,
): Promise<boolean> {
  const attempts = sent.filter(({ refused }) => refused)
  const needed = sent.filter(({ refused }) => !refused)
  const refusals = await send(commandsOf(needed), commandsOf(attempts))
  if (refusals) for (const { refused } of attempts) refused?.()
  return refusals !== undefined
}

function commandsOf(sent: readonly Sent[]): Command[] {
  return sent.flatMap(({ commands }) => commands)
}

function toCommand([key, change]: readonly [string, Change]): Command {
  if (!change) return ['DEL', key]
  const end = change.expires ? ['PXAT', expiry(change.expires)] : []
  return ['SET', key, encode(change.value), ...end]
}

function toMarks([index, texts]: readonly [string, ReadonlyMap<string, boolean>]): Command[] {
  return Array.from(texts, ([text, is]) =>
    is ? ['ZADD', index, '0', text] : ['ZREM', index, text],
  )
}

/** The texts of an index in a range. They are ASCII; U+10FFFF comes after all of them. */
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

/** The texts that were found, with the draft's own changes. */
function withOwn(
  found: readonly string[],
  own: ReadonlyMap<string, boolean>,
  range: IndexRange,
): string[] {
  const added = [...own].filter(([text, is]) => is && isWithin(text, range))
  const all = new Set([...found, ...added.map(([text]) => text)])
  return [...all].filter((text) => own.get(text) !== false).sort()
}

function isWithin(text: string, { beginning, after }: IndexRange): boolean {
  return text.startsWith(beginning) && (after === undefined || text > after)
}

/** The time at which Redis may forget a key that expires then. */
export function expiry(expires: Date): string {
  return String(expires.getTime() + clockSlackMilliseconds)
}

/** A value as JSON. Dates stay dates, and an object that only looks like an encoded date stays what it is. */
export function encode(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, key, json) {
    const original = this[key]
    if (original instanceof Date) return { $date: original.getTime() }
    return renamed(json, /^\$+date$/, (name) => `$${name}`)
  })
}

/** The value that `encode` wrote. */
export function decode(text: string): unknown {
  return JSON.parse(text, (_, value) =>
    typeof value === 'object' && value !== null && typeof value.$date === 'number'
      ? new Date(value.$date)
      : renamed(value, /^\$\$+date$/, (name) => name.slice(1)),
  )
}

/** The object with the fields of these names renamed; anything else as it is. */
function renamed(value: unknown, names: RegExp, rename: (name: string) => string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (!Object.keys(value).some((name) => names.test(name))) return value
  const fields = Object.entries(value)
  return Object.fromEntries(
    fields.map(([name, inner]) => [names.test(name) ? rename(name) : name, inner]),
  )
}

/** A key of several parts. No other parts give the same key. */
export function joinKey(kind: string, ...parts: string[]): string {
  return [kind, ...parts.map(encodeURIComponent)].join(':')
}
