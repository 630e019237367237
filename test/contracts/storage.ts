import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requireOperation } from '../../src/services/require-storage.ts'
import type { Storage, StoredAccount, StoredUser } from '../../src/types/storage.ts'
import {
  many,
  newAccount,
  newPasskey,
  newSession,
  newUser,
  present,
  signIn,
  unique,
} from '../storage/people.ts'
import { locksContract } from './locks.ts'
import { keysContract, textContract } from './text.ts'

/** A storage under test, with a clock that the test can move. */
export interface Subject {
  storage: Storage
  advance(milliseconds: number): void
  close(): Promise<unknown>
}

/** What a storage does not promise. Everything that is not listed is demanded. */
export interface Exceptions {
  /** Methods that it lacks; `demand` must refuse them. */
  refuses?: readonly (keyof Storage)[]
  /** It lets a session token be used twice; ours are random, so it does not matter. */
  repeatsTokens?: true
  /** It returns the fields it knows and drops the others. */
  noExtra?: true
  /** It keeps sessions and accounts of users who do not exist. */
  noOwners?: true
  /** It joins the parts of a key with a colon, and takes other separators for one. */
  joinsKeys?: true
  /** It judges leases by the clock that the test moves, because no other server can hold one. */
  ownClock?: true
}

/** Everything a storage must do, told once for all of them. */
export function storageContract(
  name: string,
  setup: () => Promise<Subject>,
  exceptions: Exceptions = {},
): void {
  describe(name, () => {
    let subject: Subject
    const use = () => present(subject.storage)
    beforeAll(async () => {
      subject = await setup()
    })
    afterAll(() => subject?.close())

    const can: Can = (...methods) =>
      methods.some((method) => exceptions.refuses?.includes(method)) ? untold : test
    const promises: Promises = (...exempt) =>
      exempt.some((exception) => exceptions[exception]) ? untold : test
    const person = (more: Partial<StoredUser> = {}): Promise<StoredUser> =>
      Promise.resolve(use().createUser(newUser(more)))

    usersContract(use, person, promises)
    accountsContract(use, person, can, promises)
    sessionsContract(use, person, can, promises)
    onceContract(use, can, (by) => subject.advance(by))
    passkeysContract(use, person, can)
    transactionsContract(use, can)
    textContract(use, person, can)
    keysContract(use, person, promises)
    locksContract(use, person, can, {
      advance: (by) => subject.advance(by),
      ownClock: exceptions.ownClock === true,
    })
    refusalsContract(() => subject.storage, exceptions.refuses ?? [])
  })
}

/** The storage under test. */
export type Use = () => Required<Storage>
/** Creates somebody. */
export type Person = (more?: Partial<StoredUser>) => Promise<StoredUser>
type Tell = (story: string, tell: () => Promise<void>) => void
/** A test for storages that have these methods. */
export type Can = (...methods: (keyof Storage)[]) => Tell
/** A test for storages that need none of these exceptions. */
export type Promises = (...exempt: (keyof Exceptions)[]) => Tell

/** What is not promised is no test, rather than one that is skipped. */
const untold: Tell = () => {}

