import { describe, expect, test } from 'vitest'
import { type FactorCalls, SecondFactor } from '../../src/parts/second-factor.ts'
import { bearing, house } from '../parts/device-sign-in/house.ts'

describe('the code of a device', () => {
  test('belongs to the first browser that opened it: nobody else can look at it, approve it or refuse it', async () => {
    const { ask, enter, answer, poll, newBrowser } = await house()
    const codes = await ask()
    await enter(codes.user_code)
    const thief = newBrowser()
    await thief.signIn('github', { as: 'noor' })
    for (const attempt of [
      await enter(codes.user_code, thief),
      await answer(codes.user_code, 'approve', thief),
      await answer(codes.user_code, 'deny', thief),
    ])
      expect(attempt.headers.get('location')).toContain('error=Verification')
    expect(await poll(codes)).toMatchObject({ error: 'authorization_pending' })
    expect((await answer(codes.user_code, 'approve')).status).toBe(200)
  })

  test('is opened by one of eight browsers that enter it at the same moment', async () => {
    const { ask, enter, newBrowser } = await house()
    const { user_code } = await ask()
    const browsers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const browser = newBrowser()
        await browser.signIn('github', { as: 'noor' })
        return browser
      }),
    )
    const answers = await Promise.all(browsers.map((one) => enter(user_code, one)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is approved by no link: opening one shows a form and changes nothing', async () => {
    const { ask, browser, poll, storage } = await house()
    const codes = await ask()
    const { items: before } = await storage.listItems({ kind: 'device-sign-in/code' })
    for (const extra of ['', '&answer=approve', '&answer=approve&as=1']) {
      const page = await browser.visit(
        `${new URL(codes.verification_uri_complete).pathname}?user_code=${codes.user_code}${extra}`,
      )
      expect(page.status).toBe(200)
      expect(await page.text()).toContain(`value="${codes.user_code}"`)
    }
    const { items: after } = await storage.listItems({ kind: 'device-sign-in/code' })
    expect(after).toEqual(before)
    expect(await poll(codes)).toMatchObject({ error: 'authorization_pending' })
  })

  test('cannot be answered before it was opened, which passes the limits', async () => {
    const { ask, answer, poll } = await house()
    const codes = await ask()
    const refused = await answer(codes.user_code, 'approve')
    expect(refused.headers.get('location')).toContain('error=Verification')
    expect(await poll(codes)).toMatchObject({ error: 'authorization_pending' })
  })

  test('is guessed at ten times, and then no more', async () => {
    const { ask, enter } = await house()
    const { user_code } = await ask()
    const places: string[] = []
    for (let guess = 0; guess < 10; guess++)
      places.push((await enter('BCDF-GHJK')).headers.get('location') ?? '')
    expect(places.filter((place) => place.includes('Verification')).length).toBeGreaterThan(0)
    expect((await enter(user_code)).headers.get('location')).toContain('RateLimited')
  })

  test('is answered for nobody but the person whom the page named', async () => {
    const { ask, enter, browser, poll } = await house()
    const codes = await ask()
    await enter(codes.user_code)
    const form = { user_code: codes.user_code, answer: 'approve', as: 'somebody-else' }
    const again = await browser.submit('/api/auth/device', form)
    expect(await again.text()).toContain('Sign in on Acme TV?')
    expect(await poll(codes)).toMatchObject({ error: 'authorization_pending' })
  })

  test('is approved by no page of another site', async () => {
    const { ask, enter, browser, poll, userId } = await house()
    const codes = await ask()
    await enter(codes.user_code)
    const form = { user_code: codes.user_code, answer: 'approve', as: userId }
    const forged = await browser.submit('/api/auth/device', form, {
      'sec-fetch-site': 'cross-site',
      origin: 'https://evil.test',
    })
    expect(forged.status).toBe(403)
    expect(await poll(codes)).toMatchObject({ error: 'authorization_pending' })
  })

  test('is redeemed once by fifty polls at the same moment', async () => {
    const { auth, ask, enter, answer, poll, userId } = await house()
    const codes = await ask()
    await enter(codes.user_code)
    await answer(codes.user_code, 'approve')
    const answers = await Promise.all(Array.from({ length: 50 }, () => poll(codes)))
    expect(answers.filter(({ access_token }) => access_token)).toHaveLength(1)
    expect(await auth.devices.list({ userId })).toHaveLength(1)
  })

  test('is worth nothing to another client', async () => {
    const { auth, ask, enter, answer, poll, userId } = await house()
    const codes = await ask()
    await enter(codes.user_code)
    await answer(codes.user_code, 'approve')
    expect(await poll(codes, { client_id: 'acme-cli' })).toMatchObject({ error: 'access_denied' })
    expect(await auth.devices.list({ userId })).toEqual([])
  })

  test('is stored as a hash only, and so is the key of the device', async () => {
    const { ask, device, storage } = await house()
    const codes = await ask()
    const key = await device()
    const { items } = await storage.listItems({})
    expect(items.length).toBeGreaterThan(2)
    const stored = JSON.stringify(items)
    const secrets = [codes.device_code, codes.user_code, codes.user_code.replace('-', ''), key]
    for (const secret of secrets) expect(stored).not.toContain(secret)
  })

  test('approved before everybody was signed out gives no key after', async () => {
    const { auth, ask, enter, answer, poll, userId } = await house({
      session: { strategy: 'database' },
    })
    const codes = await ask()
    await enter(codes.user_code)
    await answer(codes.user_code, 'approve')
    await auth.sessions.endAll({ userId })
    expect(await poll(codes)).toMatchObject({ error: 'access_denied' })
  })

  test('asks for the second factor before it can be entered', async () => {
    const { auth, ask, browser, enter, userId } = await house({ parts: [SecondFactor()] })
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    const { factors } = auth as unknown as FactorCalls
    await factors.importTotp({ userId }, { secret })
    const { user_code } = await ask()
    // She signed in before she had one, and so proved too little.
    const refused = await enter(user_code)
    expect(refused.headers.get('location')).toContain('/api/auth/step-up')
    expect(await browser.session()).not.toBeNull()
  })
})

