import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Gate } from '../../src/parts/gate.ts'
import Guest from '../../src/providers/guest.ts'
import { memory } from '../../src/storage/memory.ts'
import { sql } from '../../src/storage/sql.ts'
import type { SqlConnection } from '../../src/types/storage.ts'
import { errorOf } from '../attacks/stage.ts'
import { signIn as signInWithPasskey, signUp as signUpWithPasskey } from '../methods/ceremonies.ts'
import { origin, secret, setup } from '../setup.ts'
import { base, beginAsGuest, guestHouse, isMarked } from './house.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guests.md'), 'utf8')
const statementOfTheGuide = /query\('(.+)', \[to\.id, from\.id\]\)/.exec(guide)?.[1] ?? ''

describe('a guest', () => {
  test('is a user with a session that says so, and has no way in', async () => {
    const { auth, browser, heard, log, storage } = await guestHouse()
    const arrived = await browser.submit(`${base}/callback/guest`, { callbackUrl: '/draft' })
    expect(arrived.headers.get('location')).toBe(`${origin}/draft`)
    const session = await browser.session()
    const id = session?.user.id ?? ''
    expect(session).toMatchObject({
      user: { name: null, email: null, guest: true },
      amr: ['guest'],
    })
    expect((await auth.session(browser))?.user.guest).toBe(true)
    expect(await isMarked(storage, id)).toBe(true)
    expect(log.warnings).toEqual([])
    expect(heard).toContainEqual(['createUser', id])
    const refused = { action: 'disconnect', provider: 'guest' }
    expect(errorOf(await browser.submit(`${base}/account`, refused))).toBe('LastMethod')
    expect(log.errors).toEqual([])
  })

  test('stays who they are if they begin again, and so does whoever is signed in', async () => {
    const { browser, open } = await guestHouse()
    const id = await beginAsGuest(browser)
    await browser.submit(`${base}/callback/guest`)
    expect((await browser.session())?.user.id).toBe(id)
    const other = open()
    await other.signIn('plain', { as: 'ada' })
    const { user } = (await other.session()) ?? {}
    await other.submit(`${base}/callback/guest`)
    expect((await other.session())?.user).toEqual(user)
  })

  test('is made by no visit and by no page of another site', async () => {
    const { browser, open } = await guestHouse()
    await browser.visit(`${base}/callback/guest`)
    expect(await browser.session()).toBeNull()
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const other = open()
    expect((await other.submit(`${base}/callback/guest`, {}, headers)).status).toBe(403)
    expect(await other.session()).toBeNull()
  })

  test('begins by the client’s call', async () => {
    const { browser } = await guestHouse()
    const answer = await browser.submit(
      `${base}/signin/guest`,
      { callbackUrl: '/draft' },
      {
        accept: 'application/json',
      },
    )
    expect(await answer.json()).toEqual({ url: `${origin}/draft` })
    expect((await browser.session())?.user.guest).toBe(true)
  })

  test('passes the limits and then the gate', async () => {
    const asked: string[] = []
    const gate = Gate(({ action }) => {
      asked.push(action)
      return asked.length === 1
    })
    const limits = { guest: { perAccount: 1, perClient: 2, seconds: 60 } }
    const { open } = await guestHouse({}, { parts: [gate], limits })
    const answers = []
    for (let each = 0; each < 21; each++)
      answers.push(errorOf(await open().submit(`${base}/callback/guest`)))
    // Clients whose address is unknown are counted together, with ten times the room.
    expect(answers.slice(0, 2)).toEqual([null, 'AccessDenied'])
    expect(answers.at(-1)).toBe('RateLimited')
    expect(asked).toHaveLength(20)
    expect(new Set(asked)).toEqual(new Set(['guest']))
  })

  test('is told on the sign-in page and on the account page that signing in keeps their work', async () => {
    const { browser, open } = await guestHouse()
    const stranger = await (await open().visit(`${base}/signin`)).text()
    expect(stranger).toContain('Continue as a guest')
    expect(stranger).not.toContain('You are here as a guest')
    await beginAsGuest(browser)
    const page = await (await browser.visit(`${base}/signin`)).text()
    expect(page).toContain('You are here as a guest')
    expect(page).not.toContain('Last used')
    const account = await (await browser.visit(`${base}/account`)).text()
    expect(account).toContain('Sign in to keep your work')
    await browser.signIn('plain', { as: 'ada' })
    const after = await (await browser.visit(`${base}/account`)).text()
    expect(after).not.toContain('as a guest')
  })
})

