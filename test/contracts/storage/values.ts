import { expect, test } from 'vitest'
import type { AuditEntry, StoredUser } from '../../../src/types/storage.ts'
import { newAccount, newPasskey, newSession, unique } from '../../storage/people.ts'
import { later, type Stage } from './stage.ts'

/** Texts that a statement, a driver or a column could take for something else. */
const texts: Readonly<Record<string, string>> = {
  'an empty text': '',
  blanks: '  in front, behind  ',
  quotes: `'"\`'' "" \\' \\" \\`,
  'an end of a statement': "'); drop table users; -- /*",
  placeholders: '? $1 :name @p1 %s {0} $x $$ ??',
  wildcards: '100% _of_ them [a-z] * \\% \\_',
  'the words of other types': 'null',
  'a number': '007',
  'a large number': '9007199254740993',
  'a truth value': 'true',
  'a date': '2026-01-02T03:04:05.678Z',
  JSON: '{"a":["b"],"$date":1}',
  'control characters': '\u0001\u001f\u007f\u0085\t\r\n\u2028\u2029',
  'letters of other scripts': 'Ünïcödé Žluťoučký Ελληνικά עברית العربية ภาษาไทย 漢字',
  'letters beyond the first plane': '𠮷野家 𝔘𝔫𝔦 👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽',
  'one letter as two': 'e\u0301',
  'two letters as one': '\u00e9',
  'what has no width': '\ufeffa\u200bb\u00ad\u202ec',
  'the last characters': '\uffff\u{10ffff}',
}

/** Longer than most columns of a fixed length, and with its last letter in two bytes. */
const longText = `${'0123456789abcdef'.repeat(2000)}é`

/** The longest key that every database can hold. */
const keyLength = 200

/** Moments that a column or a driver could move. */
const moments: Readonly<Record<string, string>> = {
  'the beginning of time': '1970-01-01T00:00:00.000Z',
  'a moment before it': '1969-12-31T23:59:59.999Z',
  'a day long before it': '1901-02-03T04:05:06.007Z',
  'a day that seconds and milliseconds could both mean': '1973-01-02T03:04:05.006Z',
  'a leap day': '2024-02-29T23:59:59.999Z',
  'an hour that is twice on some clocks': '2026-10-25T01:30:00.001Z',
  'an hour that is on some clocks never': '2026-03-29T02:30:00.010Z',
  'the end of 32 bits': '2038-01-19T03:14:08.100Z',
  'a day far ahead': '9999-12-31T23:59:59.999Z',
}

/** Values come back as they were given. */
export function valuesContract(stage: Stage): void {
  textsContract(stage)
  lookalikesContract(stage)
  momentsContract(stage)
  numbersContract(stage)
  copiesContract(stage)
}

