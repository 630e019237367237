import { describe, expect, test } from 'vitest'
import de from '../../../src/languages/de.ts'
import en from '../../../src/languages/en.ts'
import Email from '../../../src/providers/email.ts'
import { startMails } from '../../methods/mail-house.ts'
import { noticeHouse, tiktok } from './notice-house.ts'

startMails()
const ada = 'ada@example.com'

describe('a notice of a new device', () => {
  test('stays away at the first sign-in of a person, and in a browser that is known', async () => {
    const { browser, enter, notices, world } = await noticeHouse()
    await enter(browser, ada)
    expect(await notices()).toEqual([])
    await browser.signOut()
    // Longer than any session.
    world.clock.advance('100d')
    await enter(browser, ada)
    expect(await notices()).toEqual([])
  })

  test('is sent once by a browser that is not known, and names what it was', async () => {
    const { browser, enter, notices, open } = await noticeHouse()
    await enter(browser, ada)
    await notices()
    const phone = open()
    await enter(phone, ada)
    const [mail, ...others] = await notices()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: [ada], subject: 'New sign-in to your Acme account' })
    expect(mail?.link).toMatch(/^https:\/\/app\.test\/api\/auth\/notice\?token=[\w-]{32}$/)
    await phone.signOut()
    await enter(phone, ada)
    expect(await notices()).toEqual([])
  })

  test('names no browser and no system but those that we know', async () => {
    const { browser, enter, notices, open } = await noticeHouse()
    await enter(browser, ada)
    await notices()
    const phone = open()
    const agent = { 'user-agent': 'Save your account at https://evil.test/native (now)' }
    const lying = {
      ...phone,
      visit: (path: string) => phone.visit(path, agent),
      submit: (path: string, form?: Record<string, string>) => phone.submit(path, form, agent),
    }
    await enter(lying, ada)
    const [mail] = await notices()
    expect(mail?.subject).toBe('New sign-in to your Acme account')
    expect(JSON.stringify(mail)).not.toContain('evil.test')
    expect(mail?.text).not.toContain('now')
  })

  test('is sent for every way in', async () => {
    const { browser, notices, open, storage } = await noticeHouse()
    await browser.signIn('tiktok', { as: 'ada' })
    const id = (await browser.session())?.user.id ?? ''
    await storage.updateUser({ id, email: ada, emailVerified: new Date() })
    expect(await notices()).toEqual([])
    await open().signIn('tiktok', { as: 'ada' })
    expect(await notices()).toMatchObject([{ subject: 'New sign-in to your Acme account' }])
  })

  test('tells each person of a shared browser for themselves', async () => {
    const { browser, enter, notices, open } = await noticeHouse()
    await enter(browser, ada)
    const phone = open()
    await enter(phone, 'eve@example.com')
    expect(await notices()).toEqual([])
    await phone.signOut()
    await enter(phone, ada)
    expect(await notices()).toMatchObject([{ to: [ada] }])
  })

  test('goes to no address that nobody has proven', async () => {
    const { auth, browser, enter, notices, storage } = await noticeHouse()
    const userId = await enter(browser, ada)
    await storage.updateUser({ id: userId, emailVerified: null })
    await auth.users.delete({ userId })
    expect(await notices()).toEqual([])
  })

  test('is written in the first language of the application where there is no visitor', async () => {
    const { storage, notices, auth } = await noticeHouse({ languages: [de, en] })
    await storage.createUser({ id: 'ada', email: ada, emailVerified: new Date() })
    await auth.users.delete({ userId: 'ada' })
    expect(await notices()).toMatchObject([{ subject: 'Ihr Konto bei Acme wurde gelöscht' }])
  })

  test('leaves the person signed in when it cannot be sent', async () => {
    const sent: string[] = []
    const email = Email({
      from: 'a@acme.test',
      server: {
        name: 'refusing',
        version: '1',
        send(
          mail: { data: { subject: string } },
          done: (error: Error | null, info?: object) => void,
        ) {
          sent.push(mail.data.subject)
          if (mail.data.subject.startsWith('New')) done(new Error('The server is down'))
          else done(null, { envelope: {}, messageId: '1' })
        },
      },
    })
    const { browser, open, notices, log, storage } = await noticeHouse({
      providers: [email, tiktok],
    })
    await browser.signIn('tiktok', { as: 'ada' })
    const id = (await browser.session())?.user.id ?? ''
    await storage.updateUser({ id, email: ada, emailVerified: new Date() })
    const phone = open()
    await phone.signIn('tiktok', { as: 'ada' })
    await notices()
    expect(sent).toEqual(['New sign-in to your Acme account'])
    expect(await phone.session()).not.toBeNull()
    expect(log.errors).toMatchObject([{ code: 'MailFailed' }])
  })
})
