import { describe, expect, test } from 'vitest'
import { canonicalAddress } from '../../src/methods/email/address.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { origin } from '../setup.ts'
import { ask, confirm, home, mailHouse, mails, startMails, typeCode } from './mail-house.ts'

startMails()

const callback = '/api/auth/callback/email'
const locationOf = (response: Response) => response.headers.get('location') ?? ''

describe('addresses', () => {
  const refused = {
    'a list': 'eve@evil.test,ada@corp.test',
    'a list with semicolons': 'eve@evil.test;ada@corp.test',
    'a list with spaces': 'eve@evil.test ada@corp.test',
    'a second recipient behind the domain': 'ada@corp.test,evil.test',
    'a new header': 'ada@corp.test\r\nBcc: eve@evil.test',
    'a lone line feed': 'ada@corp.test\nBcc: eve@evil.test',
    'two ats': 'ada@corp.test@evil.test',
    quotes: '"ada@corp.test"@evil.test',
    'a name': 'Ada <ada@corp.test>',
    'a comment': 'ada(comment)@corp.test',
    'a route': '@evil.test:ada@corp.test',
    'a group': 'friends:ada@corp.test;',
    'a full-width at': 'ada＠corp.test',
    'a full-width at after a real one': 'ada@corp.test＠evil.test',
    'full-width letters': 'ａda@corp.test',
    'a Kelvin sign': 'mar\u212A@corp.test',
    'a dotless dot': 'ada@corp。test',
    'a soft hyphen in the domain': 'ada@corp\u00ADevil.test',
    'a right-to-left mark': 'ada@corp.test\u202E',
    'a domain literal': 'ada@[127.0.0.1]',
    'a numeric host': 'ada@127.0.0.1',
    'a hexadecimal host': 'ada@0x7f000001',
    'a port': 'ada@corp.test:25',
    'a path': 'ada@corp.test/evil',
    markup: '<a href="//evil.test">@corp.test',
    'a percent sign that a relay would turn into an at': 'ada@corp.test%evil.test',
    'a dot at the end of the name': 'ada.@corp.test',
    'two dots': 'ada..lovelace@corp.test',
    'no name': '@corp.test',
    'no domain': 'ada@',
    nothing: '',
    'too long a name': `${'a'.repeat(65)}@corp.test`,
    'too long a domain': `ada@${'a'.repeat(63)}.${'b'.repeat(200)}.test`,
  }

  test.each(Object.entries(refused))('%s is refused, and no mail is sent', async (_, email) => {
    const { browser } = await mailHouse()
    const answer = await ask(browser, email)
    expect(locationOf(answer)).toContain('/api/auth/signin?error=EmailInvalid')
    expect(mails().recipients).toEqual([])
  })

  test('a NUL is refused at the door, and no mail is sent', async () => {
    const { browser } = await mailHouse()
    const answer = await ask(browser, 'ada@corp.test\0@evil.test')
    expect(answer.status).toBe(400)
    expect(mails().recipients).toEqual([])
  })

  test('a value that is no text gets 400', async () => {
    const { browser } = await mailHouse()
    for (const email of [
      ['ada@corp.test', 'eve@evil.test'],
      { address: 'ada@corp.test' },
      7,
      null,
    ]) {
      const answer = await browser.send(
        new Request(`${origin}/api/auth/signin/email`, {
          method: 'POST',
          headers: { origin, 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify({ email }),
        }),
      )
      expect([answer.status, (await answer.json()).error]).toEqual([400, 'EmailInvalid'])
    }
  })

  const accepted = {
    ' Ada@Corp.TEST ': 'ada@corp.test',
    "o'brien+tag@corp.test": "o'brien+tag@corp.test",
    'ada@bücher.example': 'ada@xn--bcher-kva.example',
    'ada@localhost': 'ada@localhost',
  }

  test.each(Object.entries(accepted))('%s has one form: %s', (written, canonical) => {
    expect(canonicalAddress(written)).toBe(canonical)
    expect(canonicalAddress(canonical)).toBe(canonical)
  })

  test('the application may normalise, but not into two addresses', async () => {
    const normalizeIdentifier = (text: string) => text.replace('+', ',')
    const { browser } = await mailHouse({}, { normalizeIdentifier })
    expect(locationOf(await ask(browser, 'ada+eve@evil.test'))).toContain('error=EmailInvalid')
  })
})

describe('links', () => {
  test('a mail scanner that opens the link, in whatever way, uses nothing up', async () => {
    const { browser, open } = await mailHouse()
    await ask(browser, 'ada@example.com')
    const { link } = mails().latest()
    const scanner = open()
    for (const headers of [{}, { purpose: 'prefetch' }, { 'sec-fetch-mode': 'no-cors' }]) {
      expect((await scanner.visit(link, headers)).status).toBe(200)
    }
    const head = await scanner.send(new Request(link, { method: 'HEAD' }))
    expect([head.status, head.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    expect(await head.text()).toBe('')
    await browser.send(new Request(link, { method: 'HEAD' }))
    await scanner.send(new Request(link, { method: 'OPTIONS' }))
    expect(await scanner.session()).toBeNull()
    expect(locationOf(await browser.visit(link))).toBe(home)
  })

  test.each([
    ['sec-purpose', 'prefetch;prerender'],
    ['purpose', 'prefetch'],
    ['x-moz', 'prefetch'],
    ['sec-fetch-mode', 'no-cors'],
  ])('the own browser that looks ahead (%s: %s) uses nothing up', async (name, value) => {
    const { browser } = await mailHouse()
    await ask(browser, 'ada@example.com')
    const { link } = mails().latest()
    expect((await browser.visit(link, { [name]: value })).status).toBe(200)
    expect(await browser.session()).toBeNull()
    expect(locationOf(await browser.visit(link))).toBe(home)
  })

  test('20 clicks at once give one session', async () => {
    const { storage, browser, open } = await mailHouse()
    await ask(browser, 'ada@example.com')
    const { link } = mails().latest()
    const browsers = Array.from({ length: 20 }, open)
    const answers = await Promise.all(browsers.map((one) => one.submit(link)))
    const arrived = answers.filter((answer) => locationOf(answer) === home)
    const refused = answers.filter((answer) => locationOf(answer).includes('error=Verification'))
    expect([arrived.length, refused.length]).toEqual([1, 19])
    const user = await storage.getUserByEmail('ada@example.com')
    expect(await storage.listSessions(user?.id ?? '')).toHaveLength(1)
  })

  test('link and code of one mail are one: the second of them is refused', async () => {
    const { browser, open } = await mailHouse()
    const sent = await ask(browser, 'ada@example.com')
    const { link, code } = mails().latest()
    await confirm(open(), link)
    expect(locationOf(await typeCode(browser, sent, code))).toContain('error=Verification')
    expect(await browser.session()).toBeNull()
  })

  test('a used link is burnt even if what came after it failed', async () => {
    let refuse = true
    const { browser, open } = await mailHouse({
      callbacks: { signIn: ({ email }) => email?.verificationRequest === true || !refuse },
    })
    await ask(browser, 'ada@example.com')
    const { link } = mails().latest()
    expect(locationOf(await confirm(open(), link))).toContain('error=AccessDenied')
    refuse = false
    const again = open()
    expect(locationOf(await again.visit(link))).toContain('error=Verification')
    expect(locationOf(await again.submit(link))).toContain('error=Verification')
  })

  const forgeries: Record<string, (link: URL) => void> = {
    'the token of another address': (link) => link.searchParams.set('email', 'victim@corp.test'),
    'a wrong token': (link) => link.searchParams.set('token', 'a'.repeat(43)),
    'no token': (link) => link.searchParams.delete('token'),
    'an empty token': (link) => link.searchParams.set('token', ''),
    'no address': (link) => link.searchParams.delete('email'),
    'the word for nothing': (link) => link.searchParams.set('token', 'undefined'),
  }

  test.each(Object.entries(forgeries))('%s signs nobody in', async (_, forge) => {
    const { browser, storage, open } = await mailHouse()
    await storage.createUser({ id: 'v', email: 'victim@corp.test', emailVerified: new Date() })
    await ask(browser, 'eve@evil.test')
    const link = new URL(mails().latest().link)
    forge(link)
    for (const one of [browser, open()]) {
      await one.visit(link.href)
      const answer = await one.submit(link.href)
      expect(locationOf(answer)).toMatch(/error=(Verification|EmailInvalid)/)
      expect(await one.session()).toBeNull()
    }
  })

  test('the token of one provider is of no use to another one', async () => {
    const { browser, open } = await mailHouse()
    await ask(browser, 'ada@example.com')
    const elsewhere = mails().latest().link.replace('/callback/email', '/callback/other')
    expect((await open().submit(elsewhere)).status).toBe(404)
  })

  test('another site gets 403 for its own link, and the visitor stays signed out', async () => {
    const { browser, open } = await mailHouse()
    await ask(browser, 'eve@evil.test')
    const { link } = mails().latest()
    const victim = open()
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const answer = await victim.submit(link, {}, headers)
    expect(answer.status).toBe(403)
    expect(await victim.session()).toBeNull()
  })

  test('a link for adding an address signs nobody in, least of all its owner as the one who asked', async () => {
    const { browser, storage, signIn, open } = await mailHouse()
    const eve = await signIn(browser, { name: 'Eve', email: null })
    await ask(browser, 'victim@corp.test', { link: 'true' })
    const victim = open()
    const { link } = mails().latest()
    expect(locationOf(await victim.visit(link))).toContain('error=Verification')
    expect(locationOf(await victim.submit(link))).toContain('error=Verification')
    expect(await victim.session()).toBeNull()
    expect((await storage.getUser(eve.id))?.email).toBeNull()
  })

  const spoofs = {
    'X-Forwarded-Host': { 'x-forwarded-host': 'evil.test' },
    'X-Forwarded-Proto': { 'x-forwarded-proto': 'http' },
    Forwarded: { forwarded: 'host=evil.test;proto=http' },
    Host: { host: 'evil.test' },
  }

  test.each(Object.entries(spoofs))(
    '%s is ignored: the link has our own origin',
    async (_, headers) => {
      const { browser } = await mailHouse()
      await browser.submit('/api/auth/signin/email', { email: 'ada@example.com' }, headers)
      const { link, html, text } = mails().latest()
      expect(new URL(link).origin).toBe(origin)
      expect(html + text).not.toContain('evil.test')
    },
  )

  test('the link leads to our own pages only, whatever the form or the link says', async () => {
    const { browser, open } = await mailHouse()
    await ask(browser, 'ada@example.com', { callbackUrl: 'https://evil.test/' })
    const link = new URL(mails().latest().link)
    expect(link.searchParams.get('callbackUrl')).toBe(`${origin}/`)
    link.searchParams.set('callbackUrl', '//evil.test')
    expect(locationOf(await open().submit(link.href))).toBe(`${origin}/`)
  })

  test('the HTML of a mail escapes the site’s name and leaves out the address that was typed', async () => {
    const { browser } = await mailHouse({ theme: { name: '<b>Acme</b> & "Sons"' } })
    await ask(browser, "o'brien&co@example.com")
    const { html, subject } = mails().latest()
    expect(html).not.toMatch(/<b>|o'brien/)
    expect(html).toContain('&#60;b&#62;Acme')
    expect(subject).toMatch(/ is your sign-in code for <b>Acme<\/b> & "Sons"$/)
  })

  test('a newline in a name makes no header, and the mail has one recipient', async () => {
    const { browser } = await mailHouse({ theme: { name: 'Acme\r\nBcc: eve@evil.test' } })
    await ask(browser, 'ada@example.com')
    expect(mails().recipients).toEqual(['ada@example.com'])
    expect(mails().latest().headers.has('bcc')).toBe(false)
  })

  test('a generator of short tokens is refused', async () => {
    const { browser, log } = await mailHouse({}, { generateVerificationToken: () => '123456' })
    const answer = await ask(browser, 'ada@example.com')
    expect(answer.status).toBe(500)
    expect(log.errors).toEqual([expect.objectContaining({ field: 'generateVerificationToken' })])
    expect(mails().received).toEqual([])
  })
})

/** A person is led to the page where they can try again, which says that they must wait. */
function isLimited(answer: Response): boolean {
  return new URL(locationOf(answer)).searchParams.get('error') === 'RateLimited'
}

describe('guessing and flooding', () => {
  const json = { accept: 'application/json' }
  const guesses = (browser: TestBrowser, flow: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, guess) =>
        browser.submit(callback, { flow, code: `9${String(guess).padStart(5, '0')}` }, json),
      ),
    )

  test('50 guesses at once: ten are looked at, whatever browser they come from', async () => {
    const { browser, open } = await mailHouse()
    const flow =
      new URL(locationOf(await ask(browser, 'a@example.com'))).searchParams.get('flow') ?? ''
    const answers = await guesses(browser, flow, 50)
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40)
    // A new mail in a new browser does not buy new guesses, not even a right one.
    const other = open()
    const sent = await ask(other, 'a@example.com')
    const answer = await typeCode(other, sent, mails().latest().code)
    expect(isLimited(answer)).toBe(true)
    expect(await other.session()).toBeNull()
  })

  test('the window passes', async () => {
    const { browser, world } = await mailHouse()
    const flow =
      new URL(locationOf(await ask(browser, 'a@example.com'))).searchParams.get('flow') ?? ''
    await guesses(browser, flow, 11)
    world.clock.advance('61m')
    const sent = await ask(browser, 'a@example.com')
    expect(locationOf(await typeCode(browser, sent, mails().latest().code))).toBe(home)
  })

  test.each([
    ['an object', { toString: 1, valueOf: 1 }],
    ['a list', ['123456']],
    ['a number', 123456],
    ['null', null],
  ])('a code that is no text is refused: %s', async (_, code) => {
    const { browser, log } = await mailHouse()
    const sent = await ask(browser, 'ada@example.com')
    const flow = new URL(locationOf(sent)).searchParams.get('flow')
    const headers = { 'content-type': 'application/json', origin, ...json }
    const body = JSON.stringify({ flow, code })
    const answer = await browser.send(
      new Request(origin + callback, { method: 'POST', headers, body }),
    )
    expect([answer.status, (await answer.json()).error]).toEqual([400, 'InvalidRequest'])
    expect(log.errors).toEqual([])
  })

  test('a code is of no use in another browser', async () => {
    const { browser, open } = await mailHouse()
    const sent = await ask(browser, 'ada@example.com')
    const answer = await typeCode(open(), sent, mails().latest().code)
    expect(locationOf(answer)).toContain('error=FlowMissing')
  })

  test('the code of one address gets CredentialsSignin for another one', async () => {
    const { browser } = await mailHouse()
    const first = await ask(browser, 'victim@corp.test')
    await ask(browser, 'eve@evil.test')
    expect(locationOf(await typeCode(browser, first, mails().latest().code))).toContain(
      'error=CredentialsSignin',
    )
  })

  test('one address gets five mails an hour, from however many clients', async () => {
    const { open, world } = await mailHouse({ trustHost: true })
    const send = (n: number) =>
      open().submit(
        '/api/auth/signin/email',
        { email: 'victim@corp.test' },
        { 'x-forwarded-for': `198.51.100.${n}` },
      )
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => send(n)))
    expect(answers.filter(isLimited)).toHaveLength(95)
    expect(mails().received).toHaveLength(5)
    world.clock.advance('61m')
    expect(isLimited(await send(1))).toBe(false)
  })

  test('a client that writes its own X-Forwarded-For is still one client', async () => {
    const { open } = await mailHouse({ trustHost: true, limits: { mail: { perClient: 3 } } })
    const send = (n: number) =>
      open().submit(
        '/api/auth/signin/email',
        { email: `user${n}@corp.test` },
        { 'x-forwarded-for': `203.0.113.${n}, 198.51.100.7` },
      )
    const answers = await Promise.all([1, 2, 3, 4, 5].map(send))
    expect(answers.filter(isLimited)).toHaveLength(2)
  })

  test('a client whose address nobody knows is limited too', async () => {
    const { open } = await mailHouse({ limits: { mail: { perClient: 1 } } })
    const send = (n: number) => ask(open(), `user${n}@corp.test`)
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => send(n)))
    expect(answers.filter(isLimited)).toHaveLength(2)
  })

  test('a known and an unknown address get the same answer and the same work', async () => {
    const { storage, open } = await mailHouse()
    await storage.createUser({ id: 'a', email: 'known@corp.test', emailVerified: new Date() })
    const shape = async (email: string) => {
      const browser = open()
      const sent = await ask(browser, email)
      const page = await browser.visit(locationOf(sent))
      const text = (await page.text()).replaceAll(/nonce="[^"]*"|value="[^"]*"/g, '')
      const cookies = sent.headers
        .getSetCookie()
        .map((line) => line.replace(/flow\.[\w-]+=[^;]*/, ''))
      return {
        status: sent.status,
        cookies,
        text: text.replaceAll(email, 'ADDRESS'),
        mails: mails().received.filter(({ to }) => to.includes(email)).length,
      }
    }
    expect(await shape('known@corp.test')).toEqual(await shape('stranger@corp.test'))
  })
})

describe('an address that was claimed before', () => {
  test('the owner of an address ends what an earlier claimant left, and the application hears of it', async () => {
    const told: unknown[] = []
    const takeover = ({ user }: { user: { id?: string } }) => void told.push(user.id)
    const { storage, browser, signIn, open } = await mailHouse({ events: { takeover } })
    const attacker = open()
    const user = await signIn(attacker, { name: 'Eve', email: 'victim@corp.test' })
    await storage.linkAccount({
      provider: 'evil',
      providerAccountId: '1',
      type: 'oauth',
      userId: user.id,
    })
    await ask(browser, 'victim@corp.test')
    await browser.visit(mails().latest().link)
    expect((await browser.session())?.user.id).toBe(user.id)
    expect(await attacker.session()).toBeNull()
    expect(await storage.listAccounts(user.id)).toEqual([])
    expect(told).toEqual([user.id])
  })
})
