import { describe, expect, test } from 'vitest'
import { NativeApps } from '../../src/parts/native-apps.ts'
import { Notices } from '../../src/parts/notices.ts'
import { Operators } from '../../src/parts/operators.ts'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import Email from '../../src/providers/email.ts'
import GitHub from '../../src/providers/github.ts'
import Google from '../../src/providers/google.ts'
import Guest from '../../src/providers/guest.ts'
import { testAuth } from '../../src/testing.ts'
import { begin, codeIn, exchange as exchangeCode, goOn } from './house.ts'
import { android, bundle, hashed, ios, sheets, web } from './sheet.ts'

const app = { id: 'acme', name: 'Acme', redirects: ['com.acme.app:/signed-in'] }

describe('an app with the sheet of a platform', () => {
  test.each(['google', 'apple'] as const)('signs in by %s, and is known by its key', async (id) => {
    const { signIn, who, storage, log } = await sheets()
    const answer = await signIn(id)
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()).toEqual([])
    const { access_token: key, session, ...rest } = await answer.json()
    expect(rest).toMatchObject({
      token_type: 'Bearer',
      refresh_token: key,
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    })
    expect(session.user).toMatchObject({ name: 'Ada Lovelace', email: 'ada@people.test' })
    expect(await who(key)).toEqual(session)
    const [account] = await storage.listAccounts(session.user.id)
    expect(account).toMatchObject({ provider: id })
    expect(log).toEqual({ errors: [], warnings: [] })
  })

  test('is the same person as in the browser', async () => {
    const { browser, signIn } = await sheets()
    await browser.signIn('google', { as: 'ada' })
    const { session } = await (await signIn('google')).json()
    expect(session.user.id).toBe((await browser.session())?.user.id)
  })

  test('carries the nonce as it is or hashed, as libraries do', async () => {
    const { nonce, platform, exchange } = await sheets()
    for (const write of [hashed, (given: string) => given]) {
      const given = await nonce()
      const order = { client_id: ios, nonce: write(given), as: 'ada' }
      const { id_token: subject_token } = await platform.appSignIn('google', order)
      expect((await exchange({ provider: 'google', subject_token, nonce: given })).status).toBe(200)
    }
  })

  test('takes a token that Google made for the server and gave to the app, if both are listed', async () => {
    const { nonce, platform, exchange } = await sheets({}, { google: [web, android] })
    const given = await nonce()
    const order = { client_id: android, server_client_id: web, nonce: given, as: 'ada' }
    const { id_token: subject_token } = await platform.appSignIn('google', order)
    expect((await exchange({ provider: 'google', subject_token, nonce: given })).status).toBe(200)
  })

  test('keeps the name that Apple tells once, and believes no other word of the app', async () => {
    const { signIn } = await sheets()
    const first = await (await signIn('apple', 'layla')).json()
    expect(first.session.user.name).toBe('ليلى 🌙✨')
    const second = await (await signIn('apple', 'layla')).json()
    expect(second.session.user).toEqual(first.session.user)
    const user = JSON.stringify({ email: 'ada@people.test', name: { firstName: 7 }, sub: 'ada' })
    const third = await (await signIn('apple', 'noor', { user })).json()
    expect(third.session.user).toMatchObject({ name: null, email: null })
  })

  test('shows in the list of sessions, and ends with it', async () => {
    const { signIn, auth, who } = await sheets()
    const { access_token: key, session } = await (
      await signIn('google', 'ada', { device: 'iPhone' })
    ).json()
    const [listed] = await auth.sessions.list({ userId: session.user.id })
    expect(listed?.userAgent).toBe('Acme/native (iPhone)')
    await auth.sessions.endAll({ userId: session.user.id })
    expect(await who(key)).toBeNull()
  })

  test('emits and records what every sign-in does, and which app it was', async () => {
    const told: string[] = []
    const events = Object.fromEntries(
      ['createUser', 'linkAccount', 'signIn', 'signInApp'].map((name) => [
        name,
        () => void told.push(name),
      ]),
    )
    const { signIn, auth } = await sheets({ events })
    const { session } = await (await signIn('google')).json()
    expect(told).toEqual(['createUser', 'linkAccount', 'signIn', 'signInApp'])
    const lines = await auth.users.audit({ userId: session.user.id })
    expect(lines.map(({ event }) => event).sort()).toEqual([...told].sort())
    expect(lines.find(({ event }) => event === 'signInApp')).toMatchObject({
      provider: 'google',
      detail: { app: 'acme' },
    })
  })

  test('has one notice mailed: of the app', async () => {
    const at = await sheets({ parts: [Notices()], providers: [Email] })
    const { session } = await (await at.signIn('google')).json()
    // Only proven addresses are told anything.
    await at.storage.updateUser({ id: session.user.id, emailVerified: new Date() })
    await at.signIn('google')
    expect(at.platform.inbox.messages().map(({ subject }) => subject)).toEqual([
      expect.stringContaining('An app signed in to your'),
    ])
  })

  test('asks the signIn callback, which may refuse', async () => {
    const { signIn, storage } = await sheets({ callbacks: { signIn: () => false } })
    const answer = await signIn('google')
    expect([answer.status, (await answer.json()).error]).toEqual([403, 'access_denied'])
    expect((await storage.listUsers({})).users).toEqual([])
  })
})

