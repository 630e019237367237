import { expect, test } from 'vitest'
import { errorOf, program } from '../attacks/stage.ts'
import {
  ada,
  base,
  goodPassword,
  itemsIn,
  otherPassword,
  passwordHouse,
  post,
  production,
} from './house.ts'
import { lightHashes } from './light-hashes.ts'

lightHashes()

const named = { action: 'signUp', username: 'Ada.Lovelace', password: goodPassword }

test('somebody signs up with a username and is signed in, without a mail', async () => {
  const at = await passwordHouse({ identifier: 'username' })
  const answer = await post(at.browser, { ...named, callbackUrl: '/home' })
  expect(answer.headers.get('location')).toBe('https://app.test/home')
  expect(await at.browser.session()).toMatchObject({ user: { name: 'ada.lovelace', email: null } })
  expect(at.mails).toEqual([])
})

test.each(['ada.lovelace', '  ADA.Lovelace ', 'Ａｄａ.Lovelace'])(
  'signs in as %j: capitals, blanks and width do not matter',
  async (username) => {
    const at = await passwordHouse({ identifier: 'username' })
    await post(at.browser, named)
    const id = (await at.browser.session())?.user.id
    const browser = at.open()
    await post(browser, { username, password: goodPassword })
    expect((await browser.session())?.user.id).toBe(id)
    const wrong = await post(at.open(), { username, password: otherPassword })
    expect(errorOf(wrong)).toBe('CredentialsSignin')
  },
)

test('a username that somebody has is refused, and makes no user', async () => {
  const at = await passwordHouse({ identifier: 'username' })
  await post(at.browser, named)
  const other = at.open()
  const answer = await post(other, { ...named, username: 'ADA.LOVELACE', password: otherPassword })
  expect(errorOf(answer)).toBe('AccountTaken')
  expect(await (await other.visit(answer.headers.get('location') ?? '')).text()).toContain(
    'That username is taken',
  )
  expect(await other.session()).toBeNull()
  expect(await itemsIn(at, 'username')).toHaveLength(1)
  expect(await itemsIn(at, 'hash')).toHaveLength(1)
})

test.each(['ad', 'ada@people.test', '-ada', 'a'.repeat(31), 'ada lovelace', 'ada\u200blovelace'])(
  'the username %j is refused',
  async (username) => {
    const at = await passwordHouse({ identifier: 'username' })
    const answer = await post(at.browser, { ...named, username }, program)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'username-invalid' })
  },
)

test('a forgotten password of a username goes to the proven address, and to no other', async () => {
  const at = await passwordHouse({ identifier: 'username' })
  await post(at.browser, named)
  const id = (await at.browser.session())?.user.id ?? ''
  const ask = { action: 'forgot', username: 'ada.lovelace' }
  await at.storage.updateUser({ id, email: ada })
  const nobody = await post(at.open(), { ...ask, username: 'nobody.here' })
  const unproven = await post(at.open(), ask)
  await at.settled()
  await at.storage.updateUser({ id, emailVerified: new Date() })
  const browser = at.open()
  const proven = await post(browser, ask)
  const mail = await at.mail()
  expect(at.mails.map(({ to }) => to)).toEqual([ada])
  expect([nobody, unproven, proven].map(({ status }) => status)).toEqual([303, 303, 303])
  const page = await (await browser.visit(proven.headers.get('location') ?? '')).text()
  expect(page).toContain('If the account has an email address')
  expect(page).not.toContain(ada)
  const other = at.open()
  await other.submit(mail.link, { password: otherPassword })
  expect((await other.session())?.user.id).toBe(id)
})

test('a person who came by a platform chooses a username with the first password', async () => {
  const at = await passwordHouse({ identifier: 'username' })
  await at.browser.signIn('plain', { as: 'ada' })
  const id = (await at.browser.session())?.user.id ?? ''
  await at.browser.submit(`${base}/password`, { username: 'Ada', password: goodPassword })
  const browser = at.open()
  await post(browser, { username: 'ada', password: goodPassword })
  expect((await browser.session())?.user.id).toBe(id)
})

test('an application with usernames needs nobody who sends mails', async () => {
  const at = await passwordHouse({ identifier: 'username', send: undefined }, production)
  await post(at.browser, named)
  expect((await at.browser.session())?.user.name).toBe('ada.lovelace')
  expect(at.log.errors).toEqual([])
})
