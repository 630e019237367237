import { expect } from 'vitest'
import type { ItemFilter, StoredItem } from '../../../src/types/item.ts'
import { newItem, present, unique } from '../../storage/people.ts'
import { later, past, race, type Stage } from './stage.ts'

const exists = { code: 'StorageConflict', field: 'lookup' }

/** Items: found by a key, changed by one at a time, gone with their user. */
export function itemsContract(stage: Stage): void {
  keepingContract(stage)
  listingContract(stage)
  changingContract(stage)
  endingContract(stage)
  transactionContract(stage)
}

function keepingContract({ use, person, can, promises }: Stage): void {
  can('putItem')('returns an item as it was put, full or bare', async () => {
    const ada = await person()
    const full = newItem({
      userId: ada.id,
      data: { name: 'Ada’s phone', nested: { list: [1, null, true, 'ü', { deep: -1.5 }] } },
      sealed: 'a'.repeat(20_000),
      lastUsedAt: new Date('2026-01-03T03:04:05.678Z'),
      expires: later,
    })
    for (const item of [full, newItem()]) {
      await use().putItem(item)
      expect(await use().getItem(item)).toEqual(item)
    }
    expect(await use().getItem({ kind: full.kind, lookup: unique() })).toBeNull()
    expect(await use().getItem({ kind: unique(), lookup: full.lookup })).toBeNull()
  })

  can('putItem')('returns an item with its user, with nobody, or nothing', async () => {
    const ada = await person()
    const [hers, nobodys] = [newItem({ userId: ada.id, data: { a: 1 } }), newItem()]
    for (const item of [hers, nobodys]) await use().putItem(item)
    const found = await use().getItemAndUser(hers)
    expect(found?.item).toEqual(hers)
    expect(found?.user).toMatchObject({ id: ada.id, email: ada.email })
    expect(await use().getItemAndUser(nobodys)).toEqual({ item: nobodys, user: null })
    expect(await use().getItemAndUser(newItem())).toBeNull()
  })

  can('putItem')('refuses a second item of a kind and lookup with its own error', async () => {
    const first = newItem({ data: { first: true } })
    await use().putItem(first)
    const second = async () => use().putItem({ ...newItem(), lookup: first.lookup })
    await expect(second()).rejects.toMatchObject(exists)
    expect(await use().getItem(first)).toEqual(first)
    await use().putItem(newItem({ kind: 'another kind', lookup: first.lookup }))
    expect(await use().getItem(first)).toEqual(first)
  })

  can('putItem')('tells lookups apart by case, accents, blanks and their last one', async () => {
    const base = unique()
    const [lower, upper] = [`${base}abc`, `${base}ABC`]
    const long = base.padEnd(254, 'x')
    const lookups = [lower, upper, `${lower} `, ` ${lower}`, `${base}äbc`, `${long}y`, `${long}z`]
    const items = lookups.map((lookup) => newItem({ lookup, data: { lookup } }))
    for (const item of items) await use().putItem(item)
    for (const item of items) expect(await use().getItem(item)).toEqual(item)
    expect(await use().takeItem({ ...newItem(), lookup: `${base}Abc` })).toBeNull()
    for (const item of items) expect(await use().takeItem(item)).toEqual(item)
  })

  can('putItem')('refuses a kind or lookup that is empty or too long', async () => {
    for (const field of ['kind', 'lookup']) {
      for (const text of ['', 'x'.repeat(256)]) {
        const put = async () => use().putItem(newItem({ [field]: text }))
        await expect(put()).rejects.toMatchObject({ code: 'InvalidRequest', field })
      }
    }
  })

  promises('noOwners')('refuses an item for nobody who exists as another conflict', async () => {
    const item = newItem({ userId: crypto.randomUUID() })
    const put = async () => use().putItem(item)
    const refusal = await put().catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'StorageConflict' })
    expect(refusal).not.toMatchObject(exists)
    expect(await use().getItem(item)).toBeNull()
  })

  can('putItem')('keeps an item for one of ten who put it at once', async () => {
    const lookup = unique()
    const { done, refused } = await race(10, (place) =>
      use().putItem(newItem({ lookup, data: { place } })),
    )
    expect(done).toHaveLength(1)
    expect(refused).toEqual(Array.from({ length: 9 }, () => exists.code))
  })
}

