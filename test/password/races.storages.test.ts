import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../src/index.ts'
import type { sql } from '../../src/storage/sql.ts'
import { idp, plain } from '../attacks/stage.ts'
import { secret } from '../setup.ts'
import { unique } from '../storage/people.ts'
import { isInstalled, ofThisSuite, sharedServers } from '../storage/servers.ts'
import { type Opened, storages } from '../storage/storages.ts'
import {
  base,
  flowOf,
  forget,
  goodPassword,
  otherPassword,
  type PasswordHouse,
  passwordHouse,
  post,
  signedUp,
  signIn,
  signUp,
  userOf,
} from './house.ts'

/** One storage of each kind; those that are opened in several ways are raced in one. */
const raced = [
  ...['memory', 'SQLite in a file', 'D1', 'PostgreSQL', 'PostgreSQL behind PgBouncer', 'MariaDB'],
  ...['Redis alone', 'Redis in front of SQLite'],
  'Redis as a cluster, through node-redis’ own client',
]
const shared = sharedServers()

/** An application on a storage, and an address that no other story uses. */
async function house(storage: Required<Storage>): Promise<PasswordHouse & { email: string }> {
  const email = `${unique()}@people.test`
  const config = {
    storage,
    limits: false as const,
    session: { strategy: 'database' as const },
    // Redis forgets by its own clock what has expired, so this story plays about now.
    runtime: { now: Date.now },
  }
  const linking = { ...idp, allowDangerousEmailAccountLinking: true }
  return { ...(await passwordHouse({}, config, [plain, linking])), email }
}

/** So many browsers. */
const browsers = ({ open }: Pick<PasswordHouse, 'open'>, count: number) =>
  Array.from({ length: count }, open)

/** The passwords of a list that sign somebody in. */
async function working({ open, email }: Awaited<ReturnType<typeof house>>, passwords: string[]) {
  const found: string[] = []
  for (const password of passwords) {
    const browser = open()
    await signIn(browser, password, email)
    if (await browser.session()) found.push(password)
  }
  return found
}