function usersContract(use: Use, person: Person, promises: Promises): void {
  test('a user is found by id and by e-mail address, with every field', async () => {
    const verified = new Date('2026-02-03T04:05:06.789Z')
    const ada = await person({
      name: 'Ada',
      image: 'https://a.test/a.png',
      emailVerified: verified,
    })
    const expected = { name: 'Ada', image: 'https://a.test/a.png', emailVerified: verified }
    expect(await use().getUser(ada.id)).toMatchObject({ ...expected, id: ada.id, email: ada.email })
    expect(await use().getUserByEmail(ada.email ?? '')).toMatchObject({ ...expected, id: ada.id })
    expect(typeof ada.id).toBe('string')
  })

  test('nobody is found where nobody is', async () => {
    expect(await use().getUser(crypto.randomUUID())).toBeNull()
    expect(await use().getUserByEmail('nobody@portico.test')).toBeNull()
    const nowhere = { provider: 'platform', providerAccountId: unique() }
    expect(await use().getUserByAccount(nowhere)).toBeNull()
  })

  test('two people without an e-mail address are two people', async () => {
    const one = await person({ email: null, name: 'One' })
    const two = await person({ email: null, name: 'Two' })
    expect(await use().getUser(one.id)).toMatchObject({ name: 'One', email: null })
    expect(await use().getUser(two.id)).toMatchObject({ name: 'Two', email: null })
  })

  test('a second user with the same e-mail address is a conflict', async () => {
    const ada = await person()
    await expect(person({ email: ada.email ?? null })).rejects.toMatchObject({
      code: 'StorageConflict',
    })
    const bob = await person()
    const changed = use().updateUser({ id: bob.id, email: ada.email ?? null })
    await expect(changed).rejects.toMatchObject({ code: 'StorageConflict' })
    expect((await use().getUserByEmail(ada.email ?? ''))?.id).toBe(ada.id)
    expect(await use().getUser(bob.id)).toMatchObject({ email: bob.email })
  })

  test('an update changes what it names and leaves the rest', async () => {
    const ada = await person({ name: 'Ada' })
    const verified = new Date('2026-01-01T00:00:00.000Z')
    const updated = await use().updateUser({ id: ada.id, emailVerified: verified })
    expect(updated).toMatchObject({ id: ada.id, name: 'Ada', emailVerified: verified })
    expect(await use().getUser(ada.id)).toMatchObject({ name: 'Ada', emailVerified: verified })
  })

  promises('noOwners')('an update of a user who is gone is a conflict', async () => {
    const gone = use().updateUser({ id: crypto.randomUUID(), name: 'Nobody' })
    await expect(gone).rejects.toMatchObject({ code: 'StorageConflict' })
  })

  promises('noExtra')('fields of the application are kept', async () => {
    const ada = await use().createUser({ ...newUser(), ...{ role: 'admin', points: { new: 3 } } })
    expect(await use().getUser(ada.id)).toMatchObject({ role: 'admin', points: { new: 3 } })
    await use().updateUser({ id: ada.id, ...{ role: 'member' } })
    expect(await use().getUser(ada.id)).toMatchObject({ role: 'member', points: { new: 3 } })
    // Names that a storage could use for itself mean nothing here.
    const odd = { notes: { $date: 5, $$date: [{ $date: 'x' }], $type: 'date' } }
    await use().updateUser({ id: ada.id, ...odd })
    expect(await use().getUser(ada.id)).toMatchObject(odd)
  })

  test('deleting a user deletes accounts and sessions, of nobody else', async () => {
    const [ada, bob] = [await person(), await person()]
    const [hers, his] = [newAccount(ada.id), newAccount(bob.id)]
    const [herSession, hisSession] = [newSession(ada.id), newSession(bob.id)]
    for (const account of [hers, his]) await use().linkAccount(account)
    for (const session of [herSession, hisSession]) await use().createSession(session)
    await use().deleteUser(ada.id)
    expect(await use().getUser(ada.id)).toBeNull()
    expect(await use().getUserByEmail(ada.email ?? '')).toBeNull()
    expect(await use().getUserByAccount(hers)).toBeNull()
    expect(await use().getSessionAndUser(herSession.sessionToken)).toBeNull()
    expect((await use().getUserByAccount(his))?.id).toBe(bob.id)
    expect((await use().getSessionAndUser(hisSession.sessionToken))?.user.id).toBe(bob.id)
  })
}

