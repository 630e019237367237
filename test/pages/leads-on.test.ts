import { describe, expect, test } from 'vitest'
import Email from '../../src/providers/email.ts'
import Guest from '../../src/providers/guest.ts'
import Passkey from '../../src/providers/passkey.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { idp, plain, type Stage, stage } from '../attacks/stage.ts'
import { origin, setup } from '../setup.ts'

async function read(browser: TestBrowser, path: string): Promise<string> {
  return (await browser.visit(`/api/auth/${path}`)).text()
}

describe('a passkey on the sign-in page', () => {
  test('stands below the platforms', async () => {
    const { browser } = await setup({ providers: [Passkey({}), plain], storage: memory() })
    const page = await read(browser, 'signin')
    expect(page.indexOf('data-passkey')).toBeGreaterThan(page.indexOf('signin/plain'))
    // The first platform is the main way, not what a device may have.
    expect(page).toContain('signin/plain" class="main">')
  })

  test('stands above them if it was used last', async () => {
    const { auth } = await setup({ providers: [plain, Passkey({})], storage: memory() })
    const headers = { cookie: '__Host-portico.last=passkey' }
    const answer = await auth.handler(new Request(`${origin}/api/auth/signin`, { headers }))
    const page = await answer.text()
    expect(page).toContain('Last used')
    expect(page.indexOf('data-passkey')).toBeLessThan(page.indexOf('signin/plain'))
  })
})

describe('somebody who is signed in already', () => {
  test('is offered to go on as they are, to where they wanted', async () => {
    const { browser } = await stage()
    await browser.signIn('plain', { as: 'ada' })
    const page = await read(browser, 'signin?callbackUrl=/cart')
    expect(page).toContain(
      `<a class="button main" href="${origin}/cart">Continue as Ada Lovelace</a>`,
    )
    expect(page).toContain('<div class="told" role="status"><strong>You are signed in as Ada')
    expect(page).toContain('signin/plain')
  })

  test.each(['RecentSignInRequired', 'SessionRequired', 'AccessDenied'])(
    'sees no way on where that would lead in a circle: %s',
    async (code) => {
      const { browser } = await stage()
      await browser.signIn('plain', { as: 'ada' })
      expect(await read(browser, `signin?error=${code}`)).not.toContain('Continue as')
    },
  )

  test('can go on from a mail link that they used before, and reads that it is used', async () => {
    let link = ''
    const email = Email({
      from: 'a@acme.test',
      sendVerificationRequest: ({ url }) => {
        link = url
      },
    })
    const { browser } = await stage({ providers: [plain, email] })
    const form = { email: 'ada@people.test', callbackUrl: '/cart' }
    await browser.submit('/api/auth/signin/email', form)
    await browser.visit(link)
    const again = await browser.visit(link)
    const page = await (await browser.visit(again.headers.get('location') ?? '')).text()
    expect(page).toMatch(
      /This link or code is no longer valid.*<a class="button main" href="https:\/\/app\.test\/cart">Continue as ada@people\.test</s,
    )
  })

  test('sees the ways to sign in as a guest, who came for them', async () => {
    const { browser } = await setup({ providers: [plain, Guest], storage: memory() })
    await browser.submit('/api/auth/callback/guest', {})
    expect((await browser.session())?.user).toMatchObject({ guest: true })
    const page = await read(browser, 'signin')
    expect(page).not.toContain('class="button main"')
    expect(page).not.toContain('You are signed in as')
  })
})

describe('the same address at another platform', () => {
  let code = ''
  const email = Email({
    from: 'a@acme.test',
    sendVerificationRequest: (mail) => {
      code = mail.code
    },
  })

  /** Ada, known by mail, comes with a platform that has her address. */
  async function refused(): Promise<Stage & { page: string; callbackUrl: string }> {
    const at = await stage({ providers: [idp, plain, email] })
    const { storage } = at
    await storage.createUser({
      ...{ id: 'u1', name: 'Ada', email: 'ada@people.test', emailVerified: new Date(1) },
    })
    const answer = await at.browser.signIn('idp', { as: 'ada', callbackUrl: '/cart' })
    const location = new URL(answer.headers.get('location') ?? '')
    expect(location.searchParams.get('error')).toBe('OAuthAccountNotLinked')
    const callbackUrl = location.searchParams.get('callbackUrl') ?? ''
    expect(location.href).not.toContain('people.test')
    return { ...at, callbackUrl, page: await (await at.browser.visit(location.href)).text() }
  }

  test('is told calmly, with the address filled in, and without the ways of its user', async () => {
    const { page } = await refused()
    expect(page).toContain('<div class="told" role="status"><strong>You already have an account')
    expect(page).toMatch(/<input[^>]*name="email"[^>]*value="ada@people\.test"/)
    expect(page.match(/formaction/g)).toHaveLength(2)
  })

  test('leads by mail to the account page, which connects it and goes on', async () => {
    const { browser, world, callbackUrl } = await refused()
    const sent = await browser.submit('/api/auth/signin/email', {
      ...{ email: 'ada@people.test', callbackUrl },
    })
    const flow = new URL(sent.headers.get('location') ?? '').searchParams.get('flow') ?? ''
    const arrived = await browser.submit('/api/auth/callback/email', { code, flow })
    const account = arrived.headers.get('location') ?? ''
    expect(account).toBe(
      `${origin}/api/auth/account?connect=idp&callbackUrl=${encodeURIComponent(`${origin}/cart`)}`,
    )
    const page = await (await browser.visit(account)).text()
    expect(page).toContain('Connect Idp, so that you can sign in with it too')
    expect(page).toContain(`name="callbackUrl" value="${origin}/cart"`)
    const form = { link: 'true', callbackUrl: `${origin}/cart` }
    const started = await browser.submit('/api/auth/signin/idp', form)
    const back = await world.approve(started.headers.get('location') ?? '', { as: 'ada' })
    const done = await browser.visit(String(back))
    expect(done.headers.get('location')).toBe(`${origin}/cart`)
    expect((await browser.session())?.user.id).toBe('u1')
    expect(await (await browser.visit(account)).text()).not.toContain(
      'so that you can sign in with it too',
    )
  })

  test('connects nothing by itself: another user signs in and is only offered', async () => {
    const { browser, storage, callbackUrl } = await refused()
    await browser.signIn('plain', { as: 'layla' })
    await browser.visit(callbackUrl)
    expect(await storage.listAccounts('u1')).toEqual([])
    const user = (await browser.session())?.user.id ?? ''
    expect((await storage.listAccounts(user)).map(({ provider }) => provider)).toEqual(['plain'])
  })

  test.each(['nobody', 'email', '__proto__'])('offers no %s to connect', async (name) => {
    const { browser } = await stage({ providers: [idp, plain, email] })
    await browser.signIn('plain', { as: 'ada' })
    expect(await read(browser, `account?connect=${name}`)).not.toContain('so that you can sign in')
  })
})
