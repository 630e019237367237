import { describe, expect, test } from 'vitest'
import { errorOf, program, sessionsIn } from '../attacks/stage.ts'
import { origin } from '../setup.ts'
import {
  ada,
  base,
  flowOf,
  forget,
  goodPassword,
  itemsIn,
  otherPassword,
  type PasswordHouse,
  passwordHouse,
  post,
  signedUp,
  signIn,
} from './house.ts'
import { lightHashes } from './light-hashes.ts'

lightHashes()

const change = { current: goodPassword, password: otherPassword }

/** Somebody who came by a platform. */
async function platformUser(options = {}, config = {}) {
  const at = await passwordHouse(options, config)
  await at.browser.signIn('plain', { as: 'ada' })
  return { ...at, id: (await at.browser.session())?.user.id ?? '' }
}

/** Proves the address of a user, as another provider would have. */
async function prove({ storage }: Pick<PasswordHouse, 'storage'>, id: string) {
  await storage.updateUser({ id, email: ada, emailVerified: new Date() })
}

describe.each(['database', 'cookie'] as const)('a change, with sessions in the %s', (strategy) => {
  test('needs the current password, and the session that changes it stays with a new key', async () => {
    const at = await passwordHouse({}, { session: { strategy } })
    const { browser, auth, open } = at
    const id = await signedUp(at, browser)
    const [other, thief] = [open(), browser.clone()]
    await signIn(other)
    const wrong = await browser.submit(`${base}/password`, { ...change, current: 'not this one' })
    expect(wrong.headers.get('location')).toMatch(
      /\/password\?error=CredentialsSignin&code=password-wrong/,
    )
    const page = await (await browser.visit(wrong.headers.get('location') ?? '')).text()
    expect(page).toContain('That isn’t your current password')
    const answer = await browser.submit(`${base}/password`, change)
    expect(answer.headers.get('location')).toBe(`${base}/account`)
    expect(sessionsIn(answer)).toHaveLength(1)
    expect(await (await browser.visit(`${base}/account`)).text()).toContain('Saved')
    at.world.clock.advance('301s')
    expect((await browser.session())?.user.id).toBe(id)
    expect(await other.session()).toBeNull()
    expect(await thief.session()).toBeNull()
    expect(errorOf(await signIn(open()))).toBe('CredentialsSignin')
    const again = open()
    await signIn(again, otherPassword)
    expect((await again.session())?.user.id).toBe(id)
    expect(await auth.passwords.has({ userId: id })).toBe(true)
  })

  test('keeps when and how the person signed in', async () => {
    const at = await passwordHouse({}, { session: { strategy } })
    await signedUp(at, at.browser)
    const before = await at.browser.session()
    at.world.clock.advance('600s')
    await at.browser.submit(`${base}/password`, change)
    const after = await at.browser.session()
    expect(after).toMatchObject({ authTime: before?.authTime, amr: before?.amr })
  })
})

test('a change ends open resets', async () => {
  const at = await passwordHouse()
  await signedUp(at, at.browser)
  const { link } = await forget(at, at.open())
  await at.browser.submit(`${base}/password`, change)
  expect(await itemsIn(at, 'link')).toEqual([])
  const other = at.open()
  expect(errorOf(await other.submit(link, { password: 'one more password to try' }))).toBe(
    'Verification',
  )
})

test('a change needs a sign-in within the last hour', async () => {
  const at = await passwordHouse()
  await signedUp(at, at.browser)
  at.world.clock.advance('3601s')
  const answer = await at.browser.submit(`${base}/password`, change)
  expect(errorOf(answer)).toBe('RecentSignInRequired')
  expect(errorOf(await at.open().submit(`${base}/password`, change))).toBe('SessionRequired')
})

test('a change is refused if the new password is short, and the old one stays', async () => {
  const at = await passwordHouse()
  await signedUp(at, at.browser)
  const answer = await at.browser.submit(
    `${base}/password`,
    { ...change, password: 'too short' },
    program,
  )
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: 'CredentialsSignin', code: 'password-short' })
  const other = at.open()
  await signIn(other)
  expect(await other.session()).not.toBeNull()
})

test('guesses of the current password are limited', async () => {
  const at = await passwordHouse()
  await signedUp(at, at.browser)
  const statuses = []
  for (let tried = 0; tried < 11; tried++) {
    const form = { ...change, current: `not this one, nor ${tried}` }
    statuses.push((await at.browser.submit(`${base}/password`, form, program)).status)
  }
  expect(statuses).toContain(429)
  expect(statuses.indexOf(429)).toBeGreaterThan(7)
})