function accountsContract(use: Use, person: Person, can: Can, promises: Promises): void {
  test('a person is found by the account of a platform, and not after it is unlinked', async () => {
    const ada = await person()
    const account = newAccount(ada.id)
    await use().linkAccount(account)
    const { provider, providerAccountId } = account
    expect((await use().getUserByAccount({ providerAccountId, provider }))?.id).toBe(ada.id)
    const other = { provider: 'another', providerAccountId }
    expect(await use().getUserByAccount(other)).toBeNull()
    await use().unlinkAccount({ provider, providerAccountId })
    expect(await use().getUserByAccount({ provider, providerAccountId })).toBeNull()
    expect(await use().getUser(ada.id)).not.toBeNull()
  })

  test('an account belongs to one user only', async () => {
    const [ada, bob] = [await person(), await person()]
    const account = newAccount(ada.id)
    await use().linkAccount(account)
    const stolen = use().linkAccount({ ...account, userId: bob.id })
    await expect(stolen).rejects.toMatchObject({ code: 'StorageConflict' })
    expect((await use().getUserByAccount(account))?.id).toBe(ada.id)
  })

  test('ids of a platform differ by case and by a space at the end', async () => {
    const ada = await person()
    const account = newAccount(ada.id)
    await use().linkAccount({ ...account, providerAccountId: `${account.providerAccountId}x` })
    for (const ending of ['X', 'x ']) {
      const providerAccountId = account.providerAccountId + ending
      expect(await use().getUserByAccount({ ...account, providerAccountId })).toBeNull()
    }
  })

  promises('noOwners')('an account of nobody is a conflict', async () => {
    const orphan = use().linkAccount(newAccount(crypto.randomUUID()))
    await expect(orphan).rejects.toMatchObject({ code: 'StorageConflict' })
  })

  can('getAccount', 'listAccounts')('an account comes back with its tokens', async () => {
    const ada = await person()
    const account = { ...newAccount(ada.id), ...tokens, open_id: 'o-1', granted: ['a', 'b'] }
    await use().linkAccount(account)
    const { provider, providerAccountId } = account
    expect(await use().getAccount(providerAccountId, provider)).toMatchObject(account)
    expect(await use().listAccounts(ada.id)).toMatchObject([account])
    expect(await use().getAccount('nothing', provider)).toBeNull()
    expect(await use().listAccounts(crypto.randomUUID())).toEqual([])
  })

  can('updateAccount', 'getAccount')('new tokens replace old ones, other fields stay', async () => {
    const ada = await person()
    const account = { ...newAccount(ada.id), ...tokens, open_id: 'o-1' }
    await use().linkAccount(account)
    const { provider, providerAccountId } = account
    const key = { provider, providerAccountId }
    const fresh = { access_token: 'new', expires_at: 1_900_000_000, advertiser: 'x' }
    expect(await use().updateAccount({ ...key, ...fresh })).toBe(true)
    const found = await use().getAccount(providerAccountId, provider)
    expect(found).toMatchObject({ ...account, ...fresh })
    expect(await use().updateAccount({ ...key, providerAccountId: 'none', scope: '' })).toBe(false)
  })

  can('updateAccount', 'getAccount')('an account is changed for its owner only', async () => {
    const [ada, bob] = [await person(), await person()]
    const account = { ...newAccount(ada.id), ...tokens, open_id: 'o-1' }
    await use().linkAccount(account)
    const { provider, providerAccountId } = account
    const change = (changes: Partial<StoredAccount>) =>
      use().updateAccount({ provider, providerAccountId, ...changes })
    const read = () => use().getAccount(providerAccountId, provider)
    expect(await change({ userId: bob.id, scope: 'stolen' })).toBe(false)
    expect(await change({ userId: bob.id, advertiser: 'stolen' })).toBe(false)
    expect(await change({ userId: bob.id })).toBe(false)
    expect(await read()).toMatchObject(account)
    expect(await change({ userId: ada.id, scope: 'own', advertiser: 'own' })).toBe(true)
    expect(await change({ userId: ada.id, scope: 'own' })).toBe(true)
    expect(await change({ userId: ada.id })).toBe(true)
    expect(await read()).toMatchObject({ ...account, scope: 'own', advertiser: 'own' })
  })
}

