import { expect } from 'vitest'
import type { Paging, UserFilter } from '../../../src/types/find.ts'
import type { StoredUser } from '../../../src/types/storage.ts'
import { unique } from '../../storage/people.ts'
import type { Stage } from './stage.ts'

/** Finding users and lines of the audit log, page by page. */
export function findContract({ use, person, can }: Stage): void {
  const pages = async (filter: UserFilter, limit: number) => {
    const found: StoredUser[][] = []
    let after: Paging['after']
    do {
      const { users, next } = await use().listUsers(filter, { after, limit })
      found.push(users)
      after = next
    } while (after !== null)
    return found
  }
  const idsOf = (users: readonly StoredUser[]) => users.map(({ id }) => id)

  can('listUsers')('lists everybody once, page by page', async () => {
    const own = await Promise.all(Array.from({ length: 7 }, () => person()))
    const found = await pages({}, 3)
    const ids = found.flatMap(idsOf)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(idsOf(own)))
    expect(found.slice(0, -1).every((users) => users.length === 3)).toBe(true)
  })

  can('listUsers')(
    'finds the beginning of an address and of a name, each person once',
    async () => {
      const begin = unique().slice(0, 16).toLowerCase()
      const byEmail = await person({ name: 'Zoe', email: `${begin}-b@a.test` })
      const byBoth = await person({ name: `${begin} Ada`, email: `${begin}-a@a.test` })
      const byName = await person({ name: `${begin} Bob`, email: `x${unique()}@a.test` })
      const without = await person({ name: `${begin} Cid`, email: null })
      await person({ name: `not ${begin}`, email: `not-${begin}@a.test` })
      await person({ name: null, email: null })
      const expected = idsOf([byBoth, byEmail, byName, without])
      for (const limit of [1, 2, 3, 50]) {
        const found = await pages({ query: ` ${begin}` }, limit)
        expect(found.flatMap(idsOf)).toEqual(expected)
      }
      const [first] = await pages({ query: begin }, 50)
      expect(first?.[0]).toMatchObject({ name: byBoth.name, email: byBoth.email })
    },
  )

  can('listUsers')('goes on behind people of the same name', async () => {
    const name = unique()
    const own = await Promise.all(Array.from({ length: 9 }, () => person({ name, email: null })))
    const found = await pages({ query: name }, 2)
    expect(found.map(({ length }) => length)).toEqual([2, 2, 2, 2, 1])
    expect(new Set(found.flatMap(idsOf))).toEqual(new Set(idsOf(own)))
  })

  can('listUsers')('takes wildcards and quotes for the letters that they are', async () => {
    const begin = unique()
    const own = []
    for (const end of ['%', '_', '\\', "'", '"', '*', '?', '[a]', ':', 'é', '😀'])
      own.push(await person({ name: `${begin}${end}x`, email: null }))
    for (const user of own) {
      const query = user.name?.slice(0, -1)
      expect((await pages({ query }, 50)).flatMap(idsOf), query).toEqual([user.id])
    }
    expect((await pages({ query: `${begin}%%` }, 50)).flat()).toEqual([])
  })

  can('listUsers')('finds addresses and names however they are typed', async () => {
    const begin = unique().toLowerCase()
    const email = `${begin}@a.test`
    const known = await person({ name: 'Zoe', email })
    const ids = []
    for (const name of ['Ada', 'ADA', 'ada'])
      ids.push((await person({ name: `${begin}-${name}`, email: null })).id)
    for (const query of [`${begin}@A.T`, email.toUpperCase()])
      expect(idsOf((await pages({ query }, 50)).flat())).toEqual([known.id])
    for (const query of [`${begin}-aDa`, `${begin}-ada`.toUpperCase()]) {
      const found = idsOf((await pages({ query }, 1)).flat())
      expect(found).toHaveLength(3)
      expect(new Set(found)).toEqual(new Set(ids))
    }
  })

  can('listUsers')('finds people as they are now', async () => {
    const [before, after] = [unique(), unique()]
    const { id } = await person({ name: before, email: null })
    await use().updateUser({ id, name: after })
    expect((await pages({ query: before }, 50)).flat()).toEqual([])
    expect(idsOf((await pages({ query: after }, 50)).flat())).toEqual([id])
    await use().deleteUser(id)
    expect((await pages({ query: after }, 50)).flat()).toEqual([])
  })

  can('listUsers')('keeps names of any length, and finds them by their beginning', async () => {
    const name = unique() + 'ä'.repeat(200)
    const { id } = await person({ name, email: null })
    expect(idsOf((await pages({ query: name }, 50)).flat())).toEqual([id])
    // No index may refuse what the table holds.
    const long = unique() + 'ä'.repeat(4000)
    const other = await person({ name: long, email: null })
    expect((await use().getUser(other.id))?.name).toBe(long)
  })

  can('listUsers')('refuses a place that no page before named', async () => {
    for (const after of ['nowhere', '[]', '{}', '["shoe","",""]', '["name",1,2]'])
      await expect(
        Promise.resolve(use().listUsers({ query: 'a' }, { after })),
        after,
      ).rejects.toMatchObject({ code: 'InvalidRequest', field: 'after' })
  })

  can('findAudit')('finds lines about everybody, newest first', async () => {
    const [event, other] = [unique(), unique()]
    const line = (userId: string, at: string, which = event) => ({
      event: which,
      at: new Date(at),
      userId,
    })
    const lines = [
      line('a', '2026-01-01T00:00:00.001Z'),
      line('b', '2026-01-01T00:00:00.002Z'),
      line('a', '2026-01-01T00:00:00.003Z'),
    ]
    for (const each of lines) await use().audit(each)
    await use().audit(line('a', '2026-01-01T00:00:00.004Z', other))
    const [first, second, third] = lines
    const find = async (filter: object, paging?: Paging) =>
      (await use().findAudit({ event, ...filter }, paging)).entries
    expect(await find({})).toEqual([third, second, first])
    expect(await find({ user: 'a' })).toEqual([third, first])
    expect(await find({ since: second?.at })).toEqual([third, second])
    expect(await find({ user: 'a', since: second?.at })).toEqual([third])
    expect(await find({ event: unique() })).toEqual([])
    expect((await use().findAudit({}, { limit: 1000 })).entries.length).toBeGreaterThan(3)
  })

  can('findAudit')('gives every line of one moment once, page by page', async () => {
    for (const asked of ['nobody', 'everybody']) {
      const [event, userId] = [unique(), unique()]
      for (let number = 0; number < 7; number++)
        await use().audit({ event, userId, at: new Date('2026-01-01'), detail: { number } })
      const filter = { event, ...(asked === 'nobody' && { user: userId }) }
      const found: unknown[] = []
      let after: Paging['after']
      do {
        const page = await use().findAudit(filter, { after, limit: 3 })
        found.push(...page.entries.map(({ detail }) => detail?.number))
        after = page.next
      } while (after !== null)
      expect(found.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6])
    }
  })

  can('findAudit')('refuses a place that no page before named', async () => {
    for (const after of ['nowhere', '["a","b"]', '[1.5,"b"]', '[]'])
      await expect((async () => use().findAudit({}, { after }))(), after).rejects.toMatchObject({
        code: 'InvalidRequest',
        field: 'after',
      })
  })
}
