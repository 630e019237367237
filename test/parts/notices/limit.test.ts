import { describe, expect, test } from 'vitest'
import { startMails } from '../../methods/mail-house.ts'
import { type NoticeHouse, noticeHouse } from './notice-house.ts'

startMails()
const ada = 'ada@example.com'

/** Ada signs in with TikTok, in one new browser after the other. */
async function signIns({ open }: NoticeHouse, count: number): Promise<void> {
  for (let each = 0; each < count; each++) await open().signIn('tiktok', { as: 'ada' })
}

async function ofAda(house: NoticeHouse): Promise<string> {
  await house.browser.signIn('tiktok', { as: 'ada' })
  const id = (await house.browser.session())?.user.id ?? ''
  await house.storage.updateUser({ id, email: ada, emailVerified: new Date() })
  return id
}

describe('a flood of sign-ins', () => {
  test('becomes as many mails as the limit allows, and the rest is said once', async () => {
    const house = await noticeHouse()
    const userId = await ofAda(house)
    await signIns(house, 13)
    expect(await house.notices()).toHaveLength(10)
    expect(house.log.warnings.filter((line) => line.includes('left out'))).toEqual([
      expect.stringMatching(/"newDevice".*`limits\.notice`/),
    ])
    const lines = await house.auth.users.audit({ userId })
    expect(lines.filter(({ event }) => event === 'limitNotices')).toMatchObject([
      { detail: { notice: 'newDevice', seconds: 3600 } },
    ])
  })

  test('still lets the notice of a changed address through', async () => {
    const house = await noticeHouse({ limits: { notice: { perAccount: 1 } } })
    const userId = await ofAda(house)
    await signIns(house, 3)
    await house.auth.users.update({ userId }, { email: 'new@example.com' })
    expect((await house.notices()).map(({ subject }) => subject)).toEqual([
      'New sign-in to your Acme account',
      'The email address of your Acme account was changed',
    ])
  })

  test('leaves the notices of others alone, and ends with its window', async () => {
    const house = await noticeHouse({ limits: { notice: { perAccount: 1, seconds: 60 } } })
    await ofAda(house)
    await signIns(house, 2)
    expect(await house.notices()).toHaveLength(1)
    await house.enter(house.open(), 'eve@example.com')
    await house.enter(house.open(), 'eve@example.com')
    expect(await house.notices()).toMatchObject([{ to: ['eve@example.com'] }])
    house.world.clock.advance('61s')
    await signIns(house, 1)
    expect(await house.notices()).toMatchObject([{ to: [ada] }])
  })

  test('becomes as many mails as there are sign-ins where limits are off', async () => {
    const house = await noticeHouse({ limits: false })
    await ofAda(house)
    await signIns(house, 12)
    expect(await house.notices()).toHaveLength(12)
  })
})