describe('somebody who must take another step', () => {
  test('has no session: the app is told which step, and nothing is written of a user who exists', async () => {
    const { browser, signIn, storage, auth } = await sheets({ parts: [SecondFactor()] })
    await browser.signIn('google', { as: 'ada' })
    const userId = (await browser.session())?.user.id ?? ''
    await browser.setUpFactor()
    const rows = async () =>
      JSON.stringify([
        await storage.getUser(userId),
        await storage.listAccounts(userId),
        await storage.listSessions(userId),
        (await storage.listItems({ userId })).items,
        await auth.users.audit({ userId }),
      ])
    const before = await rows()
    const answer = await signIn('google')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect([answer.status, await answer.json()]).toEqual([
      403,
      {
        error: 'interaction_required',
        code: 'RecentSignInRequired',
        reason: 'second-factor',
        message: expect.any(String),
      },
    ])
    expect(await rows()).toBe(before)
  })
})

describe('a guest of the app', () => {
  test('becomes the user of the account, and keeps their id', async () => {
    const { browser, auth, post, signIn, who } = await sheets({ providers: [Guest] })
    await browser.submit('/api/auth/callback/guest')
    const guest = (await browser.session())?.user.id
    const flow = begin()
    const code = codeIn(await goOn(browser, flow))
    const { access_token: before } = await (
      await post('native-token', exchangeCode(flow, code))
    ).json()
    expect((await who(before))?.user.id).toBe(guest)
    const answer = await signIn('google', 'ada', {}, { authorization: `Bearer ${before}` })
    const { access_token: key, session } = await answer.json()
    expect(session.user).toMatchObject({ id: guest, name: 'Ada Lovelace' })
    expect([await who(before), (await who(key))?.user.id]).toEqual([null, guest])
    expect(await auth.session(browser)).toBeNull()
  })
})

describe('auth.exchange', () => {
  const request = (headers = {}) =>
    new Request('https://app.test/sign-in', { method: 'POST', headers })

  /** What an app sends to a route of the application's own. */
  async function given({ nonce, platform }: Awaited<ReturnType<typeof sheets>>) {
    const sent = await nonce()
    const order = { client_id: bundle, nonce: hashed(sent), as: 'ada' }
    const { id_token: idToken } = await platform.appSignIn('apple', order)
    return { app: 'acme', idToken, nonce: sent }
  }

  test('returns the key of the app', async () => {
    const at = await sheets()
    const { key, expiresIn, session } = await at.auth.exchange(request(), 'apple', await given(at))
    expect(expiresIn).toBe(86_400)
    expect(await at.who(key)).toEqual(session)
  })

  test('returns the cookies of a session for an app that shows pages', async () => {
    const at = await sheets()
    const options = { ...(await given(at)), browser: true, callbackUrl: '/home' } as const
    const { url, headers, cookies } = await at.auth.exchange(request(), 'apple', options)
    expect(url).toBe('https://app.test/home')
    expect(headers.getSetCookie()).toHaveLength(cookies.length)
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const { user } = (await at.auth.session(new Headers({ cookie }))) ?? {}
    expect(user?.email).toBe('ada@people.test')
  })

  test('leads such an app to the step that is missing', async () => {
    const at = await sheets({ parts: [SecondFactor({ required: () => true })] })
    const options = { ...(await given(at)), browser: true } as const
    const { url, cookies } = await at.auth.exchange(request(), 'apple', options)
    expect(new URL(url).pathname).toBe('/api/auth/second-factor-setup')
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    expect(await at.auth.session(new Headers({ cookie }))).toBeNull()
    await expect(at.auth.exchange(request(), 'apple', await given(at))).rejects.toMatchObject({
      code: 'RecentSignInRequired',
    })
  })

  test('refuses a page of another site', async () => {
    const at = await sheets()
    const options = { ...(await given(at)), browser: true } as const
    const foreign = request({ origin: 'https://evil.test' })
    await expect(at.auth.exchange(foreign, 'apple', options)).rejects.toMatchObject({
      code: 'CrossSite',
    })
  })

  test('refuses an app that is not listed, or lists no clients of the platform', async () => {
    const at = await sheets()
    for (const app of ['nobody', 'plain'])
      await expect(
        at.auth.exchange(request(), 'apple', { ...(await given(at)), app }),
      ).rejects.toMatchObject({ code: 'InvalidRequest' })
  })
})

describe('NativeApps()', () => {
  test.each([
    ['an empty list', { google: [] }],
    ['a text in place of a list', { google: ios }],
    ['clients that are no texts', { google: [7] }],
    ['a provider without id tokens', { github: ['one'] }],
  ])('refuses %s', async (_what, idTokens) => {
    const parts = [NativeApps([{ ...app, idTokens: idTokens as never }])]
    const made = testAuth({ providers: [Google, GitHub], parts })
    await expect(made).rejects.toMatchObject({ code: 'Configuration' })
  })
})

describe('somebody who is blocked', () => {
  test('is refused as everywhere', async () => {
    const { browser, signIn, auth, storage } = await sheets({ parts: [Operators()] })
    await browser.signIn('google', { as: 'ada' })
    const userId = (await browser.session())?.user.id ?? ''
    await Reflect.get(auth.users, 'block')(userId, { reason: 'spam' })
    const answer = await signIn('google')
    expect([answer.status, (await answer.json()).error]).toEqual([403, 'access_denied'])
    expect(await storage.listSessions(userId)).toEqual([])
  })
})