function textsContract({ use, person, can, promises }: Stage): void {
  /** Does the same with every text at once, each with a key of its own that begins like it. */
  const withEach = async (work: (text: string, key: string) => Promise<void>) => {
    const all = Object.values(texts)
    expect(all.length).toBeGreaterThan(0)
    await Promise.all(
      all.map((text) => work(text, (unique() + text).slice(0, keyLength).toWellFormed())),
    )
  }

  test('returns the names of a user as they were given', () =>
    withEach(async (text) => {
      const ada = await person({ name: text, image: text })
      expect(await use().getUser(ada.id)).toMatchObject({ name: text, image: text })
    }))

  test('finds a user by every address and account, until it is unlinked', () =>
    withEach(async (_, key) => {
      const ada = await person({ email: `${key}@a.test` })
      expect(await use().getUserByEmail(`${key}@a.test`)).toMatchObject({ id: ada.id })
      const account = { ...newAccount(ada.id), providerAccountId: key }
      await use().linkAccount(account)
      expect(await use().getUserByAccount(account)).toMatchObject({ id: ada.id })
      await use().unlinkAccount(account)
      expect(await use().getUserByAccount(account)).toBeNull()
    }))

  test('finds a session and a one-time token by every key, until it is used', () =>
    withEach(async (_, key) => {
      const session = { ...newSession((await person()).id), sessionToken: key }
      await use().createSession(session)
      expect((await use().getSessionAndUser(key))?.session).toMatchObject(session)
      await use().deleteSession(key)
      expect(await use().getSessionAndUser(key)).toBeNull()
      const token = { identifier: key, token: key, expires: later }
      await use().createVerificationToken(token)
      expect(await use().useVerificationToken(token)).toEqual(token)
    }))

  can('listAccounts', 'listSessions')('returns accounts and sessions as they were given', () =>
    withEach(async (text, key) => {
      const ada = await person()
      const own = { own: [text], [`own ${key}`]: { [text]: text } }
      const account = { ...newAccount(ada.id), access_token: text, scope: text, ...own }
      await use().linkAccount(account)
      expect(await use().listAccounts(ada.id)).toMatchObject([account])
      const session = { ...newSession(ada.id), userAgent: text, ip: text, amr: text }
      await use().createSession(session)
      expect(await use().listSessions(ada.id)).toEqual([session])
    }),
  )

  can('audit', 'deleteAuthenticator')('returns passkeys and the log as they were given', () =>
    withEach(async (text, key) => {
      const ada = await person()
      const passkey = { ...newPasskey(ada.id), credentialID: key, name: text, transports: text }
      await use().createAuthenticator(passkey)
      expect(await use().getAuthenticator(key)).toEqual(passkey)
      const line: AuditEntry = { at: later, event: key, userId: ada.id, userAgent: text }
      await use().audit({ ...line, detail: { [key]: text } })
      expect(await use().listAudit(ada.id)).toEqual([{ ...line, detail: { [key]: text } }])
    }),
  )

  promises('shortTexts')('returns a long text as it was given', async () => {
    const ada = await person({ name: longText, image: longText })
    expect(await use().getUser(ada.id)).toMatchObject({ name: longText, image: longText })
  })

  can(
    'listAccounts',
    'listSessions',
    'audit',
  )('returns long texts in lists', async () => {
    const ada = await person()
    const own = { own: [longText], access_token: longText, scope: longText }
    const account = { ...newAccount(ada.id), ...own }
    await use().linkAccount(account)
    expect(await use().listAccounts(ada.id)).toMatchObject([account])
    const session = { ...newSession(ada.id), userAgent: longText }
    await use().createSession(session)
    expect(await use().listSessions(ada.id)).toEqual([session])
    const line = { at: later, event: 'signIn', userId: ada.id, detail: { longText } }
    await use().audit(line)
    expect(await use().listAudit(ada.id)).toEqual([line])
  })

  can(
    'claim',
    'hit',
    'lease',
  )('claims, counts and lends every key', () =>
    withEach(async (_, key) => {
      expect([await use().claim(key, later), await use().claim(key, later)]).toEqual([true, false])
      expect([await use().hit(key, 60), await use().hit(key, 60)]).toEqual([1, 2])
      expect(await use().lease(key, 60, key)).toBe(true)
      expect(await use().lease(key, 60, `${key}b`)).toBe(false)
    }),
  )

  promises('noExtra')('returns fields of the application as they were given', () =>
    withEach(async (text, key) => {
      const own = { [`own ${key}`]: text, nested: [{ [text]: text }] }
      const ada = await person(ofApplication(own))
      expect(await use().getUser(ada.id)).toMatchObject(own)
    }),
  )
}

function lookalikesContract({ use, person, can }: Stage): void {
  const alike = ['a%', 'a_', 'ab', 'A%', 'a\\%', 'a% ', ' a%', 'á%', 'a\u0301%', 'a％']

  can(
    'listAccounts',
    'deleteSessions',
    'claim',
  )('takes no key for one like it', async () => {
    const [ada, own] = [await person(), unique()]
    const keys = alike.map((key) => own + key)
    for (const key of keys) {
      await use().linkAccount({ ...newAccount(ada.id), providerAccountId: key })
      await use().createSession({ ...newSession(ada.id), sessionToken: key })
      expect(await use().claim(key, later)).toBe(true)
      expect(await use().hit(key, 60)).toBe(1)
    }
    const sessions = await use().listSessions(ada.id)
    expect(sessions.map(({ sessionToken }) => sessionToken).sort()).toEqual(keys.toSorted())
    await use().unlinkAccount({ provider: 'platform', providerAccountId: `${own}a%` })
    await use().deleteSession(`${own}a%`)
    expect(await use().listAccounts(ada.id)).toHaveLength(alike.length - 1)
    expect(await use().listSessions(ada.id)).toHaveLength(alike.length - 1)
    expect(await use().deleteSessions(ada.id, `${own}ab`)).toBe(alike.length - 2)
  })

  test('finds nobody by a wildcard', async () => {
    const ada = await person()
    await use().linkAccount(newAccount(ada.id))
    for (const wildcard of ['%', '_%', '*', '.*', '?', '']) {
      expect(await use().getUser(wildcard)).toBeNull()
      expect(await use().getUserByEmail(wildcard)).toBeNull()
      expect(await use().getSessionAndUser(wildcard)).toBeNull()
      const account = { provider: 'platform', providerAccountId: wildcard }
      expect(await use().getUserByAccount(account)).toBeNull()
    }
  })
}

