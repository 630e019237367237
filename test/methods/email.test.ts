import { expect, test } from 'vitest'
import { AuthError } from '../../src/errors.ts'
import { memory } from '../../src/storage/memory.ts'
import { origin } from '../setup.ts'
import { ask, confirm, home, mailHouse, mails, startMails, typeCode } from './mail-house.ts'

startMails()

test('a visitor types an address, opens the link in the same browser, and is signed in', async () => {
  const { browser, log } = await mailHouse()
  const sent = await ask(browser, 'Ada@Example.com ')
  expect(sent.status).toBe(303)
  const { link, to, from, subject } = mails().latest()
  expect([from, to]).toEqual(['hello@acme.test', ['ada@example.com']])
  expect(subject).toMatch(/^\d{3} \d{3} is your sign-in code for app\.test$/)
  const arrived = await browser.visit(link)
  expect(arrived.headers.get('location')).toBe(home)
  expect((await browser.session())?.user).toMatchObject({ email: 'ada@example.com', name: null })
  expect(log).toEqual({ errors: [], warnings: [] })
})

test('the link opened elsewhere asks first, and signs in there after a yes', async () => {
  const { browser, open } = await mailHouse()
  await ask(browser, 'ada@example.com')
  const phone = open()
  const arrived = await confirm(phone, mails().latest().link)
  expect(arrived.headers.get('location')).toBe(home)
  expect((await phone.session())?.user.email).toBe('ada@example.com')
  expect(await browser.session()).toBeNull()
})

test('the page that says that a mail is on its way opens without a word on which', async () => {
  const { browser } = await mailHouse()
  const page = await browser.visit(`${origin}/api/auth/verify-request`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('Check your email')
  const wrong = await browser.visit(`${origin}/api/auth/verify-request?provider=nobody`)
  expect(wrong.status).toBe(404)
})

test('the code is typed where the mail was asked for', async () => {
  const { browser } = await mailHouse()
  const sent = await ask(browser, 'ada@example.com')
  const page = await browser.visit(sent.headers.get('location') ?? '')
  expect(await page.text()).toContain('We sent a link and a code to ada@example.com')
  const { code } = mails().latest()
  const arabic = code.slice(3).replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)))
  const arrived = await typeCode(browser, sent, `${code.slice(0, 3)} ${arabic}`)
  expect(arrived.headers.get('location')).toBe(home)
  expect((await browser.session())?.user.email).toBe('ada@example.com')
})

test('the page takes a code with the spaces and hyphens that people copy along, and nothing else', async () => {
  const { browser } = await mailHouse()
  const sent = await ask(browser, 'ada@example.com')
  const page = await (await browser.visit(sent.headers.get('location') ?? '')).text()
  const [, pattern = ''] = / pattern="([^"]+)"/.exec(page) ?? []
  // As HTML says that browsers read it.
  const taken = new RegExp(`^(?:${pattern})$`, 'v')
  for (const typed of [
    '123456',
    '123 456',
    ' 123-456 ',
    '123–456',
    '１２３ー４５６',
    '\u200f١٢٣٤٥٦',
  ])
    expect(typed).toMatch(taken)
  for (const typed of ['', '12345', '1234567', 'abcdef']) expect(typed).not.toMatch(taken)
})

test('a person who comes back is the same user, with a proven address', async () => {
  const { browser, storage, open } = await mailHouse()
  await ask(browser, 'ada@example.com')
  await browser.visit(mails().latest().link)
  const other = open()
  await ask(other, 'ADA@example.com')
  await other.visit(mails().latest().link)
  const [first, second] = [await browser.session(), await other.session()]
  expect(first?.user.id).toBe(second?.user.id)
  expect((await storage.getUser(first?.user.id ?? ''))?.emailVerified).toBeInstanceOf(Date)
})

