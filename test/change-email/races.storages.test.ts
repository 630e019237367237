import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../src/index.ts'
import type { sql } from '../../src/storage/sql.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { secret } from '../setup.ts'
import { unique } from '../storage/people.ts'
import { racesTimeout, roundsOf } from '../storage/rounds.ts'
import { isInstalled, ofThisSuite, sharedServers } from '../storage/servers.ts'
import { type Opened, storages } from '../storage/storages.ts'
import { ask, base, type EmailHouse, emailHouse, password, prove, tokenOf } from './house.ts'

/** One storage of each kind, and how often each story is raced on it; `RACES=200` says it for all. */
const raced = new Map([
  ['memory', 8],
  ['SQLite in a file', 6],
  ['D1', 3],
  ['PostgreSQL', 8],
  ['PostgreSQL behind PgBouncer', 3],
  ['MariaDB', 8],
  ['Redis alone', 8],
  ['Redis in front of SQLite', 5],
])
const shared = sharedServers()
const newPassword = 'nine green lamps in fog'

for (const { name, server: needed, open } of storages.filter((each) => raced.has(each.name))) {
  const place = needed ?? name
  if (!ofThisSuite(place)) continue
  const rounds = roundsOf(raced.get(name) ?? 0)
  describe.skipIf(!isInstalled(place))(`new addresses on ${name}`, () => {
    let opened: Opened | undefined
    let storage: Required<Storage>
    let at: EmailHouse
    beforeAll(async () => {
      const server = needed && (await shared(needed))
      opened = await open({ secrets: [secret], now: Date.now }, server)
      storage = opened.storage as Required<Storage>
      if ('migrate' in storage) await (storage as ReturnType<typeof sql>).migrate()
      // Redis forgets by its own clock what has expired, so this story plays about now.
      at = await emailHouse({ storage, runtime: { now: Date.now } })
    }, 120_000)
    afterAll(async () => {
      await storage?.close?.()
      await opened?.close?.()
    })

    /** Somebody who has typed a new address, and whose mail is here. */
    async function asking(next: string) {
      const browser = at.open()
      const old = `${unique()}@old.test`
      const id = await at.enter(old, browser)
      const before = at.mails.filter(({ to }) => to === next).length
      await ask(browser, next)
      return { id, old, browser, ...(await at.letter(next, before)) }
    }

    /** Whether an address and a password sign somebody in. */
    async function signsIn(email: string, typed: string): Promise<boolean> {
      const browser: TestBrowser = at.open()
      await browser.submit(`${base}/callback/password`, { email, password: typed })
      return (await browser.session()) !== null
    }

    test(
      'a change and a reset at once: one of them happens, and nobody is locked out',
      async () => {
        for (const _ of rounds) {
          const next = `${unique()}@new.test`
          const { id, old, browser, code } = await asking(next)
          await at.auth.passwords.set(browser.headers, password)
          await at.open().submit(`${base}/callback/password`, { action: 'forgot', email: old })
          const { link } = await at.letter(old, 1)
          await Promise.all([
            prove(browser, { code }),
            at.open().submit(link, { password: newPassword }),
          ])
          const { email } = (await storage.getUser(id)) ?? {}
          const isChanged = email === next
          expect([old, next]).toContain(email)
          expect(await signsIn(email ?? '', isChanged ? password : newPassword)).toBe(true)
          expect(await signsIn(email ?? '', isChanged ? newPassword : password)).toBe(false)
          expect(await signsIn(isChanged ? old : next, password)).toBe(false)
        }
        expect(at.log.errors).toEqual([])
      },
      racesTimeout,
    )

    test(
      'a code and a link at once change the address once',
      async () => {
        for (const _ of rounds) {
          const next = `${unique()}@new.test`
          const { id, browser, code, link } = await asking(next)
          await Promise.all([
            prove(browser, { code }),
            prove(browser, { token: tokenOf(link) }),
            prove(browser, { code }),
          ])
          expect((await storage.getUser(id))?.email).toBe(next)
          const { items } = await storage.listItems({ userId: id, kind: 'change-email/change' })
          expect(items).toHaveLength(1)
        }
        expect(at.log.errors).toEqual([])
      },
      racesTimeout,
    )

    test(
      'two users who prove one address at once: one has it, the other keeps their own',
      async () => {
        for (const _ of rounds) {
          const next = `${unique()}@new.test`
          const both = [await asking(next), await asking(next)]
          await Promise.all(both.map(({ browser, code }) => prove(browser, { code })))
          const emails = await Promise.all(
            both.map(async ({ id }) => (await storage.getUser(id))?.email),
          )
          expect(emails.filter((email) => email === next)).toHaveLength(1)
          for (const [index, { old }] of both.entries())
            expect([old, next]).toContain(emails[index])
        }
        expect(at.log.errors).toEqual([])
      },
      racesTimeout,
    )

    test(
      'taking an address back while it is changed again ends with the old one',
      async () => {
        for (const _ of rounds) {
          const next = `${unique()}@new.test`
          const { id, old, browser, code } = await asking(next)
          await prove(browser, { code })
          const back = tokenOf((await at.letter(old, 1)).link)
          const third = `${unique()}@third.test`
          await ask(browser, third)
          const again = await at.letter(third)
          await Promise.all([
            at.open().submit(`${base}/restore-email`, { token: back }),
            prove(browser, { code: again.code }),
          ])
          expect((await storage.getUser(id))?.email).toBe(old)
          expect(await browser.session()).toBeNull()
        }
        expect(at.log.errors).toEqual([])
      },
      racesTimeout,
    )
  })
}
