import { setImmediate } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import Email from '../../src/providers/email.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { base, errorOf } from '../attacks/stage.ts'
import { emailHouse } from '../change-email/house.ts'
import { house as tokenHouse } from '../parts/access-tokens/house.ts'
import { house as deviceHouse } from '../parts/device-sign-in/house.ts'
import {
  ada,
  flowOf,
  forget,
  goodPassword,
  otherPassword,
  passwordHouse,
  signedUp,
} from '../password/house.ts'
import { destination, house, openSetup, withAda } from '../second-factor/house.ts'
import { type Setup, setup } from '../setup.ts'

// A browser whose person clicks twice sends the same form with the same cookies again, and drops the first answer.

type Form = Record<string, string>

/** The form with what a page of ours carries in each. */
async function formOf(browser: TestBrowser, form: Form, page = `${base}/signin`): Promise<Form> {
  const text = await (await browser.visit(page)).text()
  const [, csrfToken = ''] = /name="csrfToken" value="([^"]+)"/.exec(text) ?? []
  expect(csrfToken).not.toBe('')
  return { csrfToken, ...form }
}

/** Two clicks, before the first is answered; the browser keeps the answer to the second. */
async function clickTwice(browser: TestBrowser, path: string, form: Form): Promise<Response> {
  const lost = browser.clone()
  const [, kept] = await Promise.all([lost.submit(path, form), browser.submit(path, form)])
  return kept
}

/** The same where the first click was answered when the second one came. */
async function clickLate(browser: TestBrowser, path: string, form: Form): Promise<Response> {
  await browser.clone().submit(path, form)
  return browser.submit(path, form)
}

const clicks = [
  ['at once', clickTwice],
  ['after the answer was lost', clickLate],
] as const

interface MailHouse extends Setup {
  mails: { link: string; code: string }[]
  begun: string[]
}

async function mailHouse(): Promise<MailHouse> {
  const mails: MailHouse['mails'] = []
  const begun: string[] = []
  const email = Email({
    send: ({ text }) => {
      const link = /https:\S+/.exec(text)?.[0] ?? ''
      const code = /\b(\d{3})[ \u00a0](\d{3})\b/.exec(text)?.slice(1).join('') ?? ''
      mails.push({ link, code })
    },
  })
  const events = { signIn: ({ user }: { user: { id?: string } }) => void begun.push(user.id ?? '') }
  const at = await setup({ providers: [email], storage: memory(), events })
  return { ...at, mails, begun }
}

/** Somebody has asked for a mail; the form into which its code is typed. */
async function asked({ browser, mails }: MailHouse): Promise<Form> {
  await browser.submit(`${base}/signin/email`, await formOf(browser, { email: ada }))
  const [, flow = ''] = /flow\.(\w{16})/.exec([...browser.cookies.keys()].join()) ?? []
  return formOf(browser, { flow, code: mails.at(-1)?.code ?? '' }, `${base}/signin`)
}

