import { describe, expect, test } from 'vitest'
import { acts } from '../../../src/notices/acts.ts'
import { AccessTokens } from '../../../src/parts/access-tokens.ts'
import { DeviceSignIn } from '../../../src/parts/device-sign-in.ts'
import { NativeApps } from '../../../src/parts/native-apps.ts'
import { Notices } from '../../../src/parts/notices.ts'
import { SecondFactor } from '../../../src/parts/second-factor.ts'
import Email from '../../../src/providers/email.ts'
import Passkey from '../../../src/providers/passkey.ts'
import type { AccessTokenCalls } from '../../../src/types/access-tokens.ts'
import { addPasskey } from '../../methods/ceremonies.ts'
import { mails, startMails } from '../../methods/mail-house.ts'
import { apps, begin, codeIn, exchange, goOn } from '../../native-apps/house.ts'
import { type NoticeHouse, noticeHouse } from './notice-house.ts'

startMails()
const ada = 'ada@example.com'
const old = 'ada@old.example.com'
const password = 'seven old boats at noon'

/** Something that happens to Ada, and the notices that it leads to: their recipients and subjects. */
interface Story {
  event: string
  what: string
  act(house: NoticeHouse, userId: string): Promise<unknown>
  told: [to: string, subject: string][]
}

const proven = { emailVerified: new Date() }
const connect = ({ browser }: NoticeHouse) => browser.signIn('tiktok', { as: 'ada', link: true })

const addApp = ({ auth }: NoticeHouse, userId: string) =>
  auth.factors.importTotp({ userId }, { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })

const stories: Story[] = [
  {
    event: 'addFactor',
    what: 'a second factor that is added',
    act: addApp,
    told: [[ada, 'A second factor was added to your Acme account']],
  },
  {
    event: 'removeFactor',
    what: 'a second factor that is removed',
    async act(house, userId) {
      await addApp(house, userId)
      await house.notices()
      await house.auth.factors.remove({ userId })
    },
    told: [[ada, 'A second factor was removed from your Acme account']],
  },
  {
    event: 'useRecoveryCode',
    what: 'a recovery code that is used',
    async act(house, userId) {
      const { auth, browser, enter, notices } = house
      await addApp(house, userId)
      const [code = ''] = await auth.factors.renewRecoveryCodes({ userId })
      await browser.signOut()
      await enter(browser, ada)
      await notices()
      await browser.submit('/api/auth/second-factor', { code })
      expect(await browser.session()).not.toBeNull()
    },
    told: [[ada, 'A recovery code was used for your Acme account']],
  },
  {
    event: 'limitFactor',
    what: 'codes that somebody guesses',
    async act(house, userId) {
      await addApp(house, userId)
      await house.notices()
      for (let tries = 0; tries < 12; tries++)
        await house.browser.submit('/api/auth/step-up', { code: '000000' })
    },
    told: [[ada, 'Too many wrong codes for your Acme account']],
  },
  {
    event: 'signIn',
    what: 'a sign-in in another browser',
    act: ({ enter, open }) => enter(open(), ada),
    told: [[ada, 'New sign-in to your Acme account']],
  },
  {
    event: 'linkAccount',
    what: 'an account that is connected',
    act: connect,
    told: [[ada, 'TikTok was connected to your Acme account']],
  },
  {
    event: 'unlinkAccount',
    what: 'an account that is removed',
    async act(house, userId) {
      await connect(house)
      await house.notices()
      await house.auth.accounts.unlink({ userId }, 'tiktok')
    },
    told: [[ada, 'TikTok was removed from your Acme account']],
  },
  {
    event: 'setPassword',
    what: 'a password that is set',
    act: ({ auth }, userId) => auth.passwords.set({ userId }, password),
    told: [[ada, 'A password was set for your Acme account']],
  },
  {
    event: 'changePassword',
    what: 'a password that is changed',
    async act({ auth, browser, notices }, userId) {
      await auth.passwords.set({ userId }, password)
      await notices()
      const form = { current: password, password: `${password} tomorrow` }
      await browser.submit('/api/auth/password', form)
    },
    told: [[ada, 'The password of your Acme account was changed']],
  },
  {
    event: 'resetPassword',
    what: 'a password that is reset',
    async act({ auth, notices }, userId) {
      await auth.passwords.set({ userId }, password)
      await notices()
      await auth.passwords.set({ userId }, `${password} tomorrow`)
    },
    told: [[ada, 'The password of your Acme account was reset']],
  },
  {
    event: 'unlinkAccount',
    what: 'a password that is removed',
    async act({ auth, notices }, userId) {
      await auth.passwords.set({ userId }, password)
      await notices()
      await auth.passwords.remove({ userId })
    },
    told: [[ada, 'The password of your Acme account was removed']],
  },
  {
    event: 'updateUser',
    what: 'an address that is changed and proven',
    async act({ auth, storage }, userId) {
      await storage.updateUser({ id: userId, email: old, ...proven })
      await auth.users.update({ userId }, { email: ada, ...proven })
    },
    told: [
      [ada, 'The email address of your Acme account was changed'],
      [old, 'The email address of your Acme account was changed'],
    ],
  },
  {
    event: 'updateUser',
    what: 'an address that is changed and not proven',
    act: ({ auth }, userId) => auth.users.update({ userId }, { email: 'new@example.com' }),
    told: [[ada, 'The email address of your Acme account was changed']],
  },
  {
    event: 'updateUser',
    what: 'a name that is changed',
    act: ({ auth }, userId) => auth.users.update({ userId }, { name: 'Ada', email: ada }),
    told: [],
  },
  {
    event: 'createAccessToken',
    what: 'an access token that is made',
    async act({ auth }, userId) {
      const { tokens } = auth as typeof auth & AccessTokenCalls
      await tokens.create({ userId }, { name: 'CI', scopes: ['read'] })
    },
    told: [[ada, 'An access token was created for your Acme account']],
  },
  {
    event: 'signInApp',
    what: 'an app that signs in',
    async act({ browser }) {
      const flow = begin()
      const form = exchange(flow, codeIn(await goOn(browser, flow)))
      expect((await browser.submit('/api/auth/native-token', form)).status).toBe(200)
    },
    told: [[ada, 'An app signed in to your Acme account']],
  },
  {
    event: 'approveDevice',
    what: 'a device that is signed in',
    async act({ auth, browser }, as) {
      const address = 'https://app.test/api/auth/device/code'
      const body = new URLSearchParams({ client_id: 'tv' })
      const asked = await auth.handler(new Request(address, { method: 'POST', body }))
      const { user_code } = (await asked.json()) as { user_code: string }
      await browser.submit('/api/auth/device', { user_code })
      await browser.submit('/api/auth/device', { user_code, answer: 'approve', as })
    },
    told: [[ada, 'Your Acme account was used to sign in on a device']],
  },
  {
    event: 'takeover',
    what: 'an address that its owner proves',
    async act({ enter, open, storage }, userId) {
      await storage.updateUser({ id: userId, emailVerified: null })
      await enter(open(), ada)
    },
    told: [
      [ada, 'New sign-in to your Acme account'],
      [ada, 'Your address was used at Acme before you confirmed it'],
    ],
  },
  {
    event: 'deleteUser',
    what: 'a user who is deleted',
    act: ({ auth }, userId) => auth.users.delete({ userId }),
    told: [[ada, 'Your Acme account was deleted']],
  },
]

