import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/storage/memory.ts'
import type { Storage } from '../../../src/types/storage.ts'
import { startMails } from '../../methods/mail-house.ts'
import { type NoticeHouse, noticeHouse } from './notice-house.ts'

startMails()
const ada = 'ada@example.com'

/** Ada is signed in, and somebody else has come in by another browser an hour later. */
async function intruded(house: NoticeHouse) {
  const { browser, enter, notices, open, world } = house
  const userId = await enter(browser, ada)
  await notices()
  world.clock.advance('1h')
  const intruder = open()
  await enter(intruder, ada)
  const [mail] = await notices()
  return { userId, intruder, link: mail?.link ?? '' }
}

const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? ''

describe('the link "It wasn’t me"', () => {
  test('shows a page to every visit, of scanners too, and changes nothing', async () => {
    const house = await noticeHouse()
    const { intruder, link } = await intruded(house)
    for (const headers of [{}, { 'sec-purpose': 'prefetch' }, {}]) {
      const page = await house.open().visit(link, headers)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('It wasn’t me')
    }
    expect(await intruder.session()).not.toBeNull()
  })

  test('ends the sessions since then, once, and keeps the ones before', async () => {
    const house = await noticeHouse()
    const { userId, intruder, link } = await intruded(house)
    const reader = house.open()
    const done = await reader.submit('/api/auth/notice', { token: tokenIn(link) })
    expect(await done.text()).toContain('The devices are signed out')
    expect(await intruder.session()).toBeNull()
    expect(await house.browser.session()).not.toBeNull()
    const lines = await house.auth.users.audit({ userId })
    expect(lines[0]).toMatchObject({ event: 'notMe', detail: { event: 'signIn' } })
    const again = await reader.submit('/api/auth/notice', { token: tokenIn(link) })
    expect(again.status).toBe(400)
    expect(await again.text()).toContain('This link no longer works')
    expect((await reader.visit(link)).status).toBe(400)
  })

  test('ends a session that began after it, on a server whose clock is behind', async () => {
    const house = await noticeHouse()
    const { intruder, link } = await intruded(house)
    const second = house.open()
    house.serverOff(-30_000)
    await house.enter(second, ada)
    await house.notices()
    await house.open().submit('/api/auth/notice', { token: tokenIn(link) })
    expect(await intruder.session()).toBeNull()
    expect(await second.session()).toBeNull()
    expect(await house.browser.session()).not.toBeNull()
    await house.enter(second, ada)
    expect(await house.notices()).toHaveLength(1)
  })

  test('makes the browser of the intruder a new one again', async () => {
    const house = await noticeHouse()
    const { intruder, link } = await intruded(house)
    await house.open().submit('/api/auth/notice', { token: tokenIn(link) })
    await house.enter(intruder, ada)
    expect(await house.notices()).toHaveLength(1)
  })

  test('ends every session where sessions live in cookies', async () => {
    const house = await noticeHouse({ session: { strategy: 'cookie' } })
    const { userId, link } = await intruded(house)
    const before = (await house.storage.getUser(userId))?.sessionGeneration
    await house.open().submit('/api/auth/notice', { token: tokenIn(link) })
    expect((await house.storage.getUser(userId))?.sessionGeneration).not.toBe(before)
  })

  test('acts on its own user, whoever opens it', async () => {
    const house = await noticeHouse()
    const { intruder, link } = await intruded(house)
    const eve = house.open()
    await house.enter(eve, 'eve@example.com')
    await eve.submit('/api/auth/notice', { token: tokenIn(link) })
    expect(await eve.session()).not.toBeNull()
    expect(await intruder.session()).toBeNull()
  })

  test.each([
    ['a form of another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
    ['no word of where it comes from', { origin: '', 'sec-fetch-site': '' }],
  ])('refuses %s', async (_, headers) => {
    const house = await noticeHouse()
    const { intruder, link } = await intruded(house)
    const request = new Request('https://app.test/api/auth/notice', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ token: tokenIn(link) }),
    })
    const answer = await house.auth.handler(request)
    expect(`${answer.headers.get('location')} ${await answer.text()}`).toContain('CrossSite')
    expect(await intruder.session()).not.toBeNull()
  })

  test.each(['', 'guess', 'x'.repeat(500)])('refuses the token "%s"', async (token) => {
    const { browser } = await noticeHouse()
    const answer = await browser.submit('/api/auth/notice', { token })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('This link no longer works')
  })

  test('answers programs with JSON if it was used', async () => {
    const { browser } = await noticeHouse()
    const headers = { accept: 'application/json' }
    const answer = await browser.visit('/api/auth/notice?token=guess', headers)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'Verification' })
  })

  test('works again if it could not end the session, because all of it is one transaction', async () => {
    const storage = memory()
    let isBroken = false
    const deleteSession = (inside: Storage) => (token: string) => {
      if (isBroken) throw new Error('The disk is full')
      return inside.deleteSession?.(token)
    }
    const transaction: typeof storage.transaction = (work) =>
      storage.transaction((inside) => work({ ...inside, deleteSession: deleteSession(inside) }))
    const house = await noticeHouse({ storage: { ...storage, transaction } })
    const { userId, intruder, link } = await intruded(house)
    const press = () => house.open().submit('/api/auth/notice', { token: tokenIn(link) })
    isBroken = true
    expect((await press()).status).toBe(500)
    expect(await intruder.session()).not.toBeNull()
    const events = (await house.auth.users.audit({ userId })).map(({ event }) => event)
    expect(events).not.toContain('notMe')
    isBroken = false
    expect((await press()).status).toBe(200)
    expect(await intruder.session()).toBeNull()
  })

  test('leads to a new sign-in, and from there to the account page', async () => {
    const house = await noticeHouse()
    const { link } = await intruded(house)
    const done = await house.open().submit('/api/auth/notice', { token: tokenIn(link) })
    const account = encodeURIComponent('https://app.test/api/auth/account')
    expect(await done.text()).toContain(`/api/auth/signin?callbackUrl=${account}`)
  })

  test('tells whoever opens it that it is old', async () => {
    const house = await noticeHouse()
    const { intruder, link } = await intruded(house)
    house.world.clock.advance('31d')
    await house.enter(intruder, ada)
    const page = await house.open().visit(link)
    expect(page.status).toBe(400)
    expect(await page.text()).toContain('This link no longer works')
    expect(await intruder.session()).not.toBeNull()
  })

  test('is of two presses at once one', async () => {
    const house = await noticeHouse()
    const { link } = await intruded(house)
    const press = () => house.open().submit('/api/auth/notice', { token: tokenIn(link) })
    const answers = await Promise.all([press(), press()])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})
