import { expect, test } from 'vitest'
import { errorOf } from '../attacks/stage.ts'
import { origin } from '../setup.ts'
import {
  ada,
  base,
  flowOf,
  forget,
  goodPassword,
  itemsIn,
  otherPassword,
  passwordHouse,
  post,
  signedUp,
  signIn,
  signUp,
  userOf,
} from './house.ts'

test('somebody signs up, types the code of the mail and is signed in', async () => {
  const at = await passwordHouse()
  const { browser, mail, log } = at
  const asked = await signUp(browser, { callbackUrl: '/home' })
  expect(asked.status).toBe(303)
  const { code, to, subject } = await mail()
  const shown = `${code.slice(0, 3)} ${code.slice(3)}`
  expect({ to, subject }).toEqual({
    to: ada,
    subject: `${shown} · Confirm your email address for app.test`,
  })
  const arrived = await post(browser, { flow: flowOf(asked), code })
  expect(arrived.headers.get('location')).toBe(`${origin}/home`)
  expect(await browser.session()).toMatchObject({ user: { email: ada }, amr: ['otp'] })
  expect(await userOf(at)).toMatchObject({ email: ada, emailVerifiedBy: 'password' })
  expect(log.errors).toEqual([])
})

test('somebody signs up and confirms by the link, in the browser that asked', async () => {
  const at = await passwordHouse()
  const { browser, mail } = at
  await signUp(browser, { callbackUrl: '/home' })
  const { link } = await mail()
  const page = await (await browser.visit(link)).text()
  expect(page).toContain('Confirm your email address')
  expect(page).toContain(ada)
  expect(page).not.toContain(new URL(link).searchParams.get('token'))
  const arrived = await browser.submit(link, { action: 'link' })
  expect(arrived.headers.get('location')).toBe(`${origin}/home`)
  expect(await browser.session()).toMatchObject({ user: { email: ada } })
})

test('a person signs in with the password of the sign-up, and with no other', async () => {
  const at = await passwordHouse()
  const id = await signedUp(at, at.browser)
  const browser = at.open()
  expect(errorOf(await signIn(browser, otherPassword))).toBe('CredentialsSignin')
  expect(await browser.session()).toBeNull()
  const arrived = await post(browser, { email: ada, password: goodPassword, callbackUrl: '/home' })
  expect(arrived.headers.get('location')).toBe(`${origin}/home`)
  expect(await browser.session()).toMatchObject({ user: { id }, amr: ['pwd'] })
})

test('a forgotten password is replaced by the link, in another browser', async () => {
  const at = await passwordHouse()
  const id = await signedUp(at, at.browser)
  const { link, subject } = await forget(at, at.open())
  expect(subject).toBe('Choose a new password for app.test')
  const other = at.open()
  const page = await (await other.visit(link)).text()
  expect(page).toContain('Choose a new password')
  expect(page).toContain('autocomplete="new-password"')
  await other.submit(link, { action: 'link', password: otherPassword })
  expect((await other.session())?.user.id).toBe(id)
  expect(errorOf(await signIn(at.open()))).toBe('CredentialsSignin')
  const browser = at.open()
  await signIn(browser, otherPassword)
  expect((await browser.session())?.user.id).toBe(id)
})

test('a forgotten password is replaced by the code, where it was asked for', async () => {
  const at = await passwordHouse()
  const id = await signedUp(at, at.browser)
  const browser = at.open()
  const { code, flow } = await forget(at, browser)
  const page = await (await browser.visit(`${base}/check-email?flow=${flow}`)).text()
  expect(page).toContain('name="code"')
  expect(page).toContain('name="password"')
  await post(browser, { flow, code, password: otherPassword })
  expect((await browser.session())?.user.id).toBe(id)
  expect(await itemsIn(at, 'hash')).toHaveLength(1)
  expect(await itemsIn(at, 'link')).toHaveLength(0)
})

test.each([
  [
    'signin',
    ['action="https://app.test/api/auth/callback/password"', 'Forgot your password?', 'New here?'],
  ],
  ['signup', ['Create an account', 'autocomplete="new-password"', 'minlength="15"']],
  ['forgot-password', ['Forgot your password?', 'Email me a link']],
])('the page %s works without scripts', async (path, words) => {
  const { browser } = await passwordHouse()
  const page = await browser.visit(`${base}/${path}`)
  expect(page.status).toBe(200)
  const text = await page.text()
  for (const word of words) expect(text).toContain(word)
  expect(text).not.toContain('<script')
})