describe.each(clicks)('a second click %s', (_, click) => {
  test('signs in by a mailed code, once', async () => {
    const at = await mailHouse()
    const answer = await click(at.browser, `${base}/callback/email`, await asked(at))
    expect(errorOf(answer)).toBeNull()
    expect((await at.browser.session())?.user.email).toBe(ada)
    expect(at.begun).toHaveLength(1)
  })

  test('signs in by a mailed link that is opened elsewhere, once', async () => {
    const at = await mailHouse()
    await asked(at)
    const { link } = at.mails[0] ?? { link: '' }
    const other = at.open()
    await click(other, link, await formOf(other, {}, link))
    expect((await other.session())?.user.email).toBe(ada)
    expect(at.begun).toHaveLength(1)
  })

  test('sends one mail, whose code works in this browser', async () => {
    const at = await mailHouse()
    await click(at.browser, `${base}/signin/email`, await formOf(at.browser, { email: ada }))
    expect(at.mails).toHaveLength(1)
    const [, flow = ''] = /flow\.(\w{16})/.exec([...at.browser.cookies.keys()].join()) ?? []
    await at.browser.submit(`${base}/callback/email`, { flow, code: at.mails[0]?.code ?? '' })
    expect((await at.browser.session())?.user.email).toBe(ada)
  })

  test('signs up with a password by one mail and its code', async () => {
    const at = await passwordHouse()
    const { browser } = at
    const form = { action: 'signUp', email: ada, password: goodPassword }
    const asked = await click(browser, `${base}/callback/password`, await formOf(browser, form))
    const { code } = await at.mail()
    expect(at.mails).toHaveLength(1)
    const proof = { action: 'code', flow: flowOf(asked), code }
    await click(browser, `${base}/callback/password`, await formOf(browser, proof))
    expect((await browser.session())?.user.email).toBe(ada)
  })

  test('signs up with a username', async () => {
    const at = await passwordHouse({ identifier: 'username' })
    const form = { action: 'signUp', username: 'ada', password: goodPassword }
    await click(at.browser, `${base}/callback/password`, await formOf(at.browser, form))
    expect((await at.browser.session())?.user.name).toBe('ada')
  })

  test('resets a password', async () => {
    const at = await passwordHouse()
    await signedUp(at, at.browser)
    const other = at.open()
    const { flow, code } = await forget(at, other)
    const form = { action: 'code', flow, code, password: otherPassword }
    await click(other, `${base}/callback/password`, await formOf(other, form))
    expect((await other.session())?.user.email).toBe(ada)
  })

  test('changes a password, and the person stays signed in', async () => {
    const at = await passwordHouse()
    await signedUp(at, at.browser)
    const form = { current: goodPassword, password: otherPassword }
    const page = `${base}/password`
    const answer = await click(at.browser, page, await formOf(at.browser, form, page))
    expect(destination(answer)).toBe('/api/auth/account')
    expect((await at.browser.session())?.user.email).toBe(ada)
  })

  test.each(['app', 'recovery'])(
    'takes the step of a second factor by one code: %s',
    async (by) => {
      const at = await withAda()
      const { browser, secret, codes } = at
      await browser.signIn('plain', { as: 'ada', callbackUrl: '/home' })
      const code = by === 'app' ? await at.code(secret) : (codes[0] ?? '')
      const page = `${base}/second-factor`
      const answer = await click(browser, page, await formOf(browser, { code }, page))
      expect(destination(answer)).toBe('/home')
      expect((await browser.session())?.user.id).toBe(at.userId)
    },
  )

  test('shows the recovery codes of an app that is set up', async () => {
    const at = await house()
    const { browser } = at
    await browser.signIn('plain', { as: 'ada' })
    const { secret, setup } = await openSetup(browser)
    const page = `${base}/second-factor-setup`
    const form = await formOf(browser, { setup, code: await at.code(secret) }, page)
    const text = await (await click(browser, page, form)).text()
    expect(text.match(/<code>/g)).toHaveLength(10)
  })

  test('proves more in a session, which stays', async () => {
    const at = await withAda()
    const { browser, secret } = at
    await browser.signIn('plain', { as: 'ada' })
    await browser.submit(`${base}/second-factor`, { code: await at.code(secret) })
    at.world.clock.advance('2m')
    const page = `${base}/step-up?callbackUrl=/home`
    const form = await formOf(browser, { code: await at.code(secret), callbackUrl: '/home' }, page)
    expect(destination(await click(browser, `${base}/step-up`, form))).toBe('/home')
    expect((await browser.session())?.user.id).toBe(at.userId)
  })

  test('approves a device', async () => {
    const at = await deviceHouse()
    const { browser, userId } = at
    const codes = await at.ask()
    const page = `${base}/device`
    const { user_code } = codes
    await browser.submit(page, await formOf(browser, { user_code }, page))
    const form = await formOf(browser, { user_code, answer: 'approve', as: userId }, page)
    expect((await click(browser, page, form)).status).toBe(200)
    expect(await at.poll(codes)).toMatchObject({ status: 200 })
  })

  test('makes one access token, and shows it', async () => {
    const at = await tokenHouse()
    const form = await formOf(at.browser, { name: 'CI', 'scope read': 'yes' }, `${base}/account`)
    const text = await (await click(at.browser, `${base}/tokens`, form)).text()
    const { tokens } = await at.auth.tokens.list(at.browser)
    expect(tokens).toHaveLength(1)
    expect(text).toContain('name="token"')
  })

  test('changes an address by one mail and its code', async () => {
    const at = await emailHouse()
    await at.enter(ada)
    const page = `${base}/change-email`
    const wish = await formOf(at.browser, { email: 'new@people.test' }, `${base}/account`)
    await click(at.browser, page, wish)
    const { code } = await at.letter('new@people.test')
    const answer = await click(at.browser, page, await formOf(at.browser, { code }, page))
    expect(destination(answer)).toBe('/api/auth/account')
    expect((await at.browser.session())?.user.email).toBe('new@people.test')
    expect(at.mails.filter(({ to }) => to === 'new@people.test')).toHaveLength(2)
  })
})

