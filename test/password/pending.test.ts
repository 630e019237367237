import { describe, expect, test } from 'vitest'
import { errorOf, program } from '../attacks/stage.ts'
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
import { lightHashes } from './light-hashes.ts'

lightHashes()

describe('a sign-up', () => {
  test('makes no user before the address is proven', async () => {
    const at = await passwordHouse()
    await signUp(at.browser)
    const { link } = await at.mail()
    await at.browser.visit(link)
    await at.open().visit(link)
    expect(await userOf(at)).toBeNull()
    expect(await itemsIn(at, 'hash')).toEqual([])
    expect(await at.browser.session()).toBeNull()
    expect(errorOf(await signIn(at.open()))).toBe('CredentialsSignin')
  })

  test('of a stranger keeps nobody from signing up with the same address', async () => {
    const at = await passwordHouse()
    for (const _ of [1, 2, 3]) await signUp(at.open(), { password: otherPassword })
    await at.settled()
    expect((await itemsIn(at, 'link')).map(({ userId }) => userId)).toEqual([null, null, null])
    await signedUp(at, at.browser)
    const browser = at.open()
    await signIn(browser)
    expect((await browser.session())?.user.email).toBe(ada)
  })

  test('of a stranger gives them nothing when the owner opens the link: it asks for a new password', async () => {
    const at = await passwordHouse()
    const stranger = at.open()
    const flow = flowOf(await signUp(stranger, { password: otherPassword }))
    const { link } = await at.mail()
    const page = await (await at.browser.visit(link)).text()
    expect(page).toContain('name="password"')
    const withoutPassword = await at.browser.submit(link, { action: 'link' }, program)
    expect(withoutPassword.status).toBe(400)
    await at.browser.submit(link, { password: goodPassword })
    expect((await at.browser.session())?.user.email).toBe(ada)
    expect(errorOf(await signIn(at.open(), otherPassword))).toBe('CredentialsSignin')
    expect(await stranger.session()).toBeNull()
    expect(errorOf(await stranger.submit(link, { action: 'link' }))).toBe('Verification')
    const codes = await post(stranger, { flow, code: '000000' })
    expect(errorOf(codes)).toBe('CredentialsSignin')
  })

  test('leaves neither password nor hash nor code in the clear, in cookies and storage', async () => {
    const at = await passwordHouse()
    const asked = await signUp(at.browser)
    const { code, link } = await at.mail()
    const token = new URL(link).searchParams.get('token') ?? ''
    const stored = JSON.stringify((await at.storage.listItems({})).items)
    const cookies = JSON.stringify([...at.browser.cookies])
    for (const secret of [goodPassword, code, token, ada, '$argon2', '$scrypt']) {
      expect(stored).not.toContain(secret)
      expect(cookies + asked.headers.get('location')).not.toContain(secret)
    }
    await post(at.browser, { flow: flowOf(asked), code })
    const after = JSON.stringify((await at.storage.listItems({})).items)
    expect(after).not.toMatch(/\$argon2|\$scrypt/)
  })

  test('with the address of an account says so in the mail alone, and its link asks for a new password', async () => {
    const at = await passwordHouse()
    const id = await signedUp(at, at.browser)
    const other = at.open()
    const asked = await signUp(other, { password: otherPassword })
    const { subject, link, code } = await at.mail()
    expect(subject).toBe('You already have an account at app.test')
    expect(code).toBe('')
    expect(flowOf(asked)).not.toBe('')
    const page = await (await other.visit(link)).text()
    expect(page).toContain('name="password"')
    expect((await other.submit(link, { action: 'link' }, program)).status).toBe(400)
    const browser = at.open()
    await signIn(browser)
    expect((await browser.session())?.user.id).toBe(id)
  })

  test.each([' Ada@People.TEST ', 'ADA@PEOPLE.TEST'])(
    'with %j means the same address: capitals and blanks do not matter',
    async (email) => {
      const at = await passwordHouse()
      const id = await signedUp(at, at.browser, { email })
      const browser = at.open()
      await signIn(browser, goodPassword, ada)
      expect((await browser.session())?.user.id).toBe(id)
    },
  )

  test('in two tabs works in both, each with its own mail', async () => {
    const at = await passwordHouse()
    const first = flowOf(await signUp(at.browser))
    const one = await at.mail()
    flowOf(await signUp(at.browser, { password: otherPassword }))
    await at.mail()
    await post(at.browser, { flow: first, code: one.code })
    const browser = at.open()
    await signIn(browser)
    expect(await browser.session()).not.toBeNull()
  })

  test('sends another mail where it was asked for, and the newest code works', async () => {
    const at = await passwordHouse()
    const flow = flowOf(await signUp(at.browser))
    await at.mail()
    const again = await post(at.browser, { action: 'again', flow })
    expect(again.headers.get('location')).toContain('sent=again')
    const page = await (await at.browser.visit(again.headers.get('location') ?? '')).text()
    expect(page).toContain('Sent again')
    await post(at.browser, { flow: flowOf(again), code: (await at.mail()).code })
    expect((await at.browser.session())?.user.email).toBe(ada)
  })
})