describe('a sign-in takes the place of the guest: the id stays, the session is new,', () => {
  test.each(['plain', 'idp'])('by a platform (%s)', async (provider) => {
    const { auth, browser, heard, storage, log } = await guestHouse()
    const id = await beginAsGuest(browser)
    const before = await storage.getUser(id)
    const planted = browser.clone()
    await browser.signIn(provider, { as: 'ada' })
    const session = await browser.session()
    expect(session?.user).toMatchObject({ id, name: 'Ada', email: 'ada@people.test' })
    expect(session?.user).not.toHaveProperty('guest')
    expect(await planted.session()).toBeNull()
    const after = await storage.getUser(id)
    expect(after?.sessionGeneration).toBeTruthy()
    expect(after?.sessionGeneration).not.toBe(before?.sessionGeneration)
    expect((await storage.listAccounts(id)).map((each) => each.provider)).toEqual([provider])
    expect(await isMarked(storage, id)).toBe(false)
    expect(heard.filter(([event]) => event === 'createUser')).toHaveLength(1)
    expect(heard).toContainEqual(['promoteGuest', id])
    const lines = (await auth.users.audit({ userId: id })).map(({ event }) => event)
    expect(lines).toContain('promoteGuest')
    expect(log.errors).toEqual([])
  })

  test('by a link or code in a mail', async () => {
    const { browser, mails, storage } = await guestHouse()
    const id = await beginAsGuest(browser)
    await browser.submit(`${base}/signin/email`, { email: 'ada@people.test' })
    await expect.poll(() => mails.length).toBe(1)
    await browser.submit(mails[0]?.link ?? '')
    expect((await browser.session())?.user).toMatchObject({ id, email: 'ada@people.test' })
    expect((await storage.getUser(id))?.emailVerified).toBeInstanceOf(Date)
    expect(await isMarked(storage, id)).toBe(false)
  })

  test('by a new password', async () => {
    const { browser, mails, open } = await guestHouse()
    const id = await beginAsGuest(browser)
    const form = { action: 'signUp', email: 'ada@people.test', password: 'seven old boats at noon' }
    const asked = await browser.submit(`${base}/callback/password`, form)
    const flow = new URL(asked.headers.get('location') ?? '').searchParams.get('flow') ?? ''
    await expect.poll(() => mails.length).toBe(1)
    await browser.submit(`${base}/callback/password`, { flow, code: mails[0]?.code ?? '' })
    expect((await browser.session())?.user.id).toBe(id)
    const elsewhere = open()
    const { email, password } = form
    await elsewhere.submit(`${base}/callback/password`, { email, password })
    expect((await elsewhere.session())?.user.id).toBe(id)
  })

  test('by a first password on the account page', async () => {
    const { browser, mails } = await guestHouse()
    const id = await beginAsGuest(browser)
    const form = { email: 'ada@people.test', password: 'seven old boats at noon' }
    const asked = await browser.submit(`${base}/password`, form)
    const flow = new URL(asked.headers.get('location') ?? '').searchParams.get('flow') ?? ''
    await expect.poll(() => mails.length).toBe(1)
    const done = await browser.submit(`${base}/callback/password`, {
      flow,
      code: mails[0]?.code ?? '',
    })
    expect(errorOf(done)).toBeNull()
    expect((await browser.session())?.user).toMatchObject({ id, email: 'ada@people.test' })
    expect((await browser.session())?.user.guest).toBeUndefined()
  })

  test('by a passkey', async () => {
    const { browser, open } = await guestHouse()
    const id = await beginAsGuest(browser)
    const key = await signUpWithPasskey(browser)
    expect((await browser.session())?.user).toMatchObject({ id })
    expect((await browser.session())?.user.guest).toBeUndefined()
    const elsewhere = open()
    await signInWithPasskey(elsewhere, key)
    expect((await elsewhere.session())?.user.id).toBe(id)
  })

  test('by connecting an account, which is no less than a sign-in', async () => {
    const { browser } = await guestHouse()
    const id = await beginAsGuest(browser)
    const planted = browser.clone()
    await browser.signIn('plain', { as: 'ada', link: true })
    expect((await browser.session())?.user).toMatchObject({ id, name: 'Ada' })
    expect((await browser.session())?.user.guest).toBeUndefined()
    expect(await planted.session()).toBeNull()
  })
})