describe('the same form', () => {
  test('is worth nothing in a browser with other cookies', async () => {
    const at = await mailHouse()
    const form = await asked(at)
    await at.browser.submit(`${base}/callback/email`, form)
    const thief = at.open()
    const { csrfToken } = await formOf(thief, {})
    for (const stolen of [form, { ...form, csrfToken: csrfToken ?? '' }]) {
      const answer = await thief.submit(`${base}/callback/email`, stolen)
      expect(errorOf(answer)).not.toBeNull()
      expect(answer.headers.getSetCookie().join()).not.toContain('session=ey')
    }
    expect(await thief.session()).toBeNull()
  })

  test('leads two browsers in no two sessions: the link of a mail works in one', async () => {
    const at = await mailHouse()
    await asked(at)
    const { link } = at.mails[0] ?? { link: '' }
    const [one, other] = [at.open(), at.open()]
    const forms = [await formOf(one, {}, link), await formOf(other, {}, link)] as const
    await Promise.all([one.submit(link, forms[0]), other.submit(link, forms[1])])
    const sessions = [await one.session(), await other.session()]
    expect(sessions.filter((session) => session !== null)).toHaveLength(1)
    expect(at.begun).toHaveLength(1)
  })

  test('is answered anew ten seconds later: the code was used', async () => {
    const at = await mailHouse()
    const form = await asked(at)
    await at.browser.clone().submit(`${base}/callback/email`, form)
    at.world.clock.advance('10s')
    expect(errorOf(await at.browser.submit(`${base}/callback/email`, form))).toBe('Verification')
    expect(await at.browser.session()).toBeNull()
  })

  test('is answered anew where the first answer never comes, as when a worker ended with its request', async () => {
    const sent: string[] = []
    const never = new Promise<void>(() => {})
    const send = ({ to }: { to: string }) => (sent.push(to) === 1 ? never : undefined)
    const { browser } = await setup({ providers: [Email({ send })], storage: memory() })
    const form = await formOf(browser, { email: ada })
    void browser.clone().submit(`${base}/signin/email`, form)
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const second = browser.submit(`${base}/signin/email`, form)
    while (vi.getTimerCount() === 0) await setImmediate()
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    expect(errorOf(await second)).toBeNull()
    expect(sent).toEqual([ada, ada])
  })

  test('is answered anew once the browser has the answer: another mail is sent', async () => {
    const at = await mailHouse()
    const form = await formOf(at.browser, { email: ada })
    await at.browser.submit(`${base}/signin/email`, form)
    await at.browser.submit(`${base}/signin/email`, form)
    expect(at.mails).toHaveLength(2)
  })

  test('with a wrong code counts as a try each time', async () => {
    const at = await mailHouse()
    const { code, ...form } = await asked(at)
    const wrong = { ...form, code: code === '000000' ? '000001' : '000000' }
    const path = `${base}/callback/email`
    const answers = [
      await at.browser.clone().submit(path, wrong),
      await at.browser.submit(path, wrong),
    ]
    expect(answers.map(errorOf)).toEqual(['CredentialsSignin', 'CredentialsSignin'])
    const page = await at.browser.visit(answers[1]?.headers.get('location') ?? '')
    expect(await page.text()).toMatch(/\b8\stries\sleft/)
  })
})

test('a mailed link that is opened twice in the browser that asked for it signs in once, and is used elsewhere', async () => {
  const at = await mailHouse()
  await asked(at)
  const { link } = at.mails[0] ?? { link: '' }
  await at.browser.clone().visit(link)
  await at.browser.visit(link)
  expect((await at.browser.session())?.user.email).toBe(ada)
  expect(at.begun).toHaveLength(1)
  expect((await at.open().visit(link)).status).not.toBe(200)
})

test('a form that is too long is refused at once, also where its length is not said', async () => {
  const { auth, browser } = await mailHouse()
  const form = new URLSearchParams(await formOf(browser, { email: ada, more: 'x'.repeat(70_000) }))
  const headers = new Headers(browser.headers)
  headers.set('content-type', 'application/x-www-form-urlencoded')
  const body = new Blob([String(form)]).stream()
  const init = { method: 'POST', headers, body, duplex: 'half' as const }
  const answer = await auth.handler(new Request(`${base}/signin/email`, init))
  expect(answer.status).toBe(413)
})