test('two tabs ask for two addresses, and each code works in its own', async () => {
  const { browser } = await mailHouse()
  const first = await ask(browser, 'ada@example.com')
  const { code } = mails().latest()
  const second = await ask(browser, 'grace@example.com')
  await typeCode(browser, first, code)
  expect((await browser.session())?.user.email).toBe('ada@example.com')
  await typeCode(browser, second, mails().latest().code)
  expect((await browser.session())?.user.email).toBe('grace@example.com')
})

test('data of the application arrives with the sign-in, in the same browser and in another one', async () => {
  const seen: unknown[] = []
  const events = { signIn: ({ data }: { data?: unknown }) => void seen.push(data) }
  const { browser, open } = await mailHouse({ events })
  await ask(browser, 'ada@example.com', { data: 'invited-by-grace' })
  await browser.visit(mails().latest().link)
  await ask(browser, 'ada@example.com', { data: 'invited-by-joan' })
  await confirm(open(), mails().latest().link)
  expect(seen).toEqual(['invited-by-grace', 'invited-by-joan'])
})

test('a signed-in person without an address adds one, by the code', async () => {
  const { browser, storage, signIn } = await mailHouse()
  const user = await signIn(browser, { name: 'Ada', email: null })
  const sent = await ask(browser, 'ada@example.com', { link: 'true' })
  await typeCode(browser, sent, mails().latest().code)
  expect(await storage.getUser(user.id)).toMatchObject({
    email: 'ada@example.com',
    emailVerified: expect.any(Date),
  })
  expect((await browser.session())?.user).toMatchObject({ id: user.id, email: 'ada@example.com' })
})

test('adding an address that somebody else has answers AccountTaken', async () => {
  const { browser, storage, signIn } = await mailHouse()
  await storage.createUser({ id: 'grace', email: 'g@example.com', emailVerified: new Date() })
  const user = await signIn(browser, { name: 'Ada', email: null })
  const sent = await ask(browser, 'g@example.com', { link: 'true' })
  const answer = await typeCode(browser, sent, mails().latest().code)
  expect(answer.headers.get('location')).toContain('error=AccountTaken')
  expect((await storage.getUser(user.id))?.email).toBeNull()
})

test('adding an address that somebody else only claims takes it from them, and nothing besides', async () => {
  const { browser, open, storage, signIn } = await mailHouse()
  const claimant = open()
  const { id } = await signIn(claimant, { name: 'Eve', email: 'ada@example.com' })
  const user = await signIn(browser, { name: 'Ada', email: null })
  const sent = await ask(browser, 'ada@example.com', { link: 'true' })
  await typeCode(browser, sent, mails().latest().code)
  const proven = { email: 'ada@example.com', emailVerified: expect.any(Date) }
  expect(await storage.getUser(user.id)).toMatchObject(proven)
  expect((await storage.getUser(id))?.email).toBeNull()
  expect((await claimant.session())?.user.id).toBe(id)
})

test('the page offers another mail, and the earlier link still works', async () => {
  const { browser, open } = await mailHouse()
  const sent = await ask(browser, 'ada@example.com')
  const { link } = mails().latest()
  const page = await (await browser.visit(sent.headers.get('location') ?? '')).text()
  expect(page).toContain('Send it again')
  expect(page).not.toContain('Sent again')
  const flow = new URL(sent.headers.get('location') ?? '').searchParams.get('flow') ?? ''
  const again = await ask(browser, 'ada@example.com', { again: flow })
  const told = await browser.visit(again.headers.get('location') ?? '')
  expect(await told.text()).toContain('Sent again')
  expect(mails().received).toHaveLength(2)
  const arrived = await confirm(open(), link)
  expect(arrived.headers.get('location')).toBe(home)
})

test('a wrong code can be corrected, and the person is told', async () => {
  const { browser, log } = await mailHouse()
  const sent = await ask(browser, 'ada@example.com')
  const { code } = mails().latest()
  const wrong = code === '000000' ? '111111' : '000000'
  const answer = await typeCode(browser, sent, wrong)
  const page = await browser.visit(answer.headers.get('location') ?? '')
  const told = await page.text()
  expect(told).toContain('That code isn’t right')
  expect(told).toContain('9\u00a0tries left.')
  // The table's hint is about passwords.
  expect(told).not.toContain('authorize')
  expect(log.warnings).toEqual([expect.stringContaining('CredentialsSignin (email)')])
  expect(await browser.session()).toBeNull()
  await typeCode(browser, sent, code)
  expect((await browser.session())?.user.email).toBe('ada@example.com')
})