describe('a guest who signs in to an account that somebody has', () => {
  test('gives way to its user: merge hears of both, and the guest is gone', async () => {
    const merged: [string, string][] = []
    const at = await guestHouse({ merge: ({ from, to }) => void merged.push([from.id, to.id]) })
    await at.browser.signIn('plain', { as: 'ada' })
    const owner = (await at.browser.session())?.user.id ?? ''
    const other = at.open()
    const id = await beginAsGuest(other)
    const planted = other.clone()
    await other.signIn('plain', { as: 'ada' })
    expect((await other.session())?.user.id).toBe(owner)
    expect(merged).toEqual([[id, owner]])
    expect(await at.storage.getUser(id)).toBeNull()
    expect(await isMarked(at.storage, id)).toBe(false)
    expect(await planted.session()).toBeNull()
    expect(at.heard).toContainEqual(['mergeGuest', owner])
    const lines = await at.auth.users.audit({ userId: owner })
    expect(lines).toContainEqual(
      expect.objectContaining({ event: 'mergeGuest', detail: { from: id } }),
    )
  })

  test('gives way to the user of a proven address as well', async () => {
    const { browser, open, mails, storage } = await guestHouse()
    await browser.submit(`${base}/signin/email`, { email: 'ada@people.test' })
    await expect.poll(() => mails.length).toBe(1)
    await browser.submit(mails[0]?.link ?? '')
    const owner = (await browser.session())?.user.id
    const other = open()
    const id = await beginAsGuest(other)
    await other.signIn('plain', { as: 'ada' })
    expect((await other.session())?.user.id).toBe(owner)
    expect(await storage.getUser(id)).toBeNull()
  })

  test.each([
    ['as the guide shows it', statementOfTheGuide, undefined],
    [
      'unless the statement is for another database, which the log says',
      'update drafts set owner = $1 where owner = $2',
      'A value of `connection.query()` is written ? on this database',
    ],
  ])('takes a draft along, %s', async (_, statement, hint) => {
    const own = sql(':memory:', { secrets: [secret] })
    await own.migrate()
    const inSql = (text: string, values?: string[]) =>
      own.transaction((inside) =>
        (inside as unknown as { connection: SqlConnection }).connection.query(text, values),
      )
    await inSql('create table drafts (owner text)')
    const at = await guestHouse(
      {
        merge: async ({ from, to, connection }) =>
          void (await connection?.query(statement, [to.id, from.id])),
      },
      { storage: own },
    )
    await at.browser.signIn('plain', { as: 'ada' })
    const owner = (await at.browser.session())?.user.id
    const browser = at.open()
    const guest = await beginAsGuest(browser)
    await inSql('insert into drafts values (?)', [guest])
    await browser.signIn('plain', { as: 'ada' })
    expect(await inSql('select owner from drafts')).toEqual([{ owner: hint ? guest : owner }])
    expect(at.log.errors.map((error) => error.hint)).toEqual(
      hint ? [expect.stringContaining(hint)] : [],
    )
  })

  test('stays a guest if merge refuses, and nobody is signed in', async () => {
    const refuse = () => {
      throw new Error('the cart is locked')
    }
    const at = await guestHouse({ merge: refuse })
    await at.browser.signIn('plain', { as: 'ada' })
    const other = at.open()
    const id = await beginAsGuest(other)
    const answer = await other.signIn('plain', { as: 'ada' })
    expect(errorOf(answer)).toBe('Internal')
    expect((await other.session())?.user).toMatchObject({ id, guest: true })
  })

  test('stays a guest if the sign-in is refused', async () => {
    const { browser } = await guestHouse(
      {},
      { callbacks: { signIn: ({ account }) => account.provider === 'guest' } },
    )
    const id = await beginAsGuest(browser)
    expect(errorOf(await browser.signIn('plain', { as: 'ada' }))).toBe('AccessDenied')
    expect((await browser.session())?.user).toMatchObject({ id, guest: true })
  })
})