function listingContract({ use, person, can }: Stage): void {
  can('listItems')('lists the items of a user and kind, page by page', async () => {
    const [ada, bob] = [await person(), await person()]
    const kind = unique()
    const put = async (userId: string | null, kind: string) => {
      const item = newItem({ userId, kind })
      await use().putItem(item)
      return item
    }
    const hers: StoredItem[] = []
    for (let count = 0; count < 7; count++) hers.push(await put(ada.id, kind))
    const elsewhere = [await put(bob.id, kind), await put(ada.id, unique()), await put(null, kind)]
    const read = (filter: ItemFilter) => pages(use().listItems, filter)
    const found = await read({ userId: ada.id, kind })
    expect(found.sizes).toEqual([3, 3, 1])
    expect(sort(found.items)).toEqual(sort(hers))
    expect(sort((await read({ userId: ada.id })).items)).toEqual(
      sort([...hers, ...elsewhere.filter(({ userId }) => userId === ada.id)]),
    )
    const ofKind = elsewhere.filter((item) => item.kind === kind)
    expect(sort((await read({ kind })).items)).toEqual(sort([...hers, ...ofKind]))
    expect(await use().listItems({ userId: ada.id, kind: unique() })).toEqual({
      items: [],
      next: null,
    })
  })

  can('listItems')('lists the items of all kinds', async () => {
    const items = [0, 1, 2].map(() => newItem({ kind: unique() }))
    for (const item of items) await use().putItem(item)
    const { items: all } = await pages(use().listItems, {}, 2)
    const found = all.filter(({ id }) => items.some((item) => item.id === id))
    expect(sort(found)).toEqual(sort(items))
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })

  can('listItems')('goes on after an item that has been deleted since', async () => {
    const kind = unique()
    for (let count = 0; count < 3; count++) await use().putItem(newItem({ kind }))
    const first = await use().listItems({ kind }, { limit: 1 })
    await use().deleteItem(first.items[0] ?? newItem())
    const rest = await use().listItems({ kind }, { after: first.next })
    expect(rest.items).toHaveLength(2)
    expect(rest.next).toBeNull()
    const wrong = async () => use().listItems({ kind }, { after: 'page 2' })
    await expect(wrong()).rejects.toMatchObject({ code: 'InvalidRequest' })
  })
}

function changingContract({ use, person, can }: Stage): void {
  can('replaceItem')('replaces the version that was read, and no other', async () => {
    const item = newItem({ userId: (await person()).id, data: { step: 0 }, expires: later })
    await use().putItem(item)
    const content = { data: { step: 1 }, sealed: 'new', expires: null }
    expect(await use().replaceItem(item, content)).toBe(true)
    expect(await use().getItem(item)).toEqual({ ...item, ...content, version: 2 })
    expect(await use().replaceItem(item, { ...content, data: { step: 2 } })).toBe(false)
    expect(await use().getItem(item)).toEqual({ ...item, ...content, version: 2 })
    expect(await use().replaceItem(newItem(), content)).toBe(false)
  })

  can('replaceItem')('never writes into an item that was put under the same lookup', async () => {
    const before = newItem()
    await use().putItem(before)
    await use().deleteItem(before)
    const after = newItem({ lookup: before.lookup, data: { mine: true } })
    await use().putItem(after)
    const content = { data: {}, sealed: null, expires: null }
    expect(await use().replaceItem(before, content)).toBe(false)
    expect(await use().getItem(before)).toEqual(after)
  })

  can('replaceItem')('lets one of ten replace a version', async () => {
    const item = newItem()
    await use().putItem(item)
    const { done, refused } = await race(10, async (place) => {
      const content = { data: { place }, sealed: null, expires: null }
      return (await use().replaceItem(item, content)) ? place : -1
    })
    expect(refused).toEqual([])
    const [winner, ...others] = done.filter((place) => place >= 0)
    expect(others).toEqual([])
    expect(await use().getItem(item)).toMatchObject({ version: 2, data: { place: winner } })
  })

  can('touchItem')('writes the last use, and leaves the version', async () => {
    const item = newItem({ data: { a: 1 }, sealed: 's' })
    await use().putItem(item)
    const lastUsedAt = new Date('2026-02-03T04:05:06.789Z')
    await use().touchItem(item, lastUsedAt)
    expect(await use().getItem(item)).toEqual({ ...item, lastUsedAt })
    await use().touchItem(newItem(), lastUsedAt)
    expect(await use().replaceItem(item, { ...item, data: { a: 2 } })).toBe(true)
    expect(await use().getItem(item)).toEqual({ ...item, data: { a: 2 }, lastUsedAt, version: 2 })
  })
}

