import { describe, expect, test } from 'vitest'
import de from '../../../src/languages/de.ts'
import en from '../../../src/languages/en.ts'
import { DeviceSignIn } from '../../../src/parts/device-sign-in.ts'
import { Gate } from '../../../src/parts/gate.ts'
import { Notices } from '../../../src/parts/notices.ts'
import GitHub from '../../../src/providers/github.ts'
import { memory } from '../../../src/storage/memory.ts'
import { testAuth } from '../../../src/testing.ts'
import { bearing, type Codes, house } from './house.ts'

describe('a device that asks', () => {
  test('gets two codes for ten minutes: one that nobody can guess, one without vowels', async () => {
    const { ask } = await house()
    const codes = await ask()
    expect(codes).toMatchObject({
      verification_uri: 'https://app.test/api/auth/device',
      verification_uri_complete: `https://app.test/api/auth/device?user_code=${codes.user_code}`,
      expires_in: 600,
      interval: 5,
    })
    expect(codes.device_code).toMatch(/^[\w-]{43}$/)
    expect(codes.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    expect((await ask()).user_code).not.toBe(codes.user_code)
  })

  test('is signed in by the person, who sees which program asks, from where and as whom', async () => {
    const { ask, poll, enter, answer } = await house()
    const codes = await ask()
    expect(await poll(codes)).toMatchObject({ status: 400, error: 'authorization_pending' })
    // By a Japanese keyboard, in small letters.
    const typed = codes.user_code
      .toLowerCase()
      .replace('-', 'ー')
      .replaceAll(/[a-z]/g, (one) => String.fromCodePoint(one.charCodeAt(0) + 0xfee0))
    const asked = await (await enter(typed)).text()
    for (const fact of ['Sign in on Acme TV?', 'Ada Lovelace', '203.0.113.7', codes.user_code])
      expect(asked).toContain(fact)
    const done = await answer(codes.user_code, 'approve')
    expect(await done.text()).toContain('Your device is signed in')
    expect(await poll(codes)).toMatchObject({ error: 'slow_down' })
  })

  test('waits for the interval, then gets a key that is a session of the person', async () => {
    const { auth, ask, poll, enter, answer, userId, platform } = await house()
    const codes = await ask()
    await enter(codes.user_code)
    await answer(codes.user_code, 'approve')
    platform.clock.advance('5s')
    const given = await poll(codes)
    expect(given).toMatchObject({ status: 200, token_type: 'Bearer', expires_in: 90 * 86_400 })
    expect(given).not.toHaveProperty('scope')
    const request = bearing(given.access_token ?? '')
    expect(await auth.session(request)).toMatchObject({ user: { id: userId }, amr: [] })
    expect((await auth.requireSession(request, { scopes: ['write'] })).user.id).toBe(userId)
    platform.clock.advance('5s')
    expect(await poll(codes)).toMatchObject({ error: 'invalid_grant' })
  })

  test('learns that the person refused', async () => {
    const { auth, ask, poll, enter, answer, userId } = await house()
    const codes = await ask()
    await enter(codes.user_code)
    expect(await (await answer(codes.user_code, 'deny')).text()).toContain('Nobody was signed in')
    expect(await poll(codes)).toMatchObject({ status: 400, error: 'access_denied' })
    expect(await auth.devices.list({ userId })).toEqual([])
  })

  test('learns after ten minutes that its code has expired, and the person that it is none', async () => {
    const { ask, poll, enter, platform } = await house()
    const codes = await ask()
    platform.clock.advance('10m')
    expect(await poll(codes)).toMatchObject({ error: 'expired_token' })
    const refused = await enter(codes.user_code)
    expect(refused.headers.get('location')).toContain('/api/auth/device?error=Verification')
  })

  test('is told to slow down, each time by five seconds more', async () => {
    const { ask, poll, platform } = await house()
    const codes = await ask()
    expect((await poll(codes)).error).toBe('authorization_pending')
    expect((await poll(codes)).error).toBe('slow_down')
    platform.clock.advance('6s')
    expect((await poll(codes)).error).toBe('slow_down')
    platform.clock.advance('14s')
    expect((await poll(codes)).error).toBe('authorization_pending')
    platform.clock.advance('10s')
    expect((await poll(codes)).error).toBe('slow_down')
  })

  test('polls every five seconds at two servers whose clocks differ by a minute, and is not told to slow down', async () => {
    const clock = { time: Date.now() }
    const storage = memory({ now: () => clock.time })
    const servers = await Promise.all(
      [0, 59_000].map((ahead) => house({ storage, runtime: { now: () => clock.time + ahead } })),
    )
    const codes = await servers[0]?.ask()
    const errors: unknown[] = []
    for (let turn = 0; turn < 8; turn++) {
      errors.push((await servers[(turn + 1) % 2]?.poll(codes as Codes))?.error)
      clock.time += 5000
    }
    expect(new Set(errors)).toEqual(new Set(['authorization_pending']))
    // A device that polls twice as fast is told so by the server that is behind.
    const [behind, ahead] = servers
    clock.time -= 2500
    await ahead?.poll(codes as Codes)
    clock.time += 2500
    expect((await behind?.poll(codes as Codes))?.error).toBe('slow_down')
  })

  test.each([
    ['code', { client_id: 'nobody' }, 401, 'invalid_client'],
    ['code', {}, 401, 'invalid_client'],
    ['code', { client_id: '__proto__' }, 401, 'invalid_client'],
    ['code', { client_id: 'acme-tv', scope: 'read' }, 400, 'invalid_scope'],
    ['code', { client_id: 'acme-cli', scope: 'read admin' }, 400, 'invalid_scope'],
    ['token', { client_id: 'acme-tv' }, 400, 'unsupported_grant_type'],
    ['token', { grant_type: 'authorization_code' }, 400, 'unsupported_grant_type'],
  ])('at /device/%s with %o is refused: %i %s', async (path, form, status, error) => {
    const { auth } = await house()
    const body = new URLSearchParams(form as Record<string, string>)
    const address = `https://app.test/api/auth/device/${path}`
    const response = await auth.handler(new Request(address, { method: 'POST', body }))
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(response.headers.get('cache-control')).toContain('no-store')
  })

  test('has the scopes that it asked for, of those that its program may have', async () => {
    const { auth, device, userId } = await house()
    const all = bearing(await device({ client_id: 'acme-cli' }))
    expect((await auth.session(all, { scopes: ['write'] }))?.scopes).toEqual(['read', 'write'])
    const one = bearing(await device({ client_id: 'acme-cli', scope: 'read' }))
    expect((await auth.session(one, { scopes: ['read'] }))?.scopes).toEqual(['read'])
    expect(await auth.session(one, { scopes: ['write'] })).toBeNull()
    expect(await auth.session(one)).toBeNull()
    expect((await auth.devices.list({ userId })).map(({ scopes }) => scopes)).toEqual(
      expect.arrayContaining([['read'], ['read', 'write']]),
    )
  })

  test.each([
    [['read'], ['read']],
    [
      ['read', 'write'],
      ['read', 'write'],
    ],
    [['admin'], undefined],
    [{ read: true }, undefined],
    [7, undefined],
  ])('gets no more scopes than it asks for in JSON: %j', async (scope, expected) => {
    const { auth, storage } = await house()
    const body = JSON.stringify({ client_id: 'acme-cli', scope })
    const headers = { 'content-type': 'application/json' }
    const address = 'https://app.test/api/auth/device/code'
    const response = await auth.handler(new Request(address, { method: 'POST', headers, body }))
    expect(response.status).toBe(expected ? 200 : 400)
    const { items } = await storage.listItems({ kind: 'device-sign-in/code' })
    expect(items.map(({ data }) => data.scopes)).toEqual(expected ? [expected] : [])
  })

  test('with a key of its own ends it when it signs out, and hears the same twice', async () => {
    const { auth, device, userId } = await house()
    const key = await device()
    expect(await auth.session(bearing(key))).not.toBeNull()
    for (const token of [key, key, 'portico_dev_no', '']) {
      const response = await auth.handler(
        new Request('https://app.test/api/auth/device/revoke', {
          method: 'POST',
          body: new URLSearchParams({ token }),
        }),
      )
      expect([response.status, await response.json()]).toEqual([200, {}])
    }
    expect(await auth.session(bearing(key))).toBeNull()
    expect(await auth.devices.list({ userId })).toEqual([])
  })
})

describe('a person', () => {
  test('signs in first and comes back with the code', async () => {
    const { ask, newBrowser } = await house()
    const { user_code } = await ask()
    const page = await newBrowser().visit(`/api/auth/device?user_code=${user_code}`)
    const to = new URL(page.headers.get('location') ?? '')
    expect(to.pathname).toBe('/api/auth/signin')
    expect(to.searchParams.get('callbackUrl')).toBe(
      `https://app.test/api/auth/device?user_code=${user_code}`,
    )
  })

  test('signs in again if their sign-in is older than an hour', async () => {
    const { ask, enter, platform } = await house()
    platform.clock.advance('61m')
    const { user_code } = await ask()
    const refused = await enter(user_code)
    expect(refused.headers.get('location')).toContain('RecentSignInRequired')
  })

  test('sees their devices on the account page and signs one out there', async () => {
    const { auth, browser, device, userId } = await house()
    const before = await (await browser.visit('/api/auth/account')).text()
    expect(before).toContain('You aren’t signed in on any TV')
    const key = await device()
    await auth.session(bearing(key))
    const page = await (await browser.visit('/api/auth/account')).text()
    for (const fact of ['Acme TV', '203.0.113.7', 'Last used', 'Sign out'])
      expect(page).toContain(fact)
    expect(page).not.toContain(key)
    const [one] = await auth.devices.list(browser)
    await browser.submit('/api/auth/account', { action: 'endDevice', id: one?.id ?? '' })
    expect(await auth.session(bearing(key))).toBeNull()
    expect(await auth.devices.list({ userId })).toEqual([])
  })

  test('reads the pages in their language', async () => {
    const { browser, ask } = await house({ languages: [en, de] })
    const german = { 'accept-language': 'de' }
    const form = await (await browser.visit('/api/auth/device', german)).text()
    expect(form).toContain('Geben Sie den Code ein')
    const { user_code } = await ask()
    const page = await browser.submit('/api/auth/device', { user_code }, german)
    expect(await page.text()).toContain('Auf Acme TV anmelden?')
  })

  test('is told by mail, and the application and the audit log by event, without a code or a key', async () => {
    const told: unknown[] = []
    const note = (name: string) => (event: { detail?: unknown }) =>
      void told.push([name, event.detail])
    const events = { approveDevice: note('approve'), denyDevice: note('deny') } as object
    const { auth, storage, userId, ask, enter, answer, poll, platform } = await house({
      events,
      parts: [Notices()],
    })
    await storage.updateUser({ id: userId, email: 'ada@people.test', emailVerified: new Date() })
    const codes = await ask()
    await enter(codes.user_code)
    await answer(codes.user_code, 'approve')
    const { access_token = '' } = await poll(codes)
    expect(access_token).not.toBe('')
    const [device] = await auth.devices.list({ userId })
    await auth.devices.end({ userId }, device?.id ?? '')
    expect(told).toEqual([['approve', { client: 'acme-tv', ip: '203.0.113.7' }]])
    const lines = await auth.users.audit({ userId })
    const names = lines.map(({ event }) => event)
    expect(names).toEqual(expect.arrayContaining(['approveDevice', 'endDevice']))
    await expect.poll(() => platform.inbox.messages().length).toBe(1)
    expect(platform.inbox.messages()[0]?.subject).toContain('was used to sign in on a device')
    const said = JSON.stringify([told, lines, platform.inbox.messages()])
    for (const secret of [access_token, codes.device_code, codes.user_code])
      expect(said).not.toContain(secret)
  })

  test('passes the gate with the code, and nobody is asked there who answers', async () => {
    const seen: string[] = []
    const judge = ({ action }: { action: string }) => {
      seen.push(action)
      return true
    }
    const { ask, enter, answer, poll } = await house({ parts: [Gate(judge)] })
    const codes = await ask()
    await enter(codes.user_code)
    await answer(codes.user_code, 'approve')
    expect((await poll(codes)).status).toBe(200)
    expect(seen).toEqual(['device'])
  })
})

describe('device sign-in', () => {
  test.each([
    ['no clients', { clients: {} }],
    ['a client without a name', { clients: { tv: ' ' } }],
    ['a client id with a blank', { clients: { 'acme tv': 'TV' } }],
    ['a scope that is none', { clients: { tv: { name: 'TV', scopes: ['a b'] } } }],
    ['an age of a year', { clients: { tv: 'TV' }, maxAge: '365d' }],
    ['an age that is none', { clients: { tv: 'TV' }, maxAge: 'soon' }],
    ['a short prefix', { clients: { tv: 'TV' }, prefix: 'x' }],
  ])('refuses %s', (_, options) => {
    expect(() => DeviceSignIn(options)).toThrow(/DeviceSignIn\(\)|client|prefix/)
  })

  test('refuses to start without a storage', async () => {
    await expect(
      testAuth(
        { providers: [GitHub], parts: [DeviceSignIn({ clients: { tv: 'TV' } })] },
        { storage: false },
      ),
    ).rejects.toThrow('needs a storage')
  })
})
