import { describe, expect, test } from 'vitest'
import { NativeApps } from '../../src/parts/native-apps.ts'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import { memory } from '../../src/storage/memory.ts'
import { setup } from '../setup.ts'
import { bearing, begin, codeIn, exchange, goOn, house, redirects, startPath } from './house.ts'

const location = (response: Response) => response.headers.get('location') ?? ''

describe('a sign-in of an app', () => {
  test('goes through the browser, and the app is known by its key', async () => {
    const { auth, browser, post, userId, storage } = await house()
    const flow = begin()
    const page = await browser.visit(startPath(flow))
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Continue to Acme as Ada Lovelace')
    const back = await goOn(browser, flow)
    expect(back.startsWith(`${redirects.scheme}?code=`)).toBe(true)
    expect(new URL(back).searchParams.get('state')).toBe(flow.query.state)
    const answer = await post('native-token', exchange(flow, codeIn(back), 'iPhone'))
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(answer.headers.get('cache-control')).toContain('no-store')
    const { access_token: key, session } = await answer.json()
    expect(session.user).toMatchObject({ id: userId, name: 'Ada Lovelace' })
    expect(await auth.session(bearing(key))).toEqual(session)
    expect(await auth.requireSession(bearing(key), { level: 1 })).toEqual(session)
    const kept = JSON.stringify([await storage.listSessions(userId), await storage.listItems({})])
    expect(kept).toContain('Acme/native (iPhone)')
    expect(kept).not.toContain(key.slice('portico_app_'.length, -43))
    expect(kept).not.toContain(key.slice(-43))
  })

  test('leads whoever is nobody to the sign-in page, and back', async () => {
    const { newBrowser } = await house()
    const browser = newBrowser()
    const flow = begin()
    const page = new URL(location(await browser.visit(startPath(flow))))
    expect(page.pathname).toBe('/api/auth/signin')
    const callbackUrl = page.searchParams.get('callbackUrl') ?? ''
    const back = location(await browser.signIn('github', { as: 'noor', callbackUrl }))
    expect(back).toBe(callbackUrl)
    expect(await (await browser.visit(back)).text()).toContain('Continue to Acme as Noor')
  })

  test('asks before it goes on, by a scheme or by loopback, however often', async () => {
    const { browser } = await house()
    for (const redirect_uri of [redirects.scheme, redirects.loopback, redirects.loopback6]) {
      for (const _ of [1, 2]) {
        const flow = begin({ redirect_uri })
        const page = await browser.visit(startPath(flow))
        expect([page.status, await page.text()]).toEqual([
          200,
          expect.stringContaining('Continue to Acme as Ada'),
        ])
        expect(codeIn(await goOn(browser, flow))).not.toBe('')
      }
    }
  })

  test('goes on at once by a link that the app has claimed; a HEAD takes no step', async () => {
    const { browser, post, storage, userId } = await house()
    const flow = begin({ redirect_uri: redirects.claimed })
    const address = new URL(startPath(flow), 'https://app.test')
    const looked = await browser.send(new Request(address, { method: 'HEAD' }))
    expect(looked.headers.get('location')).toBeNull()
    expect((await storage.listItems({ userId })).items).toEqual([])
    const back = location(await browser.visit(startPath(flow)))
    expect(back.startsWith(`${redirects.claimed}?code=`)).toBe(true)
    expect((await post('native-token', exchange(flow, codeIn(back)))).status).toBe(200)
  })

  test('lets the form of the page lead into the app, and nowhere else', async () => {
    const { browser } = await house()
    const policy = async (redirect_uri: string) =>
      (await browser.visit(startPath(begin({ redirect_uri })))).headers
        .get('content-security-policy')
        ?.split('; ')
        .find((rule) => rule.startsWith('form-action'))
    expect(await policy(redirects.scheme)).toBe("form-action 'self' https: com.acme.app:")
    expect(await policy(redirects.loopback6)).toBe("form-action 'self' https: http:")
  })

  test('offers to cancel, and the app hears of it', async () => {
    const { browser } = await house()
    const flow = begin()
    const text = await (await browser.visit(startPath(flow))).text()
    expect(text).toContain(`${redirects.scheme}?error=access_denied&#38;state=${flow.query.state}`)
  })

  test('speaks the language of the visitor', async () => {
    const { browser } = await house({
      languages: [(await import('../../src/languages/de.ts')).default],
    })
    const page = await browser.visit(startPath(begin()))
    expect(await page.text()).toContain('Als Ada Lovelace weiter zu Acme')
  })

  test('has a second factor asked for in the browser before there is a code', async () => {
    const at = await house({ parts: [SecondFactor({ required: () => true })] })
    const browser = at.newBrowser()
    const flow = begin()
    await browser.signIn('github', { as: 'noor' })
    expect(await browser.session()).toBeNull()
    expect(location(await browser.visit(startPath(flow)))).toContain('/signin?')
    expect(
      (await browser.submit('/api/auth/native-start', flow.query)).headers.get('location'),
    ).not.toContain('code=')
    expect((await at.storage.listItems({ kind: 'native-apps/code' })).items).toEqual([])
  })

  test('carries what was proven into the session of the app, and no more', async () => {
    const { auth, browser, enter, clock } = await house()
    const { authTime } = (await browser.session()) ?? {}
    clock.advance('2h')
    const { access_token: key, session } = await enter()
    expect(session).toMatchObject({ authTime })
    await expect(auth.requireSession(bearing(key), { maxAge: 3600 })).rejects.toMatchObject({
      code: 'RecentSignInRequired',
    })
  })
})

