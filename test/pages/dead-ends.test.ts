import { describe, expect, test } from 'vitest'
import de from '../../src/languages/de.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { plain, stage } from '../attacks/stage.ts'
import { ask, mailHouse, mails, startMails, typeCode } from '../methods/mail-house.ts'
import { origin } from '../setup.ts'

startMails()

/** Where a response leads, and what stands there. */
async function follow(browser: TestBrowser, answer: Response) {
  const location = new URL(answer.headers.get('location') ?? '', origin)
  const page = await browser.visit(location.href)
  return { location, page, text: await page.text() }
}

async function signedIn() {
  const at = await stage({ session: { strategy: 'database' } })
  await at.browser.signIn('plain', { as: 'ada' })
  return at
}

describe('connecting a platform', () => {
  const account = `${origin}/api/auth/account`

  test('is declined, and the account page says so without alarm', async () => {
    const at = await signedIn()
    const answer = await at.browser.signIn('idp', { deny: true, link: true, callbackUrl: account })
    const { location, text } = await follow(at.browser, answer)
    expect(location.pathname).toBe('/api/auth/account')
    expect(text).toMatch(/role="status"><strong>Connecting canceled/)
    expect(text).toContain('Platforms')
  })

  test('fails, and the account page says why', async () => {
    const at = await signedIn()
    const other = at.open()
    await other.signIn('idp', { as: 'noor' })
    const answer = await at.browser.signIn('idp', { as: 'noor', link: true, callbackUrl: account })
    const { location, text } = await follow(at.browser, answer)
    expect([location.pathname, location.searchParams.get('error')]).toEqual([
      '/api/auth/account',
      'AccountTaken',
    ])
    expect(text).toMatch(/role="alert"><strong>That account is already linked/)
  })

  test('returns to the account page if nobody said where to return to', async () => {
    const at = await signedIn()
    const { location } = await follow(
      at.browser,
      await at.browser.signIn('idp', { deny: true, link: true }),
    )
    expect(location.pathname).toBe('/api/auth/account')
  })

  test('returns to the page of the application that asked, with the code', async () => {
    const at = await signedIn()
    const options = { deny: true, link: true, callbackUrl: '/settings?tab=2' }
    const answer = await at.browser.signIn('idp', options)
    expect(answer.headers.get('location')).toBe(
      `${origin}/settings?tab=2&error=AccessDenied&code=cancelled`,
    )
  })

  test('in a session that has ended leads to the sign-in page, and from there back', async () => {
    const at = await signedIn()
    const start = await at.browser.start('idp', { link: 'true', callbackUrl: account })
    const back = await at.world.approve(start, { as: 'ada' })
    const elsewhere = at.open()
    await elsewhere.signIn('plain', { as: 'ada' })
    await elsewhere.submit('/api/auth/account', { action: 'endOthers' })
    const { location } = await follow(at.browser, await at.browser.visit(String(back)))
    expect([location.pathname, location.searchParams.get('callbackUrl')]).toEqual([
      '/api/auth/signin',
      account,
    ])
  })
})

describe('a platform that fails is named', () => {
  test.each([
    ['the token', 'token', 'cut', 'PlatformUnreachable', 'Plain isn’t responding'],
    ['the profile', 'userinfo', 'unavailable', 'PlatformError', 'Plain couldn’t sign you in'],
  ] as const)('at its answer about %s', async (_, endpoint, answer, code, title) => {
    const { browser, world } = await stage({
      runtime: { dev: false },
      secret: 'Zk3v9QmT7xW2pLr8sYd4NfHb6Jc1GaEu',
    })
    world.next({ endpoint, platform: 'plain', answer })
    const { location, text } = await follow(browser, await browser.signIn('plain', { as: 'ada' }))
    expect(location.searchParams.get('error')).toBe(code)
    expect(text).toContain(`role="alert"><strong>${title}</strong>`)
  })

  test('in the visitor’s language, by the name that people know', async () => {
    const named = { ...plain, button: { name: 'Plainly' } }
    const { browser, world } = await stage({ providers: [named], language: de })
    world.next({ endpoint: 'token', platform: 'plain', answer: 'cut' })
    const { text } = await follow(browser, await browser.signIn('plain', { as: 'ada' }))
    expect(text).toContain('<strong>Plainly antwortet nicht</strong>')
  })

  test('unless the application says it in its own words', async () => {
    const own = { title: 'Oh dear', text: 'That did not work.' }
    const { browser, world } = await stage({ language: { errors: { PlatformUnreachable: own } } })
    world.next({ endpoint: 'token', platform: 'plain', answer: 'cut' })
    const { text } = await follow(browser, await browser.signIn('plain', { as: 'ada' }))
    expect(text).toContain('<strong>Oh dear</strong>')
  })

  test('only by its own failure: an address that anybody can write says “The platform”', async () => {
    const { browser } = await stage()
    const page = await browser.visit('/api/auth/signin?error=PlatformUnreachable&provider=plain')
    expect(await page.text()).toContain('<strong>The platform isn’t responding</strong>')
  })
})