describe('the sweep', () => {
  test('deletes guests whose last session has ended, and nobody else', async () => {
    const { auth, browser, open, storage, world, heard } = await guestHouse()
    const abandoned = await beginAsGuest(browser)
    const left = open()
    const leaver = await beginAsGuest(left)
    await left.signOut()
    const promoted = open()
    const kept = await beginAsGuest(promoted)
    await promoted.signIn('plain', { as: 'ada' })
    expect(await auth.guests.sweep()).toBe(1)
    expect(await storage.getUser(leaver)).toBeNull()
    world.clock.advance('31d')
    expect(await auth.guests.sweep()).toBe(1)
    const visitor = open()
    const present = await beginAsGuest(visitor)
    expect(await auth.guests.sweep()).toBe(0)
    expect(await storage.getUser(abandoned)).toBeNull()
    expect(await storage.getUser(kept)).not.toBeNull()
    expect((await visitor.session())?.user.id).toBe(present)
    expect(heard.filter(([event]) => event === 'deleteUser')).toEqual([
      ['deleteUser', leaver],
      ['deleteUser', abandoned],
    ])
  })

  test('goes on behind a guest whom the database keeps, and says why', async () => {
    const own = sql(':memory:', { secrets: [secret] })
    await own.migrate()
    const { auth, storage, log, open } = await guestHouse({}, { storage: own })
    const leavers: string[] = []
    for (const browser of [open(), open(), open()]) {
      leavers.push(await beginAsGuest(browser))
      await browser.signOut()
    }
    // The sweep comes by in the order of their ids.
    const [first = '', ...others] = leavers.sort()
    await storage.transaction(async (inside) => {
      const { connection } = inside as unknown as { connection: SqlConnection }
      await connection.query('create table orders (owner text not null references users (id))')
      await connection.query('insert into orders (owner) values (?)', [first])
    })
    expect(await auth.guests.sweep()).toBe(2)
    for (const id of others) expect(await storage.getUser(id)).toBeNull()
    expect(await storage.getUser(first)).not.toBeNull()
    const told = `The guest ${first} cannot be deleted`
    expect(log.errors.map(({ message }) => message)).toEqual([told])
    expect(log.errors[0]?.cause).toMatchObject({ code: 'StorageConflict' })
  })

  test('follows a sign-in by itself', async () => {
    const { browser, open, storage, world } = await guestHouse()
    const leaver = await beginAsGuest(browser)
    await browser.signOut()
    world.clock.advance('11m')
    await open().signIn('plain', { as: 'ada' })
    await expect.poll(async () => storage.getUser(leaver)).toBeNull()
  })

  test('tells nothing of whoever signed in before it', async () => {
    const requests: unknown[] = []
    const deleteUser = (about: { request?: Request }) => void requests.push(about.request)
    const { browser, open, storage, world } = await guestHouse(
      {},
      { events: { deleteUser }, clientIp: () => '203.0.113.9' },
    )
    const leaver = await beginAsGuest(browser)
    await browser.signOut()
    world.clock.advance('11m')
    await open().signIn('plain', { as: 'ada' })
    const line = async () =>
      (await storage.listAudit(leaver)).find(({ event }) => event === 'deleteUser')
    await expect.poll(line).toBeDefined()
    const { at: _, ...told } = (await line()) ?? {}
    expect(told).toEqual({ event: 'deleteUser', userId: leaver, detail: { guest: true } })
    expect(requests).toEqual([undefined])
  })

  test('leaves a guest alone to whom the application gave a way in', async () => {
    const { auth, browser, storage } = await guestHouse()
    const id = await beginAsGuest(browser)
    await storage.linkAccount({
      userId: id,
      provider: 'plain',
      providerAccountId: 'p-ada',
      type: 'oauth',
    })
    await browser.signOut()
    expect(await auth.guests.sweep()).toBe(0)
    expect(await storage.getUser(id)).not.toBeNull()
    expect(await isMarked(storage, id)).toBe(false)
  })
})

describe('the configuration', () => {
  test('refuses guests without a storage, and with sessions in cookies', async () => {
    const without = await setup({ providers: [Guest] })
    await without.browser.visit(`${base}/signin`)
    expect(String(without.log.errors[0]?.message)).toContain('needs a storage')
    const session = { strategy: 'cookie' as const }
    const cookies = await setup({ providers: [Guest], storage: memory(), session })
    await cookies.browser.visit(`${base}/signin`)
    expect(String(cookies.log.errors[0]?.message)).toContain('sessions in the storage')
  })
})