function endingContract({ use, person, can, promises, advance }: Stage): void {
  can('takeItem')('returns a taken item once', async () => {
    const item = newItem({ userId: (await person()).id, sealed: 's', expires: later })
    await use().putItem(item)
    expect(await use().takeItem({ ...item, kind: unique() })).toBeNull()
    expect(await use().takeItem(item)).toEqual(item)
    expect(await use().takeItem(item)).toBeNull()
    expect(await use().getItem(item)).toBeNull()
    await use().putItem(item)
    expect(await use().getItem(item)).toEqual(item)
  })

  can('takeItem')('gives an item to one of fifty who take it at once', async () => {
    const item = newItem({ userId: (await person()).id, data: { amount: 1 } })
    await use().putItem(item)
    const { done, refused } = await race(50, () => use().takeItem(item))
    expect(refused).toEqual([])
    expect(done.filter((taken) => taken !== null)).toEqual([item])
  })

  can('takeItem')('loses no change to somebody who takes the item at once', async () => {
    for (let round = 0; round < 5; round++) {
      const item = newItem({ data: { spent: false } })
      await use().putItem(item)
      const content = { data: { spent: true }, sealed: null, expires: null }
      const [replaced, taken] = await Promise.all([
        use().replaceItem(item, content),
        use().takeItem(item),
      ])
      expect(taken).toMatchObject(replaced ? { data: { spent: true }, version: 2 } : item)
      expect(await use().getItem(item)).toBeNull()
    }
  })

  can('deleteItems')('deletes one item, those of a kind, and all of a user', async () => {
    const [ada, bob] = [await person(), await person()]
    const [one, other] = [unique(), unique()]
    const put = async (userId: string, kind: string) => {
      const item = newItem({ userId, kind })
      await use().putItem(item)
      return item
    }
    const [first] = [await put(ada.id, one), await put(ada.id, one), await put(ada.id, one)]
    await put(ada.id, other)
    const bobs = [await put(bob.id, one), await put(bob.id, other)]
    await use().deleteItem(first)
    await use().deleteItem(first)
    expect(await use().getItem(first)).toBeNull()
    expect(await use().deleteItems(ada.id, one)).toBe(2)
    expect(await use().deleteItems(ada.id, one)).toBe(0)
    expect((await use().listItems({ userId: ada.id })).items).toHaveLength(1)
    expect(await use().deleteItems(ada.id)).toBe(1)
    for (const item of bobs) expect(await use().getItem(item)).toEqual(item)
  })

  can('putItem', 'deleteUser')('deletes the items of a user with the user', async () => {
    const [ada, bob] = [await person(), await person()]
    const [hers, his, nobodys] = [ada.id, bob.id, null].map((userId) => newItem({ userId }))
    for (const item of [hers, his, nobodys]) await use().putItem(item ?? newItem())
    await use().deleteUser(ada.id)
    expect(await use().getItem(hers ?? newItem())).toBeNull()
    expect(await use().getItem(his ?? newItem())).toEqual(his)
    expect(await use().getItem(nobodys ?? newItem())).toEqual(nobodys)
    expect((await use().listItems({ userId: ada.id })).items).toEqual([])
  })

  can('putItem', 'sweep')('sweeps what has expired, and lists it no longer', async () => {
    const [kind, { id: userId }] = [unique(), await person()]
    const gone = newItem({ kind, userId, expires: past })
    const stays = [newItem({ kind, userId, expires: later }), newItem({ kind, userId })]
    for (const item of [gone, ...stays]) await use().putItem(item)
    await use().sweep()
    expect(await use().getItem(gone)).toBeNull()
    for (const filter of [{ kind }, { userId }]) {
      expect(sort((await use().listItems(filter)).items)).toEqual(sort(stays))
    }
  })

  promises('forgets')('sweeps an item when its time comes, and not before', async () => {
    const day = 24 * 3_600_000
    const item = newItem({ expires: new Date(Date.now() + 300 * day) })
    await use().putItem(item)
    await use().sweep()
    expect(await use().getItem(item)).toEqual(item)
    advance(301 * day)
    await use().sweep()
    expect(await use().getItem(item)).toBeNull()
  })
}