describe('the session of an app', () => {
  test('is in the list of its owner, as the app on its device, and is ended there', async () => {
    const { auth, browser, enter, who, userId } = await house()
    const { access_token: key } = await enter({ device: 'Ada’s iPhone' })
    const page = await (await browser.visit('/api/auth/account')).text()
    expect(page).toContain('Acme on Ada’s iPhone')
    const [app] = (await auth.sessions.list({ userId })).filter(({ userAgent }) =>
      userAgent?.startsWith('Acme'),
    )
    await browser.submit('/api/auth/account', { action: 'end', id: app?.id ?? '' })
    expect(await who(key)).toBeUndefined()
    expect(await browser.session()).not.toBeNull()
  })

  test('ends when the app signs out, and no other does', async () => {
    const { browser, enter, who, post, userId, auth } = await house()
    const [one, two] = [await enter(), await enter()]
    const ended = await post('native-revoke', { token: one.access_token })
    expect([ended.status, ended.headers.getSetCookie()]).toEqual([200, []])
    expect([await who(one.access_token), await who(two.access_token)]).toEqual([undefined, userId])
    expect(await browser.session()).not.toBeNull()
    expect((await post('native-revoke', { token: one.access_token })).status).toBe(200)
    const log = (await auth.users.audit({ userId })).map(({ event }) => event)
    expect(log.slice(0, 3)).toEqual(['signOutApp', 'signInApp', 'signInApp'])
  })

  test('goes on as long as the app comes back, up to the absolute end', async () => {
    const { enter, renew, who, clock, userId } = await house({
      session: { maxAge: 10 * 86_400, absoluteMaxAge: 25 * 86_400 },
    })
    let { access_token: key } = await enter()
    for (const _ of [1, 2]) {
      clock.advance('9d')
      const answer = await renew(key)
      expect(answer.status).toBe(200)
      key = (await answer.json()).access_token
      expect(await who(key)).toBe(userId)
    }
    clock.advance('8d')
    expect(await who(key)).toBeUndefined()
    expect((await renew(key)).status).toBe(400)
  })

  test('goes on from when the app asked last, although the answer before was lost', async () => {
    const time = { now: Date.now() }
    const { enter, renew, who, clock, userId } = await house({
      storage: memory({ now: () => time.now }),
      session: { maxAge: 10 * 86_400 },
    })
    const wait = (days: number) => {
      time.now += days * 86_400_000
      clock.advance(`${days}d`)
    }
    const { access_token: first } = await enter()
    wait(2)
    const { access_token: lost } = await (await renew(first)).json()
    wait(7)
    // Many ask at once, and all get the same.
    const answers = await Promise.all(Array.from({ length: 20 }, () => renew(first)))
    const keys = await Promise.all(answers.map(async (one) => (await one.json()).access_token))
    expect(new Set(keys)).toEqual(new Set([lost]))
    wait(8)
    expect(await who(lost)).toBe(userId)
    wait(3)
    expect(await who(lost)).toBeUndefined()
  })

  test('ends by itself if the app stays away', async () => {
    const { enter, who, clock } = await house()
    const { access_token: key } = await enter()
    clock.advance('31d')
    expect(await who(key)).toBeUndefined()
  })
})