describe('a link', () => {
  test.each(['GET', 'HEAD'])(
    'still works after %s: scanners open it, in whatever way',
    async (method) => {
      const at = await passwordHouse()
      await signedUp(at, at.browser)
      const { link } = await forget(at, at.open())
      const before = JSON.stringify((await at.storage.listItems({})).items)
      for (const _ of [1, 2, 3]) {
        const answer = await at.open().send(new Request(link, { method }))
        expect(answer.status).toBe(200)
        expect(await answer.text()).not.toContain(new URL(link).searchParams.get('token'))
      }
      expect(JSON.stringify((await at.storage.listItems({})).items)).toBe(before)
      const browser = at.open()
      await browser.submit(link, { password: otherPassword })
      expect(await browser.session()).not.toBeNull()
    },
  )

  test('stays usable after a new password was refused', async () => {
    const at = await passwordHouse()
    await signedUp(at, at.browser)
    const { link } = await forget(at, at.open())
    const browser = at.open()
    for (const password of ['short', 'correcthorsebatterystaple']) {
      const page = await browser.submit(link, { password })
      expect(page.status).toBe(400)
      expect(await page.text()).toMatch(/Choose (a longer|another) password/)
    }
    await browser.submit(link, { password: otherPassword })
    expect(await browser.session()).not.toBeNull()
  })

  test('stays usable after the sign-in was refused: link and password are written together or not at all', async () => {
    let refuses = true
    const callbacks = { signIn: () => !refuses }
    const at = await passwordHouse({}, { callbacks })
    refuses = false
    await signedUp(at, at.browser)
    const { link } = await forget(at, at.open())
    refuses = true
    expect(errorOf(await at.open().submit(link, { password: otherPassword }))).toBe('AccessDenied')
    refuses = false
    const old = at.open()
    await signIn(old)
    expect(await old.session()).not.toBeNull()
    const browser = at.open()
    await browser.submit(link, { password: otherPassword })
    expect(await browser.session()).not.toBeNull()
  })

  test('works once', async () => {
    const at = await passwordHouse()
    await signedUp(at, at.browser)
    const { link } = await forget(at, at.open())
    await at.open().submit(link, { password: otherPassword })
    const again = at.open()
    expect(errorOf(await again.submit(link, { password: 'one more password to try' }))).toBe(
      'Verification',
    )
    expect(errorOf(await again.visit(link))).toBe('Verification')
    expect(await again.session()).toBeNull()
  })

  test('works for an hour', async () => {
    const at = await passwordHouse()
    await signedUp(at, at.browser)
    const { link } = await forget(at, at.open())
    at.world.clock.advance('3599s')
    expect((await at.open().visit(link)).status).toBe(200)
    at.world.clock.advance('2s')
    expect(errorOf(await at.open().submit(link, { password: otherPassword }))).toBe('Verification')
  })

  test('of a reset opens nothing after the address became another one', async () => {
    const at = await passwordHouse()
    const id = await signedUp(at, at.browser)
    const { link } = await forget(at, at.open())
    await at.storage.updateUser({ id, email: 'new@people.test', emailVerified: new Date() })
    const browser = at.open()
    expect(errorOf(await browser.submit(link, { password: otherPassword }))).toBe('AccessDenied')
    expect(await browser.session()).toBeNull()
    const owner = at.open()
    await signIn(owner, goodPassword, 'new@people.test')
    expect((await owner.session())?.user.id).toBe(id)
  })

  test('of a reset opens nothing after its user was deleted, and makes nobody new', async () => {
    const at = await passwordHouse()
    const userId = await signedUp(at, at.browser)
    const { link } = await forget(at, at.open())
    await at.auth.users.delete({ userId })
    expect(errorOf(await at.open().submit(link, { password: otherPassword }))).toBe('Verification')
    expect(await userOf(at)).toBeNull()
  })

  test.each(['', 'x'.repeat(200), 'a b'])('with the token %j is unknown', async (token) => {
    const at = await passwordHouse()
    const answer = await at.browser.visit(`${base}/callback/password?token=${token}`)
    expect(errorOf(answer)).toBe('Verification')
  })

  test('leads to the configured host, whatever host a request names', async () => {
    const at = await passwordHouse()
    const body = new URLSearchParams({ action: 'signUp', email: ada, password: goodPassword })
    const headers = {
      host: 'evil.test',
      'x-forwarded-host': 'evil.test',
      origin: 'https://app.test',
    }
    const url = 'https://evil.test/api/auth/callback/password'
    await at.browser.send(new Request(url, { method: 'POST', headers, body }))
    expect(new URL((await at.mail()).link).host).toBe('app.test')
  })
})