function transactionContract({ use, person, can }: Stage): void {
  can('putItem', 'transaction')('does everything inside a transaction, or nothing', async () => {
    const ada = await person()
    const kind = unique()
    const [kept, taken, replaced, added] = [0, 1, 2, 3].map((n) =>
      newItem({ kind, userId: ada.id, lookup: `${n}${unique()}`, data: { n } }),
    ) as [StoredItem, StoredItem, StoredItem, StoredItem]
    for (const item of [kept, taken, replaced]) await use().putItem(item)
    const at = new Date('2026-02-03T04:05:06.789Z')
    const content = { data: { n: 20 }, sealed: 'x', expires: null }
    const work = (fail: boolean) =>
      use().transaction(async (inside) => {
        const items = present(inside)
        expect(await items.takeItem(taken)).toEqual(taken)
        expect(await items.takeItem(taken)).toBeNull()
        expect(await items.replaceItem(replaced, content)).toBe(true)
        expect(await items.replaceItem(replaced, content)).toBe(false)
        await items.putItem(added)
        await items.touchItem(added, at)
        await items.deleteItem(kept)
        expect((await items.getItemAndUser(added))?.user?.id).toBe(ada.id)
        const { items: listed, next } = await items.listItems({ kind, userId: ada.id })
        expect(sort(listed)).toEqual(
          sort([
            { ...replaced, ...content, version: 2 },
            { ...added, lastUsedAt: at },
          ]),
        )
        expect(next).toBeNull()
        if (fail) throw new Error('changed my mind')
      })
    await expect(work(true)).rejects.toThrow('changed my mind')
    const before = await use().listItems({ kind })
    expect(sort(before.items)).toEqual(sort([kept, taken, replaced]))
    await work(false)
    const after = await use().listItems({ kind })
    expect(sort(after.items)).toEqual(
      sort([
        { ...replaced, ...content, version: 2 },
        { ...added, lastUsedAt: at },
      ]),
    )
  })

  can('putItem', 'transaction')('gives an item to one of ten transactions', async () => {
    const item = newItem({ userId: (await person()).id })
    await use().putItem(item)
    const { done } = await race(10, () =>
      use().transaction(async (inside) => {
        const taken = await inside.takeItem?.(item)
        if (taken) await inside.putItem?.(newItem({ lookup: `${item.lookup} taken` }))
        return taken ?? null
      }),
    )
    expect(done.filter((taken) => taken !== null)).toEqual([item])
    expect(await use().getItem({ ...item, lookup: `${item.lookup} taken` })).not.toBeNull()
  })

  can('putItem', 'transaction')('refuses what exists inside a transaction too', async () => {
    const item = newItem()
    await use().putItem(item)
    const again = async () =>
      use().transaction(async (inside) => inside.putItem?.(newItem({ lookup: item.lookup })))
    await expect(again()).rejects.toMatchObject(exists)
  })
}

/** All pages of a list. */
async function pages(
  list: (filter: ItemFilter, paging: object) => unknown,
  filter: ItemFilter,
  limit = 3,
): Promise<{ items: StoredItem[]; sizes: number[] }> {
  const items: StoredItem[] = []
  const sizes: number[] = []
  let after: string | null = null
  do {
    const page = (await list(filter, { after, limit })) as {
      items: StoredItem[]
      next: string | null
    }
    items.push(...page.items)
    sizes.push(page.items.length)
    after = page.next
  } while (after !== null)
  return { items, sizes }
}

function sort(items: readonly StoredItem[]): StoredItem[] {
  return items.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