describe('a notice', () => {
  test.each(stories)('tells of $what ($event)', async ({ act, told }) => {
    const tokens = AccessTokens({ scopes: ['read'] })
    const devices = DeviceSignIn({ clients: { tv: 'TV' } })
    const parts = [Notices(), SecondFactor(), tokens, devices, NativeApps(apps)]
    const house = await noticeHouse({ parts })
    const userId = await house.enter(house.browser, ada)
    await house.notices()
    await act(house, userId)
    const sent = (await house.notices()).map(({ to, subject }) => [to[0], subject])
    expect(sent.sort()).toEqual(told)
  })

  test('tells of every passkey that is added or removed', async () => {
    const house = await noticeHouse({
      providers: [Email({ server: mails().url, from: 'Acme <hello@acme.test>' }), Passkey],
    })
    const { auth, browser, enter, notices } = house
    const userId = await enter(browser, ada)
    await notices()
    const subjects = async () => (await notices()).map(({ subject }) => subject)
    for (const _ of ['first', 'second']) {
      await addPasskey(browser)
      expect(await subjects()).toEqual(['A passkey was added to your Acme account'])
    }
    const [passkey] = await auth.passkeys.list({ userId })
    await auth.passkeys.remove({ userId }, passkey?.id ?? '')
    expect(await subjects()).toEqual(['A passkey was removed from your Acme account'])
  })

  test('has a story for each event of the list', () => {
    const events = Object.keys(acts)
    expect([...new Set(stories.map(({ event }) => event))].sort()).toEqual(events.sort())
  })

  test('of somebody who was deleted has no link', async () => {
    const { auth, browser, enter, notices } = await noticeHouse()
    const userId = await enter(browser, ada)
    await notices()
    await auth.users.delete({ userId })
    const [mail] = await notices()
    expect(mail?.link).toBe('')
    expect(mail?.text).toContain('contact Acme')
  })

  test('of any act but a sign-in ends every session', async () => {
    const house = await noticeHouse()
    await house.enter(house.browser, ada)
    await house.notices()
    house.world.clock.advance('1m')
    await connect(house)
    const [mail] = await house.notices()
    const token = new URL(mail?.link ?? '').searchParams.get('token') ?? ''
    await house.open().submit('/api/auth/notice', { token })
    expect(await house.browser.session()).toBeNull()
  })
})