function sessionsContract(use: Use, person: Person, can: Can, promises: Promises): void {
  test('a session leads to its user until it is deleted', async () => {
    const ada = await person({ name: 'Ada' })
    const session = newSession(ada.id)
    await use().createSession(session)
    const found = await use().getSessionAndUser(session.sessionToken)
    expect(found?.session).toMatchObject(session)
    expect(found?.user).toMatchObject({ id: ada.id, name: 'Ada', email: ada.email })
    await use().deleteSession(session.sessionToken)
    expect(await use().getSessionAndUser(session.sessionToken)).toBeNull()
  })

  test('a session that is gone is not prolonged', async () => {
    const session = newSession((await person()).id)
    await use().createSession(session)
    await use().deleteSession(session.sessionToken)
    const { sessionToken } = session
    const prolonged = use().updateSession({ sessionToken, expires: new Date('2031-01-01') })
    expect((await prolonged) ?? null).toBeNull()
    expect(await use().getSessionAndUser(sessionToken)).toBeNull()
  })

  test('a session can be prolonged', async () => {
    const session = newSession((await person()).id)
    await use().createSession(session)
    const expires = new Date('2031-01-01T00:00:00.000Z')
    await use().updateSession({ sessionToken: session.sessionToken, expires })
    const found = await use().getSessionAndUser(session.sessionToken)
    expect(found?.session).toMatchObject({ ...session, expires })
  })

  promises('noOwners')('a session for nobody is a conflict', async () => {
    const session = newSession(crypto.randomUUID())
    const created = use().createSession(session)
    await expect(created).rejects.toMatchObject({ code: 'StorageConflict' })
    expect(await use().getSessionAndUser(session.sessionToken)).toBeNull()
  })

  promises('repeatsTokens')('a session token is used once', async () => {
    const session = newSession((await person()).id)
    await use().createSession(session)
    const again = use().createSession(session)
    await expect(again).rejects.toMatchObject({ code: expect.stringMatching(/^Storage/) })
  })

  can('listSessions', 'transaction')(
    'a person has 200 sessions at the most: those that would expire first end',
    async () => {
      const [ada, bob] = [await person(), await person()]
      await use().createSession(newSession(bob.id))
      const sessions = Array.from({ length: 203 }, (_, second) => ({
        ...newSession(ada.id),
        expires: new Date(Date.UTC(2040, 0, 1, 0, 0, second)),
      }))
      for (const session of sessions.slice(0, 201)) await use().createSession(session)
      expect(await use().listSessions(ada.id)).toHaveLength(200)
      // A sign-in is a transaction.
      for (const session of sessions.slice(201)) {
        await use().transaction(async (inside) => inside.createSession?.(session))
      }
      const open = (await use().listSessions(ada.id)).map(({ sessionToken }) => sessionToken)
      expect(open.toSorted()).toEqual(
        sessions
          .slice(3)
          .map(({ sessionToken }) => sessionToken)
          .toSorted(),
      )
      expect(await use().listSessions(bob.id)).toHaveLength(1)
    },
  )

  can('listSessions')('the sessions of a person are listed, with device and place', async () => {
    const [ada, bob] = [await person(), await person()]
    const known = {
      createdAt: new Date('2026-01-02T03:04:05.678Z'),
      lastUsedAt: new Date('2026-01-03T03:04:05.678Z'),
      userAgent: 'A browser',
      ip: '192.0.2.1',
    }
    const sessions = [{ ...newSession(ada.id), ...known }, newSession(ada.id)]
    for (const session of [...sessions, newSession(bob.id)]) await use().createSession(session)
    const listed = await use().listSessions(ada.id)
    expect(sort(listed)).toEqual(sort(sessions))
  })

  can('deleteSessions')('all sessions of a person end, or all but one', async () => {
    const [ada, bob] = [await person(), await person()]
    const [here, ...others] = [newSession(ada.id), newSession(ada.id), newSession(ada.id)]
    const his = newSession(bob.id)
    for (const session of [here, ...others, his]) if (session) await use().createSession(session)
    expect(await use().deleteSessions(ada.id, here?.sessionToken)).toBe(2)
    expect(await use().getSessionAndUser(here?.sessionToken ?? '')).not.toBeNull()
    expect(await use().deleteSessions(ada.id)).toBe(1)
    expect(await use().getSessionAndUser(here?.sessionToken ?? '')).toBeNull()
    expect(await use().getSessionAndUser(his.sessionToken)).not.toBeNull()
  })
}

