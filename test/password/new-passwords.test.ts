import { describe, expect, test } from 'vitest'
import { errorOf, program } from '../attacks/stage.ts'
import {
  base,
  flowOf,
  type PasswordHouse,
  passwordHouse,
  post,
  signedUp,
  signIn,
  signUp,
} from './house.ts'

const refused = [
  ['has 14 characters', 'abcdefgh ijklm', 'password-short'],
  ['has 14 characters that are several units each', '🙂'.repeat(14), 'password-short'],
  ['has 14 characters that could be written as 28', 'e\u0301'.repeat(14), 'password-short'],
  ['has 1,025 characters', `${'a b'.repeat(341)}ab`, 'password-long'],
  ['was in a leak', 'correcthorsebatterystaple', 'password-breached'],
] as const

/** The answers to somebody with a password who offers this one: by a mailed code, by the link, and to change it. */
async function offered(at: PasswordHouse, password: string) {
  const flow = flowOf(await post(at.browser, { action: 'forgot', email: 'ada@people.test' }))
  const { code, link } = await at.mail()
  const change = { current: 'seven old boats at noon', password }
  const answers = [
    await post(at.browser, { flow, code, password }, program),
    await at.open().submit(link, { password }, program),
    await at.browser.submit(`${base}/password`, change, program),
  ]
  return { answers, link }
}

describe('a new password', () => {
  test.each(refused)('is refused, with the reason, if it %s', async (_what, password, code) => {
    const at = await passwordHouse()
    const answer = await signUp(at.browser, { password }, program)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'CredentialsSignin', code })
    await at.settled()
    expect(at.mails).toEqual([])
  })

  test.each([
    ['has 15 characters of one kind', 'zxcvbnmasdfghjq'],
    ['is made of blanks and words', 'the sea is a long way off'],
    ['is written in any script', 'пятнадцать лодок'],
    ['has 1,024 characters', 'ab'.repeat(512)],
  ])('is good if it %s: there are no rules about characters', async (_what, password) => {
    const at = await passwordHouse()
    const id = await signedUp(at, at.browser, { password })
    const browser = at.open()
    await signIn(browser, password)
    expect((await browser.session())?.user.id).toBe(id)
  })

  test.each([
    ['a sign-up', 'somebody.new@people.test', ' Somebody.New@PEOPLE.test '],
    ['a sign-up', 'adalovelace1815@people.test', 'AdaLovelace1815'],
  ])(
    'is refused at %s with %s if it is %j, which others try first',
    async (_what, email, password) => {
      const at = await passwordHouse()
      const answer = await signUp(at.browser, { email, password }, program)
      expect(await answer.json()).toMatchObject({ code: 'password-name' })
      const page = await signUp(at.browser, { email, password })
      const text = await (await at.browser.visit(page.headers.get('location') ?? '')).text()
      expect(text).toContain('This one is your own address or username')
      expect(text).not.toContain(password.trim())
    },
  )

  test('is refused at reset, change and by the application if it is the address of the person', async () => {
    const at = await passwordHouse()
    const password = 'Ada@people.test'
    const userId = await signedUp(at, at.browser)
    const code = 'password-name'
    const { answers, link } = await offered(at, password)
    for (const answer of answers) expect(await answer.json()).toMatchObject({ code })
    expect(answers).toHaveLength(3)
    const set = at.auth.passwords.set({ userId }, password)
    await expect(set).rejects.toMatchObject({ reason: code })
    // Nothing was used up: the link still sets another one.
    await at.open().submit(link, { password: 'other boats at midnight' })
    const browser = at.open()
    await signIn(browser, 'other boats at midnight')
    expect((await browser.session())?.user.id).toBe(userId)
  })

  test('is refused if it is the username, at sign-up, change and by the application', async () => {
    const at = await passwordHouse({ identifier: 'username' })
    const named = { action: 'signUp', username: 'ada.lovelace.1815' }
    const password = 'Ada.Lovelace.1815'
    const answer = await post(at.browser, { ...named, password }, program)
    expect(await answer.json()).toMatchObject({ code: 'password-name' })
    await post(at.browser, { ...named, password: 'seven old boats at noon' })
    const form = { current: 'seven old boats at noon', password }
    const changed = await at.browser.submit(`${base}/password`, form, program)
    expect(await changed.json()).toMatchObject({ code: 'password-name' })
    const userId = (await at.browser.session())?.user.id ?? ''
    const set = at.auth.passwords.set({ userId }, password)
    await expect(set).rejects.toMatchObject({ reason: 'password-name' })
  })

  test('is the same however a keyboard composes it', async () => {
    const at = await passwordHouse()
    const id = await signedUp(at, at.browser, {
      password: 'crème brûlée für alle'.normalize('NFD'),
    })
    const browser = at.open()
    await signIn(browser, 'crème brûlée für alle'.normalize('NFC'))
    expect((await browser.session())?.user.id).toBe(id)
  })

  test('counts with every character, blanks around it too', async () => {
    const at = await passwordHouse()
    await signedUp(at, at.browser, { password: ' seven old boats at noon ' })
    expect(errorOf(await signIn(at.open(), 'seven old boats at noon'))).toBe('CredentialsSignin')
    const browser = at.open()
    await signIn(browser, ' seven old boats at noon ')
    expect(await browser.session()).not.toBeNull()
  })

  test('is judged the same at sign-up, reset, change and first password', async () => {
    const at = await passwordHouse()
    const password = 'correcthorsebatterystaple'
    const userId = await signedUp(at, at.browser)
    const code = 'password-breached'
    const { answers } = await offered(at, password)
    answers.push(await signUp(at.open(), { password }, program))
    for (const answer of answers) expect(await answer.json()).toMatchObject({ code })
    expect(answers).toHaveLength(4)
    await expect(at.auth.passwords.set({ userId }, password)).rejects.toMatchObject({
      reason: code,
    })
  })

  test('is told on the page what is wrong with it, and is not in the page', async () => {
    const at = await passwordHouse()
    const answer = await signUp(at.browser, { password: 'much too short' })
    const page = await at.browser.visit(answer.headers.get('location') ?? '')
    const text = await page.text()
    expect(text).toContain('Choose a longer password')
    expect(text).toContain('value="ada@people.test"')
    expect(text).toMatch(/name="password"[^>]* autofocus/)
    expect(text.split(' autofocus')).toHaveLength(2)
    expect(text + answer.headers.get('location')).not.toContain('much')
  })

  test('is taken with breached: false, also from a leak', async () => {
    const at = await passwordHouse({ breached: false })
    await signedUp(at, at.browser, { password: 'correcthorsebatterystaple' })
  })
})