test('the owner of an address takes over, and the password of the earlier claimant is gone', async () => {
  const at = await passwordHouse()
  await at.storage.createUser({ id: 'claimant', email: ada, emailVerified: null })
  await at.storage.updateUser({ id: 'claimant', emailVerified: new Date() })
  await at.auth.passwords.set({ userId: 'claimant' }, otherPassword)
  await at.storage.updateUser({ id: 'claimant', emailVerified: null })
  const before = at.open()
  await signIn(before, otherPassword)
  expect((await before.session())?.user.id).toBe('claimant')
  const { subject } = await forget(at, at.open())
  expect(subject).toBe('No account at app.test has this address')
  await signedUp(at, at.browser)
  expect(await before.session()).toBeNull()
  expect(errorOf(await signIn(at.open(), otherPassword))).toBe('CredentialsSignin')
  const owner = at.open()
  await signIn(owner)
  expect(await owner.session()).not.toBeNull()
})

test('a password that cannot be read is there, proves nothing, and is replaced by a reset', async () => {
  const at = await passwordHouse()
  const userId = await signedUp(at, at.browser)
  const [item] = await itemsIn(at, 'hash')
  if (!item) throw new Error('There is no password')
  const { kind, lookup, id, version, data, expires } = item
  await at.storage.replaceItem(
    { kind, lookup, id, version },
    { data, expires, sealed: 'unreadable' },
  )
  expect(await at.auth.passwords.has({ userId })).toBe(true)
  expect(errorOf(await signIn(at.open()))).toBe('CredentialsSignin')
  const set = at.auth.passwords.set(at.browser.headers, otherPassword)
  await expect(set).rejects.toMatchObject({ code: 'AlreadyConnected' })
  await expect(at.auth.passwords.remove({ userId })).rejects.toMatchObject({ code: 'LastMethod' })
  const { link } = await forget(at, at.open())
  const browser = at.open()
  await browser.submit(link, { password: otherPassword })
  expect((await browser.session())?.user.id).toBe(userId)
})