function onceContract(use: Use, can: Can, advance: (by: number) => void): void {
  const later = () => new Date('2040-01-01T00:00:00.000Z')

  test('a one-time token is returned once, and only for its identifier', async () => {
    const token = { identifier: `${unique()}@a.test`, token: unique(), expires: later() }
    await use().createVerificationToken(token)
    const { identifier, expires: _, ...rest } = token
    const other = await use().useVerificationToken({ identifier: 'other@a.test', ...rest })
    expect(other).toBeNull()
    expect(await use().useVerificationToken({ identifier, ...rest })).toMatchObject(token)
    expect(await use().useVerificationToken({ identifier, ...rest })).toBeNull()
  })

  can('claim')('of twenty who use a one-time token at once, one gets it', async () => {
    const token = { identifier: 'race@a.test', token: unique(), expires: later() }
    await use().createVerificationToken(token)
    const { expires: _, ...key } = token
    const results = await many(20, () => use().useVerificationToken(key))
    expect(results.filter((result) => result !== null)).toHaveLength(1)
  })

  can('claim')('of twenty who claim a key at once, one gets it', async () => {
    const key = unique()
    const results = await many(20, () => use().claim(key, later()))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await use().claim(unique(), later())).toBe(true)
  })

  can('claim')('a key of any length is claimed once, and no other one with it', async () => {
    const long = unique().padEnd(255, 'x')
    for (const key of [long, `${long}y`, `${long}z`, `${long}${long}`]) {
      expect(await use().claim(key, later())).toBe(true)
      expect(await use().claim(key, later())).toBe(false)
    }
  })

  can('claim')('a key can be claimed again once it has expired or was given back', async () => {
    const key = `long ${'x'.repeat(400)} ${unique()}`
    expect(await use().claim(key, new Date(Date.now() + 60_000))).toBe(true)
    expect(await use().claim(key, new Date(Date.now() + 60_000))).toBe(false)
    await use().release(key)
    expect(await use().claim(key, new Date(Date.now() + 60_000))).toBe(true)
    advance(61_000)
    expect(await use().claim(key, later())).toBe(true)
    expect(await use().claim(key, later())).toBe(false)
  })

  can('hit')('uses are counted in a window that starts at the first', async () => {
    const key = unique()
    expect((await many(20, () => use().hit(key, 60))).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
    expect(await use().hit(unique(), 60)).toBe(1)
    advance(61_000)
    expect(await use().hit(key, 60)).toBe(1)
    expect(await use().hit(key, 60)).toBe(2)
  })

  can('audit', 'transaction')('what did not happen is not in the audit log', async () => {
    const userId = unique()
    const line = { at: new Date('2026-01-01T00:00:00.001Z'), event: 'signIn', userId }
    const tell = (isDone: boolean) =>
      use().transaction(async (inside) => {
        await inside.audit?.(line)
        if (!isDone) throw new Error('the work failed')
      })
    await expect(tell(false)).rejects.toThrow('the work failed')
    expect(await use().listAudit(userId)).toEqual([])
    await tell(true)
    expect(await use().listAudit(userId)).toEqual([line])
  })

  can('audit')('the audit log shows the newest lines first', async () => {
    const userId = unique()
    const entry = (event: string, at: string) => ({ event, at: new Date(at), userId })
    const first = { ...entry('signIn', '2026-01-01T00:00:00.001Z'), provider: 'platform' }
    const second = {
      ...entry('link', '2026-01-01T00:00:00.002Z'),
      ...{ ip: '192.0.2.1', userAgent: 'A browser', detail: { way: 'e-mail', steps: [1, 2] } },
    }
    for (const line of [first, second]) await use().audit(line)
    await use().audit({ ...entry('signIn', '2026-01-01T00:00:00.003Z'), userId: 'other' })
    expect(await use().listAudit(userId)).toEqual([second, first])
    expect(await use().listAudit(userId, 1)).toEqual([second])
  })

  can('sweep')('what has expired is swept away and nothing else', async () => {
    const user = await use().createUser(newUser())
    const [old, alive] = [newSession(user.id), newSession(user.id)]
    await use().createSession({ ...old, expires: new Date('2020-01-01T00:00:00.000Z') })
    await use().createSession({ ...alive, expires: later() })
    const token = { identifier: 'old@a.test', token: unique() }
    await use().createVerificationToken({ ...token, expires: new Date('2020-01-01') })
    for (let gone = 1; gone > 0; ) gone = await use().sweep()
    expect(await use().getSessionAndUser(old.sessionToken)).toBeNull()
    expect(await use().useVerificationToken(token)).toBeNull()
    expect(await use().getSessionAndUser(alive.sessionToken)).not.toBeNull()
  })
}