function momentsContract({ use, person, can, promises }: Stage): void {
  const withEach = async (work: (moment: Date) => Promise<void>) => {
    const all = Object.values(moments)
    expect(all.length).toBeGreaterThan(0)
    await Promise.all(all.map((moment) => work(new Date(moment))))
  }

  test('returns the moment at which an address was verified', () =>
    withEach(async (moment) => {
      const ada = await person({ emailVerified: moment })
      expect((await use().getUser(ada.id))?.emailVerified).toEqual(moment)
    }))

  promises('forgets')('returns the end of a session and of a one-time token', () =>
    withEach(async (moment) => {
      const session = { ...newSession((await person()).id), expires: moment }
      await use().createSession(session)
      const found = await use().getSessionAndUser(session.sessionToken)
      expect(found?.session.expires).toEqual(moment)
      const token = { identifier: unique(), token: unique(), expires: moment }
      await use().createVerificationToken(token)
      expect(await use().useVerificationToken(token)).toEqual(token)
    }),
  )

  can(
    'listSessions',
    'audit',
    'updateAuthenticator',
  )('returns the moments of lists', () =>
    withEach(async (moment) => {
      const ada = await person()
      const session = { ...newSession(ada.id), createdAt: moment, lastUsedAt: moment }
      await use().createSession(session)
      expect(await use().listSessions(ada.id)).toEqual([session])
      const passkey = { ...newPasskey(ada.id), createdAt: moment, lastUsedAt: moment }
      await use().createAuthenticator(passkey)
      expect(await use().listAuthenticatorsByUserId(ada.id)).toEqual([passkey])
      const line = { at: moment, event: 'signIn', userId: ada.id }
      await use().audit(line)
      expect(await use().listAudit(ada.id)).toEqual([line])
    }),
  )
}

function numbersContract({ use, person, can, promises }: Stage): void {
  can('getAccount', 'updateAccount')('returns numbers of any size', async () => {
    const ada = await person()
    for (const number of [0, 1, -1, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER]) {
      const account = { ...newAccount(ada.id), expires_at: number, refresh_expires_at: number }
      await use().linkAccount(account)
      const { provider, providerAccountId } = account
      expect(await use().getAccount(providerAccountId, provider)).toMatchObject(account)
    }
  })

  can('listSessions')('returns the time of a sign-in, in seconds', async () => {
    const ada = await person()
    for (const authTime of [0, 1, 2 ** 31, 253_402_300_799]) {
      const session = { ...newSession(ada.id), authTime }
      await use().createSession(session)
      expect((await use().getSessionAndUser(session.sessionToken))?.session).toEqual(session)
    }
  })

  promises('noExtra')('returns fields of the application of any shape', async () => {
    const own = {
      zero: 0,
      large: Number.MAX_SAFE_INTEGER,
      fraction: -0.1,
      huge: 1e300,
      no: false,
      yes: true,
      nothing: [null],
      emptyList: [],
      emptyObject: {},
      deep: { list: [[[{ a: [1, 'b', false, null] }]]] },
    }
    const ada = await person(ofApplication(own))
    expect(await use().getUser(ada.id)).toMatchObject(own)
    await use().updateUser({ id: ada.id, ...ofApplication({ zero: null, yes: false }) })
    expect(await use().getUser(ada.id)).toMatchObject({ ...own, zero: null, yes: false })
  })
}

function copiesContract({ use, person }: Stage): void {
  test('keeps what it was given, whatever becomes of the object', async () => {
    const ada = await person()
    const session = newSession(ada.id)
    const end = session.expires.getTime()
    await use().createSession(session)
    session.expires.setTime(0)
    const found = await use().getSessionAndUser(session.sessionToken)
    expect(found?.session.expires.getTime()).toBe(end)
    found?.session.expires.setTime(0)
    if (found) found.user.name = 'Eve'
    const again = await use().getSessionAndUser(session.sessionToken)
    expect(again?.session.expires.getTime()).toBe(end)
    expect(again?.user.name).toBe(ada.name)
  })
}

/** Fields that only the application knows. */
function ofApplication(fields: Record<string, unknown>): Partial<StoredUser> {
  return fields as Partial<StoredUser>
}