for (const { name, server: needed, open } of storages.filter((each) => raced.includes(each.name))) {
  const place = needed ?? name
  if (!ofThisSuite(place)) continue
  describe.skipIf(!isInstalled(place))(`passwords on ${name}`, () => {
    let opened: Opened | undefined
    let storage: Required<Storage>
    beforeAll(async () => {
      const server = needed && (await shared(needed))
      opened = await open({ secrets: [secret], now: Date.now }, server)
      storage = opened.storage as Required<Storage>
      if ('migrate' in storage) await (storage as ReturnType<typeof sql>).migrate()
    })
    afterAll(async () => {
      await storage?.close?.()
      await opened?.close?.()
    })

    test('ten sign-ups of one address that are proven at once make one user with one password', async () => {
      const at = await house(storage)
      const passwords = Array.from({ length: 10 }, (_, index) => `${goodPassword} ${index}`)
      const pending: { flow: string; code: string; browser: PasswordHouse['browser'] }[] = []
      for (const password of passwords) {
        const browser = at.open()
        const flow = flowOf(await signUp(browser, { email: at.email, password }))
        pending.push({ browser, flow, code: (await at.mail()).code })
      }
      await Promise.all(pending.map(({ browser, flow, code }) => post(browser, { flow, code })))
      const user = await userOf(at, at.email)
      expect(user?.emailVerified).toBeInstanceOf(Date)
      expect(await working(at, passwords)).toHaveLength(1)
      const { items } = await storage.listItems({ userId: user?.id ?? '', kind: 'password/hash' })
      expect(items).toHaveLength(1)
      expect(at.log.errors).toEqual([])
    })

    test('fifty resets with one link at once end in exactly one', async () => {
      const at = await house(storage)
      const id = await signedUp(at, at.browser, { email: at.email })
      const { link } = await forget(at, at.open(), at.email)
      const passwords = Array.from({ length: 50 }, (_, index) => `${otherPassword} ${index}`)
      const all = browsers(at, 50)
      const answers = await Promise.all(
        all.map((browser, index) => browser.submit(link, { password: passwords[index] ?? '' })),
      )
      const sessions = await Promise.all(all.map((browser) => browser.session()))
      expect(sessions.filter(Boolean)).toHaveLength(1)
      expect(
        answers.filter(({ headers }) => !headers.get('location')?.includes('error=')),
      ).toHaveLength(1)
      const winner = sessions.findIndex(Boolean)
      expect(sessions[winner]?.user.id).toBe(id)
      expect(await working(at, [goodPassword, passwords[winner] ?? ''])).toEqual([
        passwords[winner],
      ])
      expect(await at.browser.session()).toBeNull()
      expect(at.log.errors).toEqual([])
    }, 240_000)

    test('two links at once end in one password, and neither link works again', async () => {
      const at = await house(storage)
      await signedUp(at, at.browser, { email: at.email })
      const one = await forget(at, at.open(), at.email)
      const two = await forget(at, at.open(), at.email)
      const passwords = [otherPassword, `${otherPassword} too`]
      await Promise.all([
        at.open().submit(one.link, { password: passwords[0] ?? '' }),
        at.open().submit(two.link, { password: passwords[1] ?? '' }),
      ])
      expect(await working(at, [goodPassword, ...passwords])).toHaveLength(1)
      for (const { link } of [one, two]) {
        const browser = at.open()
        await browser.submit(link, { password: 'one more password to try' })
        expect(await browser.session()).toBeNull()
      }
    })

    test('sign-ins with the old password while it is changed end with it, or come too late', async () => {
      const at = await house(storage)
      const id = await signedUp(at, at.browser, { email: at.email })
      const others = browsers(at, 8)
      const change = { current: goodPassword, password: otherPassword }
      const [changed] = await Promise.all([
        at.browser.submit(`${base}/password`, change),
        ...others.map((browser) => signIn(browser, goodPassword, at.email)),
      ])
      expect(changed?.headers.get('location')).toBe(`${base}/account`)
      for (const browser of others) expect(await browser.session()).toBeNull()
      expect((await at.browser.session())?.user.id).toBe(id)
      expect(await storage.listSessions(id)).toHaveLength(1)
      expect(at.log.errors).toEqual([])
    })

    test('two changes at once: one of them counts, and one session is left', async () => {
      const at = await house(storage)
      const id = await signedUp(at, at.browser, { email: at.email })
      const other = at.open()
      await signIn(other, goodPassword, at.email)
      const passwords = [otherPassword, `${otherPassword} too`]
      await Promise.all(
        [at.browser, other].map((browser, index) =>
          browser.submit(`${base}/password`, {
            current: goodPassword,
            password: passwords[index] ?? '',
          }),
        ),
      )
      expect(await working(at, [goodPassword])).toEqual([])
      expect(await working(at, passwords)).toHaveLength(1)
      const left = [await at.browser.session(), await other.session()].filter(Boolean)
      expect(left).toHaveLength(1)
      expect(left[0]?.user.id).toBe(id)
    })

    test('a takeover and a sign-up of the owner at once leave nothing of the earlier claimant', async () => {
      const at = await house(storage)
      const claimant = await storage.createUser({
        id: unique(),
        email: at.email,
        emailVerified: new Date(),
      })
      await at.auth.passwords.set({ userId: claimant.id }, otherPassword)
      const { link } = await forget(at, at.open(), at.email)
      await storage.updateUser({ id: claimant.id, emailVerified: null })
      const thief = at.open()
      await signIn(thief, otherPassword, at.email)
      expect((await thief.session())?.user.id).toBe(claimant.id)
      const flow = flowOf(await signUp(at.browser, { email: at.email }))
      const { code } = await at.mail()
      await Promise.all([
        post(at.browser, { flow, code }),
        at.open().submit(link, { password: 'one more password to try' }),
        thief.submit(`${base}/password`, {
          current: otherPassword,
          password: `${otherPassword} too`,
        }),
      ])
      expect(await thief.session()).toBeNull()
      expect(await working(at, [otherPassword, `${otherPassword} too`])).toEqual([])
      expect((await userOf(at, at.email))?.emailVerified).toBeInstanceOf(Date)
    })

    test('one username is given once, however many ask for it at once', async () => {
      const config = { storage, limits: false as const, runtime: { now: Date.now } }
      const at = await passwordHouse({ identifier: 'username' }, config)
      const username = `ada-${unique().slice(0, 12)}`
      const all = browsers(at, 10)
      await Promise.all(
        all.map((browser, index) =>
          post(browser, { action: 'signUp', username, password: `${goodPassword} ${index}` }),
        ),
      )
      const sessions = await Promise.all(all.map((browser) => browser.session()))
      expect(sessions.filter(Boolean)).toHaveLength(1)
    })
  })
}