describe('the first password', () => {
  test('of a person whose address is proven needs nothing else', async () => {
    const at = await platformUser()
    await prove(at, at.id)
    const page = await (await at.browser.visit(`${base}/account`)).text()
    expect(page).toContain('You have no password yet.')
    const answer = await at.browser.submit(`${base}/password`, { password: goodPassword })
    expect(answer.headers.get('location')).toBe(`${base}/account`)
    const other = at.open()
    await signIn(other)
    expect((await other.session())?.user.id).toBe(at.id)
    expect(await at.browser.session()).not.toBeNull()
  })

  test('of a person without an address is set with the proof of one', async () => {
    const at = await platformUser()
    await at.storage.updateUser({ id: at.id, email: null })
    const form = { email: ada, password: goodPassword }
    const asked = await at.browser.submit(`${base}/password`, form)
    expect(await at.auth.passwords.has({ userId: at.id })).toBe(false)
    const { code } = await at.mail()
    const done = await post(at.browser, { flow: flowOf(asked), code })
    expect(done.headers.get('location')).toBe(`${base}/account`)
    expect(await at.storage.getUser(at.id)).toMatchObject({
      email: ada,
      emailVerifiedBy: 'password',
    })
    const other = at.open()
    await signIn(other)
    expect((await other.session())?.user.id).toBe(at.id)
  })

  test('stays unset when the link is opened elsewhere, which says FlowMissing', async () => {
    const at = await platformUser()
    await at.storage.updateUser({ id: at.id, email: null })
    await at.browser.submit(`${base}/password`, { email: ada, password: goodPassword })
    const { link } = await at.mail()
    const other = at.open()
    expect(errorOf(await other.visit(link))).toBe('FlowMissing')
    expect(errorOf(await other.submit(link, { password: otherPassword }))).toBe('FlowMissing')
    expect(await at.auth.passwords.has({ userId: at.id })).toBe(false)
  })

  test('is refused with the address of somebody else, whose mail says so', async () => {
    const at = await platformUser()
    await at.storage.updateUser({ id: at.id, email: null })
    const owner = await signedUp(at, at.open())
    await at.browser.submit(`${base}/password`, { email: ada, password: otherPassword })
    expect((await at.mail()).subject).toBe('You already have an account at app.test')
    expect(await at.auth.passwords.has({ userId: at.id })).toBe(false)
    const browser = at.open()
    await signIn(browser)
    expect((await browser.session())?.user.id).toBe(owner)
  })
})

describe('a removal', () => {
  test('takes the password away where another way in is left', async () => {
    const at = await platformUser()
    await prove(at, at.id)
    await at.browser.submit(`${base}/password`, { password: goodPassword })
    const { link } = await forget(at, at.open())
    const form = { action: 'removePassword', provider: 'password' }
    expect(await (await at.browser.visit(`${base}/account`)).text()).toContain(form.action)
    const answer = await at.browser.submit(`${base}/account`, form)
    expect(answer.headers.get('location')).toBe(`${base}/account`)
    expect(await at.auth.passwords.has({ userId: at.id })).toBe(false)
    expect(errorOf(await signIn(at.open()))).toBe('CredentialsSignin')
    expect(errorOf(await at.open().visit(link))).toBe('Verification')
  })

  test('is neither offered nor done for the only way in', async () => {
    const at = await passwordHouse()
    const userId = await signedUp(at, at.browser)
    const form = { action: 'removePassword', provider: 'password' }
    const page = await (await at.browser.visit(`${base}/account`)).text()
    expect(page).toContain('Change password')
    expect(page).not.toContain(form.action)
    expect(errorOf(await at.browser.submit(`${base}/account`, form))).toBe('LastMethod')
    const byKey = { action: 'remove', provider: 'password', key: `password ${userId}` }
    expect(errorOf(await at.browser.submit(`${base}/account`, byKey))).toBe('LastMethod')
    await expect(at.auth.passwords.remove({ userId })).rejects.toMatchObject({ code: 'LastMethod' })
    expect(await at.auth.passwords.has({ userId })).toBe(true)
  })
})

