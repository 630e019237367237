import { describe, expect, expectTypeOf, test } from 'vitest'
import { AuthError } from '../../src/index.ts'
import {
  type FoundItem,
  hasItems,
  type ItemsOfKind,
  itemKind,
  itemsOf,
  type Part,
  sha256,
} from '../../src/method.ts'
import GitHub from '../../src/providers/github.ts'
import { memory } from '../../src/storage/memory.ts'
import { testAuth } from '../../src/testing.ts'
import type { Storage } from '../../src/types/storage.ts'

type Facts = { name: string }
const seed = itemKind<Facts, { key: string }>({ part: 'keeper', name: 'seed', sealed: true })
const label = itemKind<Facts>({ part: 'keeper', name: 'label' })
const strange = itemKind<Facts>({ part: 'keeper', name: 'strange' })

interface Calls {
  keeper: {
    seeds(): Promise<ItemsOfKind<Facts, { key: string }>>
    labels(): Promise<ItemsOfKind<Facts, undefined>>
    strangers(): Promise<ItemsOfKind<Facts, undefined>>
  }
}

const keeper: Part<Calls> = {
  name: 'keeper',
  namespaces: { keeper: ['seeds', 'labels', 'strangers'] },
  kinds: [seed, label],
  load: async () => ({
    calls: (reader) => ({
      keeper: {
        seeds: async () => itemsOf(reader, seed),
        labels: async () => itemsOf(reader, label),
        strangers: async () => itemsOf(reader, strange),
      },
    }),
  }),
}

const secrets = [
  'an-old-secret-of-sufficient-length-01234567',
  'a-new-secret-of-sufficient-length-9876543',
]

async function house(storage: Storage, secret: string | string[] = secrets[0] ?? '') {
  const { auth, clock } = await testAuth({ providers: [GitHub], parts: [keeper], storage, secret })
  return { ...auth.keeper, clock }
}

async function withAda() {
  const storage = memory({ now: Date.now })
  const ada = await storage.createUser({ id: 'ada', emailVerified: null })
  return { storage, ada, ...(await house(storage)) }
}

const secret = { key: 'JBSWY3DPEHPK3PXP' }

describe('items of a part', () => {
  test('come back with their secret, which the storage cannot read', async () => {
    const { storage, ada, seeds } = await withAda()
    const items = await seeds()
    const put = await items.put({ lookup: 'ada', userId: ada.id, data: { name: 'Phone' }, secret })
    expect(await items.find('ada')).toEqual({ state: 'readable', item: put })
    expect(await items.findWithUser('ada')).toMatchObject({ item: put, user: { id: 'ada' } })
    expect(put).toMatchObject({ secret, data: { name: 'Phone' }, version: 1, userId: 'ada' })
    const [stored] = (await storage.listItems({})).items
    expect(stored).toMatchObject({ kind: 'keeper/seed', lookup: 'ada', data: { name: 'Phone' } })
    expect(JSON.stringify(stored)).not.toContain(secret.key)
    expect(await items.find('bob')).toEqual({ state: 'none' })
  })

  test('are replaced, touched, taken and deleted', async () => {
    const { ada, seeds, labels } = await withAda()
    const items = await seeds()
    const token = await sha256('a random token')
    const put = await items.put({ lookup: token, userId: ada.id, data: { name: 'a' }, secret })
    expect(await items.replace(put, { secret: { key: 'next' } })).toBe(true)
    expect(await items.replace(put, { secret: { key: 'late' } })).toBe(false)
    await items.touch(token)
    expect(await items.take(token)).toMatchObject({
      state: 'readable',
      item: { secret: { key: 'next' }, data: { name: 'a' }, lastUsedAt: expect.any(Date) },
    })
    expect(await items.take(token)).toEqual({ state: 'none' })
    const plain = await labels()
    for (const lookup of ['x', 'y', 'z'])
      await plain.put({ lookup, userId: ada.id, data: { name: lookup }, secret: undefined })
    const first = await plain.list(ada.id, { limit: 2 })
    const rest = await plain.list(ada.id, { limit: 2, after: first.next })
    expect([...first.items, ...rest.items]).toMatchObject(
      ['x', 'y', 'z'].map((name) => ({ state: 'readable', item: { data: { name } } })),
    )
    await plain.delete('x')
    expect(await plain.deleteAll(ada.id)).toBe(2)
  })

  test('are none once they have expired', async () => {
    const { seeds, clock } = await withAda()
    const items = await seeds()
    const soon = new Date(Date.now() + 60_000)
    for (const lookup of ['find', 'take'])
      await items.put({ lookup, data: { name: '' }, secret, expires: soon })
    expect(await items.find('find')).toMatchObject({ state: 'readable' })
    clock.advance(61_000)
    expect(await items.find('find')).toEqual({ state: 'none' })
    expect(await items.take('take')).toEqual({ state: 'none' })
    expect(await items.list(null)).toEqual({ items: [], next: null })
  })

  test('of one kind are not those of another', async () => {
    const { seeds, labels, ada } = await withAda()
    await (await seeds()).put({ lookup: 'same', userId: ada.id, data: { name: 'seed' }, secret })
    const plain = await labels()
    expect(await plain.find('same')).toEqual({ state: 'none' })
    await plain.put({ lookup: 'same', userId: ada.id, data: { name: 'l' }, secret: undefined })
    expect((await plain.list(null)).items).toHaveLength(1)
    expect(await plain.deleteAll(ada.id)).toBe(1)
    expect(await (await seeds()).find('same')).toMatchObject({ state: 'readable' })
  })
})

