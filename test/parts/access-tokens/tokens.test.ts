import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { AuthError } from '../../../src/index.ts'
import de from '../../../src/languages/de.ts'
import en from '../../../src/languages/en.ts'
import { AccessTokens } from '../../../src/parts/access-tokens.ts'
import { Notices } from '../../../src/parts/notices.ts'
import GitHub from '../../../src/providers/github.ts'
import { testAuth } from '../../../src/testing.ts'
import { bearing, house } from './house.ts'

const json = { accept: 'application/json' }
const scopes = ['read'] as const

describe('a new token', () => {
  test('is shown once, on a page that no cache keeps, to whoever fills in the form of the account page', async () => {
    const { auth, browser } = await house()
    const before = await (await browser.visit('/api/auth/account')).text()
    expect(before).toContain('Access tokens')
    expect(before).toContain('You have no access token')
    const fields = { name: 'Backup', 'scope read': 'yes', expires: '2999-01-31' }
    const shown = await browser.submit('/api/auth/tokens', fields)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('cache-control')).toBe('no-store')
    const token = /value="(portico_pat_\w+)"/.exec(await shown.text())?.[1] ?? ''
    expect(await auth.session(bearing(token), { scopes })).toMatchObject({
      user: { name: 'Ada Lovelace' },
      scopes: ['read'],
      expires: '2999-01-31T23:59:59.000Z',
    })
    const after = await (await browser.visit('/api/auth/account')).text()
    for (const fact of ['Backup', 'read', 'Valid until', 'Last used', 'Revoke'])
      expect(after).toContain(fact)
    expect(after).not.toContain(token)
  })

  test('is a prefix, 32 random characters and the CRC-32 of both, which a scanner can compute', async () => {
    const { make } = await house()
    const token = await make()
    expect(token).toMatch(/^portico_pat_[0-9A-Za-z]{38}$/)
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    const sum = [...token.slice(-6)].reduce((all, one) => all * 62 + alphabet.indexOf(one), 0)
    expect(sum).toBe(crc32(token.slice(0, -6)))
    expect(await make()).not.toBe(token)
  })

  test('begins as the application says', async () => {
    const { auth, make } = await house({}, { prefix: 'acme_' })
    const token = await make()
    expect(token).toMatch(/^acme_\w{38}$/)
    expect(await auth.session(bearing(token), { scopes })).not.toBeNull()
  })

  test('is stored as a hash only, which opens nothing', async () => {
    const { storage, make, auth } = await house()
    const token = await make()
    const { items } = await storage.listItems({ kind: 'access-tokens/token' })
    expect(items).toHaveLength(1)
    expect(JSON.stringify(items)).not.toContain(token.slice(-20, -6))
    expect(await auth.session(bearing(items[0]?.lookup ?? ''), { scopes })).toBeNull()
  })

  test.each([
    ['no name', { name: '  ', scopes: ['read'] }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101), scopes: ['read'] }, 'name'],
    ['no scope', { name: 'CI', scopes: [] }, 'scopes'],
    ['a scope that nobody defined', { name: 'CI', scopes: ['read', 'admin'] }, 'scopes'],
    ['scopes that are no list', { name: 'CI', scopes: undefined }, 'scopes'],
    ['an end that is over', { name: 'CI', scopes: ['read'], expires: new Date(0) }, 'expires'],
    ['an end that is no date', { name: 'CI', scopes: ['read'], expires: new Date('x') }, 'expires'],
  ])('is refused with %s', async (_, wish, field) => {
    const { auth, userId, browser } = await house()
    for (const who of [{ userId }, browser])
      await expect(auth.tokens.create(who, wish as never)).rejects.toMatchObject({
        code: 'InvalidRequest',
        field,
      })
    expect((await auth.tokens.list({ userId })).tokens).toEqual([])
  })

  test('is made for nobody who does not exist', async () => {
    const { auth } = await house()
    await expect(
      auth.tokens.create({ userId: 'nobody' }, { name: 'CI', scopes }),
    ).rejects.toMatchObject({ code: 'NotFound' })
  })

  test('is told to the application, to the audit log and by mail, without the token', async () => {
    const told: unknown[] = []
    const { auth, userId, storage, browser, platform } = await house({
      events: {
        createAccessToken: ({ detail }: { detail?: unknown }) => void told.push(detail),
        revokeAccessToken: ({ detail }: { detail?: unknown }) => void told.push(detail),
      } as object,
      parts: [Notices()],
    })
    await storage.updateUser({ id: userId, email: 'ada@people.test', emailVerified: new Date() })
    const { token, id } = await auth.tokens.create(browser, { name: 'CI', scopes })
    await auth.tokens.revoke(browser, id)
    expect(told).toEqual([
      { id, name: 'CI', scopes: ['read'] },
      { id, name: 'CI' },
    ])
    const lines = await auth.users.audit({ userId })
    expect(lines.map(({ event }) => event)).toContain('createAccessToken')
    expect(lines.map(({ event }) => event)).toContain('revokeAccessToken')
    await expect.poll(() => platform.inbox.messages().length).toBe(1)
    expect(platform.inbox.messages()[0]?.subject).toContain('An access token was created for your')
    expect(JSON.stringify([told, lines, platform.inbox.messages()])).not.toContain(token)
  })

  test('is described in the language of the visitor', async () => {
    const { browser } = await house({ languages: [en, de] })
    const german = { 'accept-language': 'de' }
    const page = await (await browser.visit('/api/auth/account', german)).text()
    expect(page).toContain('Sie haben kein Zugriffstoken.')
    const fields = { name: 'Sicherung', 'scope write': 'yes', expires: '' }
    const shown = await (await browser.submit('/api/auth/tokens', fields, german)).text()
    expect(shown).toContain('Ihr neues Zugriffstoken')
  })
})