describe('the key of a device', () => {
  test('meets no demand for a proof', async () => {
    const { auth, device } = await house()
    const request = bearing(await device())
    for (const demand of [{ maxAge: 1_000_000 }, { level: 2 as const }, { somethingNew: 'x' }]) {
      await expect(auth.requireSession(request, demand)).rejects.toMatchObject({
        code: 'AccessDenied',
      })
      expect(await auth.session(request, { ...demand, scopes: [] })).toBeNull()
    }
  })

  test('opens no page, approves no device, lists nothing and ends nothing', async () => {
    const { auth, device, ask } = await house()
    const { headers } = bearing(await device())
    const { user_code } = await ask()
    const json = { accept: 'application/json', authorization: headers.get('authorization') ?? '' }
    const at = (path: string, body?: Record<string, string>) =>
      auth.handler(
        new Request(`https://app.test/api/auth/${path}`, {
          headers: { ...json, origin: 'https://app.test' },
          ...(body && { method: 'POST', body: new URLSearchParams(body) }),
        }),
      )
    expect((await at('account')).status).toBe(401)
    expect((await at('device')).status).toBe(401)
    expect((await at('device', { user_code })).status).toBe(401)
    expect((await at('account', { action: 'delete', confirm: 'yes' })).status).toBe(401)
    await expect(auth.devices.list(new Headers(json))).rejects.toMatchObject({
      code: 'SessionRequired',
    })
    await expect(auth.users.delete(new Headers(json))).rejects.toMatchObject({
      code: 'SessionRequired',
    })
  })

  test('ends when it is as old as it may get, and when its program is given up', async () => {
    const { auth, device, platform } = await house({}, { maxAge: '1d' })
    const request = bearing(await device())
    expect(await auth.session(request)).not.toBeNull()
    platform.clock.advance('24h')
    expect(await auth.session(request)).toBeNull()
  })

  test.each(['portico_dev_', 'portico_dev_x', `portico_dev_${'a'.repeat(38)}`, 'portico_dev_ü'])(
    'is nobody’s if it is malformed (%s), also beside a cookie',
    async (key) => {
      const { auth, browser } = await house()
      const cookie = browser.headers.get('cookie') ?? ''
      const headers = { authorization: `Bearer ${encodeURIComponent(key)}`, cookie }
      expect(await auth.session(new Headers(headers))).toBeNull()
    },
  )

  test('of somebody who was deleted is nobody’s', async () => {
    const { auth, device, userId } = await house()
    const request = bearing(await device())
    await auth.users.delete({ userId })
    expect(await auth.session(request)).toBeNull()
  })
})