describe('an item that cannot be read', () => {
  const kept = async () => {
    const at = await withAda()
    const items = await at.seeds()
    await items.put({ lookup: 'ada', userId: 'ada', data: { name: 'Phone' }, secret })
    return { ...at, items }
  }
  const unreadable = { state: 'unreadable', reason: 'secret' }

  test('is there, although its secret is gone, and readable while an old one is kept', async () => {
    const { storage } = await kept()
    const [old = '', newer = ''] = secrets
    const rotated = await (await house(storage, [newer, old])).seeds()
    expect(await rotated.find('ada')).toMatchObject({ state: 'readable', item: { secret } })
    const lost = await (await house(storage, newer)).seeds()
    expect(await lost.find('ada')).toEqual(unreadable)
    expect((await lost.list('ada')).items).toEqual([unreadable])
    expect(await hasItems(storage, seed, 'ada')).toBe(true)
    expect(await lost.take('ada')).toEqual(unreadable)
  })

  test.each([
    ['another user', { userId: 'bob' }],
    ['another id', { id: 'another' }],
    ['nobody', { userId: null }],
    ['no secret', { sealed: null }],
  ])('is there when its row was moved to %s', async (_, change) => {
    const { storage, items } = await kept()
    await storage.createUser({ id: 'bob', emailVerified: null })
    const stored = await storage.takeItem({ kind: 'keeper/seed', lookup: 'ada' })
    if (!stored) throw new Error('no item')
    await storage.putItem({ ...stored, ...change })
    expect(await items.find('ada')).toEqual(unreadable)
  })

  test('is there when its secret was moved to another kind', async () => {
    const { storage, items } = await kept()
    const stored = await storage.takeItem({ kind: 'keeper/seed', lookup: 'ada' })
    if (!stored) throw new Error('no item')
    await storage.putItem({ ...stored, kind: 'keeper/other' })
    expect(await items.find('ada')).toEqual({ state: 'none' })
    const other = itemKind<Facts, { key: string }>({ part: 'keeper', name: 'other', sealed: true })
    const part: Part<Calls> = {
      ...keeper,
      kinds: [other],
      load: async () => ({
        calls: (reader) => ({
          keeper: {
            seeds: async () => itemsOf(reader, other),
            labels: async () => itemsOf(reader, label),
            strangers: async () => itemsOf(reader, strange),
          },
        }),
      }),
    }
    const [secret = ''] = secrets
    const { auth } = await testAuth({ providers: [GitHub], parts: [part], storage, secret })
    expect(await (await auth.keeper.seeds()).find('ada')).toEqual(unreadable)
  })

  test('is there while the storage does not answer', async () => {
    const { storage } = await kept()
    const down = new AuthError('StorageError', 'The database did not answer')
    const fail = async () => {
      throw down
    }
    const broken = { ...storage, getItem: fail, getItemAndUser: fail, takeItem: fail }
    const items = await (await house(broken)).seeds()
    const unanswered = { state: 'unreadable', reason: 'storage', cause: down }
    expect(await items.find('ada')).toEqual(unanswered)
    expect(await items.findWithUser('ada')).toEqual({ ...unanswered, user: null })
    expect(await items.take('ada')).toEqual(unanswered)
    const odd = { ...storage, getItem: () => Promise.reject(new TypeError('a bug')) }
    await expect((await (await house(odd)).seeds()).find('ada')).rejects.toThrow('a bug')
  })

  test('is there when no configured part has its kind, and such a kind is not written', async () => {
    const { storage, strangers } = await withAda()
    const items = await strangers()
    expect(await items.find('x')).toEqual({ state: 'none' })
    await storage.putItem({
      ...{ id: '1', kind: 'keeper/strange', lookup: 'x', userId: null, data: {}, sealed: null },
      ...{ version: 1, createdAt: new Date(), lastUsedAt: null, expires: null },
    })
    expect(await items.find('x')).toEqual({ state: 'unreadable', reason: 'kind' })
    const put = items.put({ lookup: 'y', data: { name: '' }, secret: undefined })
    await expect(put).rejects.toThrow('keeper/strange')
  })

  test('has no secret in its type until it is known to be readable', () => {
    type Found = FoundItem<Facts, { key: string }>
    expectTypeOf<Found['state']>().toEqualTypeOf<'none' | 'readable' | 'unreadable'>()
    expectTypeOf<Found>().not.toHaveProperty('item')
    expectTypeOf<Extract<Found, { state: 'readable' }>['item']['secret']>().toEqualTypeOf<{
      key: string
    }>()
    // @ts-expect-error: a kind with a secret is sealed; there is no way around it.
    expect(itemKind<Facts, string>({ part: 'keeper', name: 'open', sealed: false }).sealed).toBe(
      false,
    )
  })
})

test('a storage without a place for items says what to do', async () => {
  const { putItem: _, ...without } = memory({ now: Date.now })
  const { seeds } = await house(without)
  await expect(seeds()).rejects.toMatchObject({
    code: 'Unsupported',
    hint: expect.stringContaining('fromAdapter(adapter, { items: sql('),
  })
})