describe('a token', () => {
  test('is somebody only where the code asks for scopes that it has', async () => {
    const { auth, make, userId } = await house()
    const token = bearing(await make(['read']))
    expect((await auth.session(token, { scopes: ['read'] }))?.user.id).toBe(userId)
    expect((await auth.session(token, { scopes: [] }))?.user.id).toBe(userId)
    expect(await auth.session(token, { scopes: ['write'] })).toBeNull()
    expect(await auth.session(token, { scopes: ['read', 'write'] })).toBeNull()
    expect(await auth.session(token)).toBeNull()
    const answer = await auth.handler(
      new Request('https://app.test/api/auth/session', { headers: token.headers }),
    )
    expect(await answer.json()).toBeNull()
  })

  test('is refused with the reason where a session is required', async () => {
    const { auth, make } = await house()
    const token = bearing(await make(['read']))
    expect(await auth.requireSession(token, { scopes: ['read'] })).toMatchObject({ amr: [] })
    await expect(auth.requireSession(token, { scopes: ['write'] })).rejects.toMatchObject({
      code: 'AccessDenied',
      status: 403,
      message: 'The access token lacks the scope "write"',
    })
    await expect(auth.requireSession(token)).rejects.toMatchObject({
      code: 'AccessDenied',
      message: 'Access tokens are not accepted here',
    })
    await expect(
      auth.requireSession(bearing('portico_pat_no'), { scopes: ['read'] }),
    ).rejects.toMatchObject({ code: 'SessionRequired', status: 401 })
  })

  test('counts where no scopes are asked for, if it has the default ones', async () => {
    const { auth, make, userId } = await house({}, { defaultScopes: ['read'] })
    const [reads, writes] = [bearing(await make(['read'])), bearing(await make(['write']))]
    expect((await auth.session(reads))?.user.id).toBe(userId)
    expect(await auth.session(writes)).toBeNull()
    expect((await auth.requireSession(reads)).scopes).toEqual(['read'])
    await expect(auth.requireSession(writes)).rejects.toMatchObject({ code: 'AccessDenied' })
    const answer = await auth.handler(
      new Request('https://app.test/api/auth/session', { headers: reads.headers }),
    )
    expect(await answer.json()).toMatchObject({ user: { id: userId }, scopes: ['read'] })
    expect(answer.headers.get('vary')).toContain('Authorization')
  })

  test('meets no demand for a proof, whatever it may do', async () => {
    const { auth, make } = await house()
    const token = bearing(await make(['read']))
    for (const demand of [{ maxAge: 1_000_000 }, { level: 2 as const }, { somethingNew: 'x' }]) {
      await expect(
        auth.requireSession(token, { scopes: ['read'], ...demand }),
      ).rejects.toMatchObject({ code: 'AccessDenied' })
      expect(await auth.session(token, { scopes: ['read'], ...demand })).toBeNull()
    }
  })

  test('needs no scope where the person is there', async () => {
    const { auth, browser } = await house()
    const session = await auth.requireSession(browser, { scopes: ['write'] })
    expect(session).not.toHaveProperty('scopes')
  })

  test('loses a scope that the application gives up', async () => {
    const { auth, make, storage } = await house()
    const token = bearing(await make(['read', 'write']))
    expect((await auth.session(token, { scopes: ['write'] }))?.scopes).toEqual(['read', 'write'])
    const later = await testAuth({
      providers: [GitHub],
      storage,
      parts: [AccessTokens({ scopes: ['read'] })],
    })
    expect((await later.auth.session(token, { scopes: ['read'] }))?.scopes).toEqual(['read'])
    expect(await later.auth.session(token, { scopes: ['write'] })).toBeNull()
  })

  test('is shown as the session callback wants it, which sees the user and the scopes', async () => {
    const seen: unknown[] = []
    const { auth, make } = await house({
      callbacks: {
        session({ session, user, token }) {
          seen.push([session.scopes, user?.name, token])
          return session.scopes?.includes('write') ? null : session
        },
      },
    })
    expect(await auth.session(bearing(await make(['read'])), { scopes })).not.toBeNull()
    expect(await auth.session(bearing(await make(['write', 'read'])), { scopes })).toBeNull()
    expect(seen.slice(-2)).toEqual([
      [['read'], 'Ada Lovelace', undefined],
      [['read', 'write'], 'Ada Lovelace', undefined],
    ])
  })

  test('opens a WebSocket for a program, and for no page of another origin', async () => {
    const { auth, make, userId } = await house()
    const authorization = `Bearer ${await make()}`
    const upgrade = (headers: object) => ({
      headers: { authorization, upgrade: 'websocket', ...headers },
    })
    const asked = { sameOrigin: true, scopes }
    expect((await auth.session(upgrade({}), asked))?.user.id).toBe(userId)
    expect(await auth.session(upgrade({ origin: 'https://evil.test' }), asked)).toBeNull()
    expect(await auth.session(upgrade({}), { sameOrigin: true })).toBeNull()
  })

  test('ends at its end, when it is revoked, and with its user', async () => {
    const { auth, make, userId, clock, browser } = await house()
    const ends = bearing(await make(['read'], new Date(clock.now() + 60_000)))
    expect(await auth.session(ends, { scopes })).not.toBeNull()
    clock.advance('60s')
    expect(await auth.session(ends, { scopes })).toBeNull()
    const revoked = await auth.tokens.create({ userId }, { name: 'other', scopes })
    await browser.submit('/api/auth/account', { action: 'revokeToken', id: revoked.id })
    expect(await auth.session(bearing(revoked.token), { scopes })).toBeNull()
    const orphan = bearing(await make())
    await auth.users.delete({ userId })
    expect(await auth.session(orphan, { scopes })).toBeNull()
  })

  test('is good wherever the sessions of people are', async () => {
    const { auth, make, userId } = await house({ session: { strategy: 'cookie' } })
    expect((await auth.session(bearing(await make()), { scopes }))?.user.id).toBe(userId)
  })

  test('records its last use once a minute, however many requests come', async () => {
    const { auth, make, storage, userId, clock } = await house()
    let touches = 0
    const { touchItem } = storage
    storage.touchItem = (...asked) => {
      touches++
      return touchItem.call(storage, ...asked)
    }
    const token = bearing(await make())
    const use = () => auth.session(token, { scopes })
    await Promise.all(Array.from({ length: 50 }, use))
    expect(touches).toBe(1)
    clock.advance('59s')
    await use()
    expect(touches).toBe(1)
    clock.advance('1s')
    await use()
    expect(touches).toBe(2)
    const [own] = (await auth.tokens.list({ userId })).tokens
    expect(own?.lastUsedAt?.getTime()).toBe(clock.now())
  })

  test('is read in one round trip, and refused in none if it is malformed', async () => {
    const { auth, make, storage } = await house()
    const asked: string[] = []
    for (const name of ['getItem', 'getItemAndUser', 'getUser', 'getSessionAndUser'] as const) {
      const real = storage[name] as (...values: unknown[]) => never
      Object.assign(storage, {
        [name]: (...values: unknown[]) => {
          asked.push(name)
          return real.apply(storage, values)
        },
      })
    }
    const token = await make()
    asked.length = 0
    await auth.session(bearing(token), { scopes })
    expect(asked).toEqual(['getItemAndUser'])
    await auth.session(bearing(`${token.slice(0, -1)}!`), { scopes })
    expect(asked).toHaveLength(1)
  })

  test('keeps working where its last use cannot be written, and the log says so', async () => {
    const { auth, make, storage, log } = await house()
    storage.touchItem = async () => {
      throw new AuthError('StorageError', 'The disk is full')
    }
    expect(await auth.session(bearing(await make()), { scopes })).not.toBeNull()
    expect(log.errors.map(({ message }) => message)).toEqual(['The disk is full'])
  })

  test('is neither good nor bad while the storage is down', async () => {
    const { auth, make, storage } = await house()
    const token = bearing(await make())
    storage.getItemAndUser = () => {
      throw new Error('connection refused')
    }
    await expect(auth.session(token, { scopes })).rejects.toMatchObject({ code: 'StorageError' })
    await expect(auth.requireSession(token, { scopes })).rejects.toMatchObject({ status: 503 })
  })
})

