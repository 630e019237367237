import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../src/index.ts'
import type { sql } from '../../src/storage/sql.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { arrival, secret } from '../setup.ts'
import { unique } from '../storage/people.ts'
import { racesTimeout, roundsOf } from '../storage/rounds.ts'
import { isInstalled, ofThisSuite, sharedServers } from '../storage/servers.ts'
import { type Opened, storages } from '../storage/storages.ts'
import { beginAsGuest, type GuestHouse, guestHouse, isMarked } from './house.ts'
import { openWorks, type Works } from './works.ts'

/** One storage of each kind, and how often each story is raced on it; `RACES=200` says it for all. */
const raced = new Map([
  ['memory', 30],
  ['SQLite in a file', 20],
  ['D1', 5],
  ['PostgreSQL', 15],
  ['PostgreSQL behind PgBouncer', 5],
  ['MariaDB', 15],
  ['Redis alone', 15],
  ['Redis in front of SQLite', 10],
])
const shared = sharedServers()

for (const { name, server: needed, open } of storages.filter((each) => raced.has(each.name))) {
  const place = needed ?? name
  if (!ofThisSuite(place)) continue
  const rounds = roundsOf(raced.get(name) ?? 0)
  describe.skipIf(!isInstalled(place))(`guests on ${name}`, () => {
    let opened: Opened | undefined
    let storage: Required<Storage>
    let works: Works
    let at: GuestHouse
    const people = Array.from({ length: 2 * rounds.length * 5 }, () => {
      const id = unique()
      return { id, name: 'Ada', email: `${id}@people.test`, email_verified: true }
    })
    let met = 0
    const somebody = () => people[met++]?.id ?? ''

    beforeAll(async () => {
      const server = needed && (await shared(needed))
      opened = await open({ secrets: [secret], now: Date.now }, server)
      storage = opened.storage as Required<Storage>
      if ('migrate' in storage) await (storage as ReturnType<typeof sql>).migrate()
      works = await openWorks(storage, name)
      // Redis forgets by its own clock what has expired, so this story plays about now.
      const config = { storage, runtime: { now: Date.now } }
      at = await guestHouse({ merge: works.merge }, config, people)
    }, 120_000)
    afterAll(async () => {
      await storage?.close?.()
      await opened?.close?.()
    })

    /** A guest who has done some work. */
    async function guest(): Promise<{ id: string; browser: TestBrowser }> {
      const browser = at.open()
      const id = await beginAsGuest(browser)
      await works.add(id)
      await works.add(id)
      return { id, browser }
    }

    /** A sign-in that is about to come back from the platform. */
    async function arriving(browser: TestBrowser, as: string): Promise<() => Promise<Response>> {
      const url = await browser.start('plain')
      const back = await arrival(await at.world.decide(url, { as }))
      return () => (back instanceof Request ? browser.send(back) : browser.visit(String(back)))
    }

    const userOf = (person: string) =>
      storage.getUserByAccount({ provider: 'plain', providerAccountId: `p-${person}` })

    /** All rows are somebody's who can sign in, and none is lost. */
    async function assertConserved(owners: Record<string, number>): Promise<void> {
      const counted = await works.count()
      for (const [id, count] of Object.entries(owners)) {
        if (counted) expect(counted.get(id)).toBe(count)
        expect((await storage.listAccounts(id)).map(({ provider }) => provider)).toEqual(['plain'])
        expect(await isMarked(storage, id)).toBe(false)
      }
    }

    test(
      'two tabs that promote one guest by one account make one user, with all the work',
      async () => {
        for (const _ of rounds) {
          const { id, browser } = await guest()
          const person = somebody()
          const tabs = [await arriving(browser, person), await arriving(browser, person)]
          await Promise.all(tabs.map((come) => come()))
          expect((await userOf(person))?.id).toBe(id)
          expect((await browser.session())?.user.id).toBe(id)
          expect((await browser.session())?.user.guest).toBeUndefined()
          await assertConserved({ [id]: 2 })
        }
        expect(at.log.errors).toEqual([])
      },
      racesTimeout,
    )

    test(
      'two tabs that promote one guest by two accounts: one takes the place, the other is somebody else',
      async () => {
        for (const _ of rounds) {
          const { id, browser } = await guest()
          const [one, two] = [somebody(), somebody()]
          const tabs = [await arriving(browser, one), await arriving(browser, two)]
          await Promise.all(tabs.map((come) => come()))
          const ids = [(await userOf(one))?.id, (await userOf(two))?.id]
          expect(ids.filter((each) => each === id)).toHaveLength(1)
          expect(new Set(ids).size).toBe(2)
          expect(ids).toContain((await browser.session())?.user.id)
          await assertConserved({ [id]: 2 })
        }
        expect(at.log.errors).toEqual([])
      },
      racesTimeout,
    )

    test(
      'two guests who sign in to one account at once leave all their work to its user',
      async () => {
        for (const _ of rounds) {
          const owner = at.open()
          const person = somebody()
          await owner.signIn('plain', { as: person })
          const id = (await owner.session())?.user.id ?? ''
          const guests = [await guest(), await guest()]
          const arrivals = []
          for (const { browser } of guests) arrivals.push(await arriving(browser, person))
          await Promise.all(arrivals.map((come) => come()))
          for (const { browser, id: gone } of guests) {
            expect((await browser.session())?.user.id).toBe(id)
            expect(await storage.getUser(gone)).toBeNull()
            expect((await works.count())?.get(gone)).toBeUndefined()
          }
          await assertConserved({ [id]: 4 })
        }
        expect(at.log.errors).toEqual([])
      },
      racesTimeout,
    )

    test(
      'two guests who sign in to one new account at once become one user',
      async () => {
        for (const _ of rounds) {
          const person = somebody()
          const guests = [await guest(), await guest()]
          const arrivals = []
          for (const { browser } of guests) arrivals.push(await arriving(browser, person))
          await Promise.all(arrivals.map((come) => come()))
          const id = (await userOf(person))?.id ?? ''
          expect(guests.map((each) => each.id)).toContain(id)
          for (const { browser } of guests) expect((await browser.session())?.user.id).toBe(id)
          const [gone] = guests.filter((each) => each.id !== id)
          expect(await storage.getUser(gone?.id ?? '')).toBeNull()
          await assertConserved({ [id]: 4 })
        }
        expect(at.log.errors).toEqual([])
      },
      racesTimeout,
    )

    test(
      'a promotion during a sweep and a sign-out: the guest becomes the user, or is gone whole',
      async () => {
        for (const _ of rounds) {
          const { id, browser } = await guest()
          const person = somebody()
          const come = await arriving(browser, person)
          await Promise.all([
            come(),
            browser.clone().signOut(),
            at.auth.guests.sweep(),
            at.auth.guests.sweep(),
          ])
          await at.auth.guests.sweep()
          const user = await userOf(person)
          expect(user).not.toBeNull()
          expect((await browser.session())?.user.id).toBe(user?.id)
          if (user?.id === id) await assertConserved({ [id]: 2 })
          else expect(await storage.getUser(id)).toBeNull()
        }
        expect(at.log.errors).toEqual([])
      },
      racesTimeout,
    )
  })
}