test('an old link is refused, and the visitor can ask again', async () => {
  const { browser, world, open } = await mailHouse({}, { maxAge: 3600 })
  await ask(browser, 'ada@example.com')
  world.clock.advance('61m')
  const answer = await open().visit(mails().latest().link)
  const page = new URL(answer.headers.get('location') ?? '')
  expect([page.pathname, page.searchParams.get('error')]).toEqual([
    '/api/auth/signin',
    'Verification',
  ])
  expect(page.searchParams.get('callbackUrl')).toBe(home)
})

test('a used link is refused at once, and looking at a good one uses nothing up', async () => {
  const { browser, open } = await mailHouse()
  await ask(browser, 'ada@example.com')
  const { link } = mails().latest()
  const scanner = open()
  for (const method of ['HEAD', 'GET']) {
    expect((await scanner.send(new Request(link, { method }))).status).toBe(200)
  }
  await confirm(open(), link)
  for (const method of ['HEAD', 'GET']) {
    const answer = await scanner.send(new Request(link, { method }))
    expect(answer.headers.get('location')).toContain('error=Verification')
  }
})

test('a storage that cannot show a token asks first, and refuses afterwards', async () => {
  const { getVerificationToken: _, ...storage } = memory()
  const { browser, open } = await mailHouse({ storage })
  await ask(browser, 'ada@example.com')
  const { link } = mails().latest()
  await confirm(open(), link)
  const answer = await confirm(open(), link)
  expect(answer.headers.get('location')).toContain('error=Verification')
})

test('a code lives 15 minutes, its link for a day', async () => {
  const { browser, world, open } = await mailHouse()
  const sent = await ask(browser, 'ada@example.com')
  world.clock.advance('16m')
  const { code, link } = mails().latest()
  const answer = await typeCode(browser, sent, code)
  const told = answer.headers.get('location') ?? ''
  expect(told).toContain('/verify-request?')
  expect(told).toContain('error=FlowExpired')
  const page = await (await browser.visit(told)).text()
  expect(page).toContain('This code has expired')
  expect(page).toContain('The link in the email still works.')
  expect(page).toContain('ada@example.com')
  expect(page).not.toContain('name="code"')
  // Another mail is sent to the same address, for the same page.
  const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(page) ?? []
  expect(action).toContain('/signin/email')
  expect(page).toContain('name="callbackUrl" value="https://app.test/home"')
  await confirm(open(), link)
})

test('keeps address and page for somebody who types a code after hours', async () => {
  const { browser, world } = await mailHouse()
  const sent = await ask(browser, 'ada@example.com')
  const page = await (await browser.visit(sent.headers.get('location') ?? '')).text()
  const fields = [...page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)]
  world.clock.advance('2h')
  const form = Object.fromEntries(fields.slice(0, 4).map(([, name, value]) => [name, value]))
  const answer = await browser.submit('/api/auth/callback/email', { ...form, code: '123456' })
  const next = new URL(answer.headers.get('location') ?? '')
  expect(next.searchParams.get('callbackUrl')).toBe(home)
  expect(await (await browser.visit(next.href)).text()).toContain('value="ada@example.com"')
})

test('a mail that adds an address lives as long as its code', async () => {
  const { browser, signIn, world } = await mailHouse()
  await signIn(browser, { name: 'Ada' })
  await ask(browser, 'ada@example.com', { link: 'true' })
  const { text, link } = mails().latest()
  expect(text).toContain('The link works once and expires in 15 minutes.')
  world.clock.advance('16m')
  const answer = await browser.visit(link)
  expect(answer.headers.get('location')).toContain('error=Verification')
})

