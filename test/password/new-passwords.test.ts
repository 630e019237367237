import { describe, expect, test } from 'vitest'
import { errorOf, program } from '../attacks/stage.ts'
import { base, flowOf, passwordHouse, post, signedUp, signIn, signUp } from './house.ts'

const refused = [
  ['has 14 characters', 'abcdefgh ijklm', 'password-short'],
  ['has 14 characters that are several units each', '🙂'.repeat(14), 'password-short'],
  ['has 14 characters that could be written as 28', 'e\u0301'.repeat(14), 'password-short'],
  ['has 1,025 characters', `${'a b'.repeat(341)}ab`, 'password-long'],
  ['was in a leak', 'correcthorsebatterystaple', 'password-breached'],
] as const

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
    const flow = flowOf(await post(at.browser, { action: 'forgot', email: 'ada@people.test' }))
    const { code: typed, link } = await at.mail()
    const answers = [
      await signUp(at.open(), { password }, program),
      await post(at.browser, { flow, code: typed, password }, program),
      await at.open().submit(link, { password }, program),
      await at.browser.submit(
        `${base}/password`,
        { current: 'seven old boats at noon', password },
        program,
      ),
    ]
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