describe('a key', () => {
  test('has the same successor, however often it is asked for one', async () => {
    const { enter, renew, who, userId } = await house()
    const { access_token: first } = await enter()
    const answers = await Promise.all(Array.from({ length: 20 }, () => renew(first)))
    const keys = await Promise.all(answers.map(async (one) => (await one.json()).access_token))
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).not.toBe(first)
    // The answer may be lost: until the successor is used, both are good.
    expect(await who(first)).toBe(userId)
    expect((await (await renew(first)).json()).access_token).toBe(keys[0])
  })

  test('has not ended because a storage lets nobody replace it', async () => {
    const { enter, renew, who, storage, userId } = await house()
    const { access_token: key } = await enter()
    const { replaceItem } = storage
    storage.replaceItem = async () => false
    const answer = await renew(key)
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { error: 'temporarily_unavailable' },
    ])
    storage.replaceItem = replaceItem
    expect((await renew(key)).status).toBe(200)
    expect(await who(key)).toBe(userId)
  })

  test('ends as soon as its successor is used', async () => {
    const { enter, renew, who, userId } = await house()
    const { access_token: first } = await enter()
    const { access_token: second } = await (await renew(first)).json()
    expect(await who(second)).toBe(userId)
    expect(await who(first)).toBeUndefined()
    const { access_token: third } = await (await renew(second)).json()
    expect(await who(third)).toBe(userId)
  })
})

describe('the configuration', () => {
  test.each([
    ['http://localhost:3000/signed-in', /127\.0\.0\.1/],
    ['http://127.0.0.1:8080/signed-in', /without a port/],
    ['http://acme.example/signed-in', /https/],
    ['https://acme.example/*', /wildcard/],
    ['https://acme.example/a?b=c', /query/],
    ['https://user@acme.example/a', /https/],
    ['https://ACME.example/a', /https/],
    ['javascript:/alert', /https/],
    ['intent:/signed-in', /https/],
    ['com.acme.app', /https/],
  ])('refuses the redirect %s', async (redirect, hint) => {
    const { log, auth } = await setup({
      providers: [],
      parts: [NativeApps([{ id: 'acme', name: 'Acme', redirects: [redirect] }])],
      storage: memory(),
    })
    const answer = await auth.handler(new Request('https://app.test/api/auth/session'))
    expect(answer.status).toBe(500)
    expect(log.errors.map(({ hint: said, message }) => `${message} ${said}`).join()).toMatch(hint)
  })

  test('refuses sessions in cookies, which could be neither listed nor ended', async () => {
    const { log, auth } = await setup({
      parts: [NativeApps([{ id: 'acme', name: 'Acme', redirects: [redirects.scheme] }])],
      storage: memory(),
      session: { strategy: 'cookie' },
    })
    expect((await auth.handler(new Request('https://app.test/api/auth/session'))).status).toBe(500)
    expect(log.errors.join()).toContain('sessions in a database')
  })
})