test('after the last try the page takes no code, and says that the link still works', async () => {
  const { browser } = await mailHouse({ limits: { code: { perAccount: 2 } } })
  const sent = await ask(browser, 'ada@example.com')
  const { code, link } = mails().latest()
  const wrong = code === '000000' ? '111111' : '000000'
  const pages: string[] = []
  for (const typed of [wrong, wrong, wrong]) {
    const answer = await typeCode(browser, sent, typed)
    pages.push(await (await browser.visit(answer.headers.get('location') ?? '')).text())
  }
  const [first = '', last = '', refused = ''] = pages
  expect(first).toContain('1\u00a0try left.')
  expect(first).toContain('name="code"')
  expect(last).toContain('That code isn’t right')
  expect(refused).toContain('Too many attempts')
  for (const page of [last, refused]) {
    expect(page).toContain('The link in the email still works.')
    expect(page).not.toMatch(/name="code"|tr(y|ies) left/)
  }
  const arrived = await browser.visit(link)
  expect(arrived.headers.get('location')).toBe(home)
})

test('a program gets JSON at every step', async () => {
  const { browser } = await mailHouse()
  const json = { accept: 'application/json' }
  const form = { email: 'ada@example.com' }
  const sent = await (await browser.submit('/api/auth/signin/email', form, json)).json()
  const flow = new URL(sent.url).searchParams.get('flow') ?? ''
  const body = { flow, code: 'nonsense' }
  const wrong = await browser.submit('/api/auth/callback/email', body, json)
  expect([wrong.status, (await wrong.json()).error]).toEqual([401, 'CredentialsSignin'])
  const right = { flow, code: mails().latest().code }
  const done = await (await browser.submit('/api/auth/callback/email', right, json)).json()
  expect(done).toEqual({ url: `${origin}/` })
})

test('the signIn callback decides before a mail is sent, and again when its link is opened', async () => {
  const asked: unknown[] = []
  const { browser } = await mailHouse({
    callbacks: {
      signIn({ user, email, account }) {
        asked.push([user.email, email?.verificationRequest, account.type])
        return user.email?.endsWith('@example.com') ?? false
      },
    },
  })
  const refused = await ask(browser, 'eve@evil.test')
  expect(refused.headers.get('location')).toContain('error=AccessDenied')
  expect(mails().received).toEqual([])
  await ask(browser, 'ada@example.com')
  await browser.visit(mails().latest().link)
  expect(asked).toEqual([
    ['eve@evil.test', true, 'email'],
    ['ada@example.com', true, 'email'],
    ['ada@example.com', undefined, 'email'],
  ])
})

test('a mail that cannot be sent is an error that the log explains', async () => {
  const { browser, log } = await mailHouse({}, { server: 'smtp://127.0.0.1:1' })
  const answer = await ask(browser, 'ada@example.com')
  expect(answer.headers.get('location')).toContain('error=MailFailed')
  expect(log.errors).toEqual([expect.objectContaining({ code: 'MailFailed', provider: 'email' })])
  expect(log.errors[0]).toBeInstanceOf(AuthError)
})

test('the storage holds neither address nor token nor code in the clear', async () => {
  const kept: string[] = []
  const storage = memory()
  const createVerificationToken: typeof storage.createVerificationToken = (row) => {
    kept.push(JSON.stringify(row))
    return storage.createVerificationToken(row)
  }
  const { browser } = await mailHouse({ storage: { ...storage, createVerificationToken } })
  await ask(browser, 'ada@example.com')
  const { link, code } = mails().latest()
  const token = new URL(link).searchParams.get('token') ?? ''
  expect(token.length).toBeGreaterThanOrEqual(43)
  expect(kept).toHaveLength(1)
  expect(kept[0]).not.toMatch(new RegExp(`${token}|${code}|ada@`))
})

test('addresses leave no account behind', async () => {
  const { browser, storage } = await mailHouse()
  await ask(browser, 'ada@example.com')
  await browser.visit(mails().latest().link)
  const { user } = (await browser.session()) ?? {}
  expect(await storage.listAccounts(user?.id ?? '')).toEqual([])
})