function passkeysContract(use: Use, person: Person, can: Can): void {
  can('createAuthenticator')('a passkey is kept, found, counted and listed', async () => {
    const ada = await person()
    const passkey = newPasskey(ada.id)
    await use().createAuthenticator(passkey)
    expect(await use().getAuthenticator(passkey.credentialID)).toMatchObject(passkey)
    expect(await use().getAuthenticator('nothing')).toBeNull()
    expect(await use().listAuthenticatorsByUserId(ada.id)).toMatchObject([passkey])
    const counted = await use().updateAuthenticatorCounter(passkey.credentialID, 7)
    expect(counted).toMatchObject({ ...passkey, counter: 7 })
    expect(await use().getAuthenticator(passkey.credentialID)).toMatchObject({ counter: 7 })
  })

  can('updateAuthenticator', 'deleteAuthenticator')(
    'a passkey is named, belongs to one user, and can be removed',
    async () => {
      const [ada, bob] = [await person(), await person()]
      const passkey = newPasskey(ada.id)
      await use().createAuthenticator(passkey)
      const stolen = use().createAuthenticator({ ...passkey, userId: bob.id })
      await expect(stolen).rejects.toMatchObject({ code: 'StorageConflict' })
      const { credentialID } = passkey
      await use().updateAuthenticator({ credentialID, name: 'My phone' })
      expect(await use().getAuthenticator(credentialID)).toMatchObject({
        ...passkey,
        name: 'My phone',
      })
      await use().deleteAuthenticator(credentialID)
      expect(await use().getAuthenticator(credentialID)).toBeNull()
    },
  )
}

function transactionsContract(use: Use, can: Can): void {
  can('transaction')('a transaction happens whole', async () => {
    const user = newUser()
    const session = await use().transaction(async (inside) => {
      const storage = present(inside)
      const { id } = await storage.createUser(user)
      await storage.linkAccount(newAccount(id))
      expect(await storage.getUserByEmail(user.email ?? '')).not.toBeNull()
      return storage.createSession(newSession(id))
    })
    const found = await use().getSessionAndUser(session.sessionToken)
    expect(found?.user.email).toBe(user.email)
  })

  can('transaction')('a transaction that fails leaves nothing', async () => {
    const user = newUser()
    const account = newAccount(user.id)
    const key = unique()
    const failed = use().transaction(async (inside) => {
      const storage = present(inside)
      const { id } = await storage.createUser(user)
      await storage.linkAccount({ ...account, userId: id })
      await storage.claim(key, new Date('2040-01-01'))
      throw new Error('the work failed')
    })
    await expect(failed).rejects.toThrow('the work failed')
    expect(await use().getUserByEmail(user.email ?? '')).toBeNull()
    expect(await use().getUserByAccount(account)).toBeNull()
    expect(await use().claim(key, new Date('2040-01-01'))).toBe(true)
  })

  can('transaction')('forty first sign-ins of one person end in one user', async () => {
    const email = `${unique()}@a.test`
    const { provider, providerAccountId } = newAccount('')
    const ids = await many(40, () => signIn(use(), { email, provider, providerAccountId }))
    expect(new Set(ids).size).toBe(1)
    const user = await use().getUserByAccount({ provider, providerAccountId })
    expect(user?.id).toBe(ids[0])
    expect(await use().listAccounts(user?.id ?? '')).toHaveLength(1)
  })
}

function refusalsContract(storage: () => Storage, refused: readonly (keyof Storage)[]): void {
  for (const method of refused) {
    test(`${method} is refused by name and with a way out`, () => {
      expect(() => requireOperation(storage(), method)).toThrow(
        expect.objectContaining({
          code: 'Unsupported',
          message: expect.stringContaining(method),
          hint: expect.stringContaining('sql()'),
        }),
      )
    })
  }
}

const tokens = {
  access_token: 'act.example',
  refresh_token: 'rft.example',
  id_token: 'a.b.c',
  token_type: 'bearer',
  scope: 'user.info.basic',
  expires_at: 1_800_000_000,
  refresh_expires_at: 1_900_000_000,
}

function sort<T extends { sessionToken: string }>(sessions: T[]): T[] {
  return sessions.toSorted((a, b) => (a.sessionToken < b.sessionToken ? -1 : 1))
}