describe('the list of tokens', () => {
  test('has the owner’s own, newest first on the account page, and a link to more of them', async () => {
    const { auth, browser, enter, userId, clock } = await house()
    await auth.tokens.create({ userId }, { name: 'Alpha', scopes })
    clock.advance('1s')
    await auth.tokens.create({ userId }, { name: 'Omega', scopes })
    const page = await (await browser.visit('/api/auth/account')).text()
    expect(page.indexOf('Omega')).toBeLessThan(page.indexOf('Alpha'))
    expect(page).not.toContain('More tokens')
    for (let count = 0; count < 99; count++)
      await auth.tokens.create({ userId }, { name: `n${count}`, scopes })
    const [first, more] = [await browser.visit('/api/auth/account'), 'More tokens']
    const text = await first.text()
    expect(text).toContain(more)
    const href = /href="([^"]+)">More tokens/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const second = await (await browser.visit(href)).text()
    expect(second.match(/revokeToken/g)).toHaveLength(1)
    expect(second).not.toContain(more)
    const noor = await enter('noor')
    expect((await auth.tokens.list(noor)).tokens).toEqual([])
  })

  test('is JSON for the page’s own script, which makes and revokes too', async () => {
    const { auth, browser } = await house()
    const send = (body: object) =>
      browser.send(
        new Request('https://app.test/api/auth/tokens', {
          method: 'POST',
          headers: { ...json, origin: 'https://app.test', 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      )
    const wish = { name: 'CI', scopes: ['read', 'write'], expires: '2999-01-01T00:00:00Z' }
    const made = await (await send(wish)).json()
    expect(made).toMatchObject({ ...wish, expires: '2999-01-01T00:00:00.000Z', lastUsedAt: null })
    expect(await auth.session(bearing(made.token), { scopes })).not.toBeNull()
    const { token: _, ...shown } = made
    const list = () => browser.visit('/api/auth/tokens', json).then((answer) => answer.json())
    expect((await list()).tokens).toMatchObject([{ ...shown, lastUsedAt: expect.any(String) }])
    expect((await send({ action: 'revoke', id: made.id })).status).toBe(200)
    expect(await list()).toEqual({ tokens: [], next: null })
    expect((await send({ action: 'revoke', id: made.id })).status).toBe(404)
    for (const expires of [32_503_680_000, 32_503_680_000_000, true, {}, 'soon'])
      expect((await send({ ...wish, expires })).status, String(expires)).toBe(400)
    expect(await list()).toEqual({ tokens: [], next: null })
    const page = await browser.visit('/api/auth/tokens')
    expect(page.headers.get('location')).toBe('https://app.test/api/auth/account')
  })

  test.each(['x', '{}', '["a"]', '["access-tokens/token"]', 'null', '[1,2]'])(
    'answers 400 to a page that begins at %s',
    async (after) => {
      const { browser } = await house()
      const path = `/api/auth/tokens?${new URLSearchParams({ after })}`
      expect((await browser.visit(path, json)).status).toBe(400)
    },
  )
})

describe('a configuration', () => {
  test.each([
    ['no scopes', { scopes: [] }, 'AccessTokens() needs `scopes`'],
    ['a scope with a blank', { scopes: ['read all'] }, 'AccessTokens() needs `scopes`'],
    [
      'a default that is no scope',
      { scopes: ['read'], defaultScopes: ['x'] },
      '`defaultScopes` has',
    ],
    ['a prefix without a line', { scopes: ['read'], prefix: 'acme' }, 'cannot begin a token'],
    ['a prefix with a blank', { scopes: ['read'], prefix: 'ac me_' }, 'cannot begin a token'],
  ])('is refused with %s', async (_, options, message) => {
    const parts = [AccessTokens(options as never)]
    await expect(testAuth({ providers: [GitHub], parts })).rejects.toThrow(message)
  })

  test('is refused without a storage', async () => {
    const parts = [AccessTokens({ scopes: ['read'] })]
    await expect(testAuth({ providers: [GitHub], parts }, { storage: false })).rejects.toThrow(
      'Access tokens need a storage',
    )
  })
})
