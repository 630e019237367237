import { AuthError } from '../errors.ts'
import { type ItemApp, itemsOf } from '../identity/items.ts'
import type { Item } from '../types/item.ts'
import type { SigningKey } from '../types/jwt.ts'
import { makeEcKey, readEcKey, thumbprint } from './ec-key.ts'
import { type EcKey, type KeyFacts, signingKey } from './key-kind.ts'
import { type JwtSettings, longestSeconds, wrong } from './settings.ts'

/** A key, and the moment from which it signs. */
export interface RingKey extends KeyFacts {
  readonly key: EcKey
}

/** Keys are published this long before they sign: longer than services and servers cache keys. */
const leadMs = 600_000

/** A key that no longer signs stays published this long: for its last tokens, and clocks that differ. */
const keptMs = longestSeconds * 1000 + leadMs

/** The start of a key without predecessor: it signs at once, even on a server whose clock is behind. */
const always = 0

/** The keys of the environment: the first signs, all are published. */
async function writtenRing(written: readonly string[]): Promise<RingKey[]> {
  const keys = written.map((text) => {
    try {
      return readEcKey(JSON.parse(text))
    } catch {
      // The error would quote the key.
      throw wrong(
        'key',
        'AUTH_JWT_KEY is not a private JWK of the curve P-256',
        '`npx porticojs keys --print` makes one.',
      )
    }
  })
  return Promise.all(
    keys.map(async (key, place) => ({ key, kid: await thumbprint(key), from: -place })),
  )
}

/** The keys of the storage, in the order in which they were made. The first is made when it is needed. */
async function storedRing(app: ItemApp): Promise<RingKey[]> {
  const { readable, count } = await readStored(app)
  if (count > 0) {
    const now = app.services.now()
    return readable.filter((_, place) => !isOver(readable, place, now)).map(toRingKey)
  }
  await putKey(app, 1, always)
  return (await readStored(app)).readable.map(toRingKey)
}

type StoredKey = Item<KeyFacts, EcKey>

/** All keys: those that can be decrypted, and how many there are. */
async function readStored(app: ItemApp): Promise<{ readable: StoredKey[]; count: number }> {
  const { items } = await itemsOf(app, signingKey).list(null, { limit: 1000 })
  const readable = items.flatMap((found) => (found.state === 'readable' ? found.item : []))
  return {
    readable: readable.sort((a, b) => numberOf(a) - numberOf(b)),
    count: items.length,
  }
}

const numberOf = ({ lookup }: StoredKey) => Number(lookup)
const toRingKey = ({ data, secret }: StoredKey): RingKey => ({ ...data, key: secret })

/** Stores a new key under a number; false if another server was faster. */
async function putKey(app: ItemApp, number: number, from: number): Promise<boolean> {
  const key = await makeEcKey()
  const data = { kid: await thumbprint(key), from }
  try {
    await itemsOf(app, signingKey).put({ lookup: String(number), data, secret: key })
    return true
  } catch (thrown) {
    if (thrown instanceof AuthError && thrown.code === 'StorageConflict') return false
    throw thrown
  }
}

/** Makes the next key. `now`: it signs at once, and all others are removed. */
export async function rotateStored(app: ItemApp, { now }: { now: boolean }): Promise<SigningKey[]> {
  const moment = app.services.now()
  const { readable, count } = await readStored(app)
  const isFirst = readable.length === 0
  const from = now || isFirst ? always : moment + leadMs
  let number = Math.max(count, ...readable.map(numberOf)) + 1
  // Of two rotations at once, one makes the key. Keys that cannot be decrypted have numbers, too, which only the storage knows.
  while (!(await putKey(app, number, from)) && isFirst) number++
  const keys = itemsOf(app, signingKey)
  const useless = now ? readable : readable.filter((_, place) => isOver(readable, place, moment))
  for (const { lookup } of useless) await keys.delete(lookup)
  return describeRing((await readStored(app)).readable.map(toRingKey), moment)
}

/** True if no token that a key signed can still be valid. */
function isOver(keys: readonly StoredKey[], place: number, now: number): boolean {
  const successor = keys[place + 1]
  return successor !== undefined && successor.data.from + keptMs < now
}

/** The key that signs now: the newest whose time has come. */
export function currentKey(ring: readonly RingKey[], now: number): RingKey | undefined {
  const due = ring.filter(({ from }) => from <= now)
  return due.reduce<RingKey | undefined>(
    (best, one) => (best === undefined || one.from > best.from ? one : best),
    undefined,
  )
}

/** The facts about the keys, the newest first. */
export function describeRing(ring: readonly RingKey[], now: number): SigningKey[] {
  const current = currentKey(ring, now)
  const stateOf = (one: RingKey): SigningKey['state'] => {
    if (one === current) return 'current'
    return one.from > now ? 'next' : 'old'
  }
  return ring
    .toSorted((a, b) => b.from - a.from)
    .map((one) => ({ kid: one.kid, state: stateOf(one), from: new Date(one.from) }))
}

/** The keys by which the application signs, cached for a minute. */
export function ringOf(
  app: ItemApp & {
    services: { memo: <T>(key: string, s: number, load: () => Promise<T>) => Promise<T> }
  },
  { written }: JwtSettings,
): Promise<RingKey[]> {
  const load = () => (written.length > 0 ? writtenRing(written) : storedRing(app))
  return app.services.memo('jwt keys', 60, load)
}