describe('a password with no address any more to type besides it', () => {
  test('is no way in: the last one that works stays, and the password can go', async () => {
    const at = await platformUser()
    const { auth, browser, id: userId, storage } = at
    await prove(at, userId)
    await browser.submit(`${base}/password`, { password: goodPassword })
    // As after a change of address was taken back, and somebody else has the old one by now.
    await storage.updateUser({ id: userId, email: null, emailVerified: null })
    await expect(auth.accounts.unlink({ userId }, 'plain')).rejects.toMatchObject({
      code: 'LastMethod',
    })
    expect(await (await browser.visit(`${base}/account`)).text()).not.toContain('disconnect')
    const form = { action: 'removePassword', provider: 'password' }
    const answer = await browser.submit(`${base}/account`, form)
    expect(answer.headers.get('location')).toBe(`${base}/account`)
    expect(await auth.passwords.has({ userId })).toBe(false)
    await at.open().signIn('plain', { as: 'ada' })
    expect(
      await storage.getUserByAccount({ provider: 'plain', providerAccountId: 'p-ada' }),
    ).toMatchObject({ id: userId })
  })

  test('counts again with an address', async () => {
    const at = await platformUser()
    await prove(at, at.id)
    await at.browser.submit(`${base}/password`, { password: goodPassword })
    await at.auth.accounts.unlink({ userId: at.id }, 'plain')
    const other = at.open()
    await signIn(other)
    expect((await other.session())?.user.id).toBe(at.id)
  })
})

describe('auth.passwords', () => {
  test('changes a password for a request, and answers with the cookies of the new session', async () => {
    const at = await passwordHouse()
    const id = await signedUp(at, at.browser)
    const { headers, cookies } = await at.auth.passwords.change(at.browser.headers, change)
    expect(cookies.length).toBeGreaterThan(0)
    expect(await at.browser.session()).toBeNull()
    const cookie = headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    expect((await at.auth.session(new Headers({ cookie })))?.user.id).toBe(id)
  })

  test('refuses a change that a page of another site asks for', async () => {
    const at = await passwordHouse()
    await signedUp(at, at.browser)
    const headers = new Headers(at.browser.headers)
    headers.set('sec-fetch-site', 'cross-site')
    await expect(at.auth.passwords.change(headers, change)).rejects.toMatchObject({
      code: 'CrossSite',
    })
  })

  test('sets a password by the id of a user, and ends what the old one opened', async () => {
    const at = await passwordHouse()
    const userId = await signedUp(at, at.browser)
    await at.auth.passwords.set({ userId }, otherPassword)
    expect(await at.browser.session()).toBeNull()
    const browser = at.open()
    await signIn(browser, otherPassword)
    expect((await browser.session())?.user.id).toBe(userId)
  })

  test('refuses to set a second password for a request', async () => {
    const at = await passwordHouse()
    await signedUp(at, at.browser)
    const again = at.auth.passwords.set(at.browser.headers, otherPassword)
    await expect(again).rejects.toMatchObject({ code: 'AlreadyConnected' })
  })

  test('refuses a first password for somebody who has no address to sign in with', async () => {
    const at = await platformUser()
    await at.storage.updateUser({ id: at.id, email: null })
    const set = at.auth.passwords.set(at.browser.headers, goodPassword)
    await expect(set).rejects.toMatchObject({ code: 'EmailInvalid', field: 'email' })
  })

  test('removes a password where another way in is left', async () => {
    const at = await platformUser()
    await prove(at, at.id)
    await at.auth.passwords.set(at.browser.headers, goodPassword)
    await at.auth.passwords.remove(at.browser.headers)
    expect(await at.auth.passwords.has(at.browser.headers)).toBe(false)
    await expect(at.auth.passwords.remove(at.browser.headers)).rejects.toMatchObject({
      code: 'NotFound',
    })
  })

  test('signs up, in and resets by auth.signIn', async () => {
    const at = await passwordHouse()
    const cookieOf = (headers: Headers) =>
      headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ')
    const asked = await at.auth.signIn(new Headers(), 'password', {
      fields: { action: 'signUp', email: ada, password: goodPassword },
      callbackUrl: '/home',
    })
    const flow = new URL(asked.url).searchParams.get('flow')
    const { code } = await at.mail()
    const waiting = new Headers({ cookie: cookieOf(asked.headers) })
    const done = await at.auth.signIn(waiting, 'password', { fields: { flow, code } })
    expect(done.url).toBe(`${origin}/home`)
    const signedIn = new Headers({ cookie: cookieOf(done.headers) })
    expect((await at.auth.session(signedIn))?.user.email).toBe(ada)
    const fields = { email: ada, password: goodPassword }
    const again = await at.auth.signIn(new Headers(), 'password', { fields })
    expect(again.url).toBe(`${origin}/`)
    await at.auth.signIn(new Headers(), 'password', { fields: { action: 'forgot', email: ada } })
    const token = new URL((await at.mail()).link).searchParams.get('token')
    const reset = { token, password: otherPassword }
    await at.auth.signIn(new Headers(), 'password', { fields: reset })
    await expect(at.auth.signIn(new Headers(), 'password', { fields })).rejects.toMatchObject({
      code: 'CredentialsSignin',
    })
  })
})