describe('a mailed code', () => {
  test.each([
    (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`,
    (code: string) => ` ${code.slice(0, 3)} – ${code.slice(3)} `,
    (code: string) => [...code].join(' '),
  ])('may be pasted with spaces and hyphens (%#)', async (written) => {
    const { browser } = await mailHouse()
    const sent = await ask(browser, 'ada@example.com')
    await typeCode(browser, sent, written(mails().latest().code))
    expect((await browser.session())?.user.email).toBe('ada@example.com')
  })

  test('gets 429 and a page that says how long to wait if it is wrong too often', async () => {
    const { browser } = await mailHouse({ limits: { code: { perAccount: 1 } } })
    const sent = await ask(browser, 'ada@example.com')
    const first = await follow(browser, await typeCode(browser, sent, '000000'))
    expect(first.text).toContain('The link in the email still works.')
    const answer = await typeCode(browser, sent, '000000')
    expect(answer.status).toBe(303)
    const { page, text, location } = await follow(browser, answer)
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, '3600'])
    expect(location.pathname).toBe('/api/auth/verify-request')
    expect(text).toContain('Please wait up to 60 minutes')
    // The address alone is believed for nothing.
    const later = await browser.visit(location.href)
    expect(later.status).toBe(200)
    expect(await later.text()).not.toContain('60 minutes')
  })

  test('is sent again, and the page confirms it', async () => {
    const { browser } = await mailHouse({ limits: { mail: { perAccount: 2 } } })
    const sent = await follow(browser, await ask(browser, 'ada@example.com'))
    expect(sent.text).not.toContain('Sent again')
    const again = fields(sent.text, 'again')
    const second = await follow(browser, await browser.submit('/api/auth/signin/email', again))
    expect(second.text).toMatch(/role="status"><strong>Sent again/)
    expect(mails().received).toHaveLength(2)
    // Too often: the page where the code can still be typed says so.
    const third = await follow(browser, await browser.submit('/api/auth/signin/email', again))
    expect(third.location.pathname).toBe('/api/auth/verify-request')
    expect(third.text).toMatch(/role="alert"><strong>Too many attempts/)
    expect(third.text).toContain('Six-digit code')
  })
})

test('an address that is none stays in its form, with what is wrong beside it', async () => {
  const { browser } = await mailHouse()
  const { text } = await follow(browser, await ask(browser, 'ada@'))
  const [form = ''] = /<form[^>]*signin\/email.*?<\/form>/.exec(text) ?? []
  expect(form).toMatch(/role="alert"><strong>That isn’t an email address/)
  expect(form).toMatch(/<input name="email"[^>]* value="ada@" autofocus>/)
})

test('text that was typed goes to the page in a sealed cookie, never in an address', async () => {
  const { browser } = await mailHouse()
  const answer = await ask(browser, 'ada@')
  expect(answer.headers.get('location')).not.toContain('ada')
  expect(answer.headers.getSetCookie().join()).not.toContain('ada')
})

describe('“Try again” still knows where the person wanted to go', () => {
  test('after a form that another site sent', async () => {
    const { browser } = await stage()
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const form = { callbackUrl: '/invoice/7' }
    const answer = await browser.submit('/api/auth/signin/plain', form, headers)
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('signin?callbackUrl=https%3A%2F%2Fapp.test%2Finvoice%2F7')
  })

  test('on the error page', async () => {
    const { browser } = await stage()
    const page = await browser.visit('/api/auth/error?error=Internal&callbackUrl=/invoice/7')
    expect(await page.text()).toContain('callbackUrl=https%3A%2F%2Fapp.test%2Finvoice%2F7')
    const foreign = await browser.visit('/api/auth/error?callbackUrl=https://evil.test/')
    expect(await foreign.text()).not.toContain('evil.test')
  })

  test('on the page that waits for a code', async () => {
    const { browser } = await mailHouse()
    const form = { callbackUrl: '/invoice/7' }
    const { text } = await follow(browser, await ask(browser, 'ada@example.com', form))
    expect(text).toMatch(/signin\?callbackUrl=[^"]*invoice%2F7">Sign in another way/)
  })
})

test('a page that does not exist leads to the sign-in page', async () => {
  const { browser } = await stage()
  const text = await (await browser.visit('/api/auth/nowhere')).text()
  expect(text).toMatch(/Page not found.*href="[^"]*\/signin">Go to sign-in</)
})

test('a person who signs out twice reads that they are signed out', async () => {
  const at = await signedIn()
  await at.browser.signOut()
  const text = await (await at.browser.visit('/api/auth/signout?callbackUrl=/home')).text()
  expect(text).toContain('<h1>You’re signed out</h1>')
  expect(text).not.toContain('<form')
  expect(text).toMatch(/href="[^"]*signin\?callbackUrl=[^"]*home">Sign in</)
})

test('an application that names our own pages as its own shows them', async () => {
  const pages = {
    signIn: '/api/auth/signin',
    signOut: '/api/auth/signout/',
    error: '/api/auth/error',
  }
  const { browser } = await stage({ pages })
  for (const path of Object.values(pages)) {
    const shown = await browser.visit(path)
    expect([path, shown.status]).toEqual([path, 200])
  }
  const denied = await browser.signIn('plain', { deny: true })
  expect((await follow(browser, denied)).text).toContain('Sign-in canceled')
})

test('signing out elsewhere stays on the account page, which says that it was done', async () => {
  const at = await signedIn()
  const elsewhere = at.open()
  await elsewhere.signIn('plain', { as: 'ada' })
  const answer = await at.browser.submit('/api/auth/account', { action: 'endOthers' })
  const { text } = await follow(at.browser, answer)
  expect(text).toMatch(/role="status"><strong>You’re signed out everywhere else/)
  expect(await elsewhere.session()).toBeNull()
  expect(await (await at.browser.visit('/api/auth/account')).text()).not.toContain('role="status"')
})

/** What the form with a certain hidden field carries. */
function fields(markup: string, name: string): Record<string, string> {
  const forms = [...markup.matchAll(/<form[^>]*>(.*?)<\/form>/gs)].map(([, inside = '']) => inside)
  const form = forms.find((inside) => inside.includes(` name="${name}"`)) ?? ''
  const inputs = [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)]
  return Object.fromEntries(inputs.map(([, field = '', value = '']) => [field, value]))
}
