import { describe, expect, test } from 'vitest'
import { Gate, type GateCheck } from '../../src/parts/gate.ts'
import { Notices } from '../../src/parts/notices.ts'
import { idp, plain, program } from '../attacks/stage.ts'
import {
  ada,
  base,
  flowOf,
  forget,
  goodPassword,
  otherPassword,
  passwordHouse,
  post,
  signedUp,
  signIn,
  signUp,
} from './house.ts'
import { lightHashes } from './light-hashes.ts'

lightHashes()

describe('the notices and events', () => {
  /** Somebody with two ways in, whom notices reach; what happens is written down. */
  async function told() {
    const notices: string[] = []
    const events: string[] = []
    const note = (name: string) => (message: { userId: string; provider?: string }) => {
      events.push(`${name} ${message.provider}`)
    }
    const parts = [Notices({ send: ({ purpose }) => void notices.push(purpose) })]
    const config = {
      parts,
      events: {
        setPassword: note('setPassword'),
        changePassword: note('changePassword'),
        resetPassword: note('resetPassword'),
        unlinkAccount: note('unlinkAccount'),
      },
    }
    const at = await passwordHouse({}, config)
    const audit = async (userId: string) =>
      (await at.storage.listAudit(userId)).map(({ event }) => event)
    return { ...at, notices, events, audit }
  }

  test('tell of a password that was set, changed, reset and removed', async () => {
    const at = await told()
    await at.browser.signIn('plain', { as: 'ada' })
    const id = (await at.browser.session())?.user.id ?? ''
    await at.storage.updateUser({ id, email: ada, emailVerified: new Date() })
    await at.settled()
    at.notices.length = 0
    await at.browser.submit(`${base}/password`, { password: goodPassword })
    await at.browser.submit(`${base}/password`, { current: goodPassword, password: otherPassword })
    const { link } = await forget(at, at.browser)
    await at.browser.submit(link, { password: goodPassword })
    await at.browser.submit(`${base}/account`, {
      ...{ action: 'remove', provider: 'password', key: `password ${id}` },
    })
    await at.settled()
    expect(at.events).toEqual([
      ...['setPassword password', 'changePassword password', 'resetPassword password'],
      'unlinkAccount password',
    ])
    expect(at.notices).toEqual([
      'passwordSet',
      'passwordChanged',
      'passwordReset',
      'passwordRemoved',
    ])
    expect(await at.audit(id)).toEqual(
      expect.arrayContaining(['setPassword', 'changePassword', 'resetPassword', 'unlinkAccount']),
    )
  })

  test('tell of a sign-up as of somebody new, and of no password', async () => {
    const at = await told()
    const id = await signedUp(at, at.browser)
    await at.settled()
    expect(at.events).toEqual([])
    expect(at.notices).toEqual([])
    expect((await at.audit(id)).toSorted()).toEqual(['createUser', 'signIn'])
  })

  test('tell of a password that the application set', async () => {
    const at = await told()
    const userId = await signedUp(at, at.browser)
    await at.auth.passwords.set({ userId }, otherPassword)
    expect(at.events).toEqual(['resetPassword password'])
    expect(at.notices).toContain('passwordReset')
  })
})

describe('the gate', () => {
  /** An application behind a gate. */
  async function gated() {
    const asked: GateCheck[] = []
    const gate = Gate((check) => {
      asked.push(check)
      return check.token?.startsWith('good') ?? false
    })
    const at = await passwordHouse({}, { parts: [gate], limits: false })
    return { ...at, asked }
  }

  test.each([
    ['signUp', { action: 'signUp', email: ada, password: goodPassword }],
    ['credentials', { email: ada, password: goodPassword }],
    ['mail', { action: 'forgot', email: ada }],
  ])('is asked about %s, and nothing happens without it', async (action, form) => {
    const at = await gated()
    const refused = await post(at.browser, form, program)
    expect(refused.status).toBe(403)
    await at.settled()
    expect(at.mails).toEqual([])
    expect(refused.headers.getSetCookie()).toEqual([])
    const passed = await post(at.browser, { ...form, gateToken: 'good' }, program)
    expect(passed.status).not.toBe(403)
    expect(at.asked).toMatchObject([
      { action, provider: 'password', account: ada, token: undefined },
      { action, provider: 'password', account: ada, token: 'good' },
    ])
  })

  test('is asked about another mail and about a change', async () => {
    const at = await gated()
    const first = {
      ...{ action: 'signUp', email: ada, password: goodPassword },
      gateToken: 'good 1',
    }
    const flow = flowOf(await post(at.browser, first))
    expect((await post(at.browser, { action: 'again', flow }, program)).status).toBe(403)
    await post(at.browser, { flow, code: (await at.mail()).code })
    const change = { current: goodPassword, password: otherPassword }
    const answer = await at.browser.submit(`${base}/password`, change, program)
    expect(answer.status).toBe(403)
    const passed = { ...change, gateToken: 'good 2' }
    expect((await at.browser.submit(`${base}/password`, passed, program)).status).toBe(200)
    expect(at.asked.map(({ action }) => action)).toEqual([
      ...['signUp', 'mail', 'credentials', 'credentials'],
    ])
  })
})

describe('the limits', () => {
  test('count before a password is checked: the eleventh try is refused, right or wrong', async () => {
    const at = await passwordHouse()
    await signedUp(at, at.browser)
    const statuses: number[] = []
    const stranger = at.open()
    for (let tried = 0; tried < 11; tried++) {
      const form = { email: ada, password: tried < 10 ? `wrong ${tried}` : goodPassword }
      statuses.push((await post(stranger, form, program)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    // A browser in which the owner signed in has tries of its own.
    await at.browser.signOut()
    await signIn(at.browser)
    expect(await at.browser.session()).not.toBeNull()
  })

  test('send five mails an hour to one address, whoever asks', async () => {
    const at = await passwordHouse()
    const statuses: number[] = []
    for (let tried = 0; tried < 6; tried++)
      statuses.push((await signUp(at.open(), {}, program)).status)
    expect(statuses).toEqual([...Array(5).fill(200), 429])
    await at.settled()
    expect(at.mails).toHaveLength(5)
  })

  test('look at ten codes an hour, in whatever browser and after however many mails', async () => {
    const at = await passwordHouse()
    await at.storage.createUser({ id: 'ada', email: ada, emailVerified: new Date() })
    const stranger = at.open()
    const { flow, code } = await forget(at, stranger)
    const guess = (typed: string) =>
      post(stranger, { flow, code: typed, password: otherPassword }, program)
    const wrong = code === '000000' ? '111111' : '000000'
    const statuses: number[] = []
    for (let tried = 0; tried < 10; tried++) statuses.push((await guess(wrong)).status)
    expect(statuses).toEqual(Array(10).fill(401))
    expect((await guess(code)).status).toBe(429)
    expect(await stranger.session()).toBeNull()
  })
})

test('an account at a platform is not joined with a password by its address', async () => {
  const at = await passwordHouse({}, {}, [plain, idp])
  await signedUp(at, at.browser)
  const other = at.open()
  const answer = await other.signIn('idp', { as: 'owner' })
  expect(answer.headers.get('location')).toContain('OAuthAccountNotLinked')
  expect(await other.session()).toBeNull()
})
