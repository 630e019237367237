import { describe, expect, test } from 'vitest'
import { Auth, type OutgoingMail, type Provider } from '../../../src/index.ts'
import { engineOf } from '../../../src/instance/engine-of.ts'
import { Notices } from '../../../src/parts/notices.ts'
import Email from '../../../src/providers/email.ts'
import Loops from '../../../src/providers/loops.ts'
import Resend from '../../../src/providers/resend.ts'
import { memory } from '../../../src/storage/memory.ts'
import { testAuth } from '../../../src/testing.ts'
import type { Step } from '../../../src/types/trace.ts'
import { strong } from '../../attacks/mistakes.ts'
import { mails, startMails } from '../../methods/mail-house.ts'
import { noticeHouse, tiktok } from './notice-house.ts'

startMails()
const ada = 'ada@example.com'

/** Deletes a user with a proven address, of which people are told in every application. */
async function deleted(config: Parameters<typeof noticeHouse>[0]) {
  const house = await noticeHouse(config)
  await house.storage.createUser({ id: 'ada', email: ada, emailVerified: new Date() })
  await house.auth.users.delete({ userId: 'ada' })
  return house
}

describe('a notice', () => {
  test('is sent by the function of the part, if it has one', async () => {
    const sent: OutgoingMail[] = []
    const parts = [Notices({ send: (mail) => void sent.push(mail) })]
    const { notices } = await deleted({ parts })
    expect(await notices()).toEqual([])
    expect(sent).toEqual([
      {
        to: ada,
        subject: 'Your Acme account was deleted',
        text: expect.stringContaining('deleted'),
        html: expect.stringContaining('<!doctype html>'),
        purpose: 'deleted',
        lang: 'en',
        secrets: [expect.stringMatching(/^[\w-]{32}$/)],
        request: expect.any(Request),
        fetch: expect.any(Function),
      },
    ])
  })

  test('is otherwise sent by the first email provider that sends every mail', async () => {
    const sent: string[] = []
    const own = Email({ id: 'own', sendVerificationRequest: () => void sent.push('own') })
    const loops = Loops({ apiKey: 'key', transactionalId: 'abc' })
    const server = { from: 'Acme <hello@acme.test>', server: mails().url }
    const all = Email({ id: 'all', send: ({ purpose }) => void sent.push(purpose) })
    const { notices } = await deleted({ providers: [own, loops, all, Email(server)] })
    expect(sent).toEqual(['deleted'])
    expect(await notices()).toEqual([])
  })

  test('is sent by the same function of a provider as a mail to sign in with', async () => {
    const sent: string[] = []
    const email = Email({ send: ({ purpose, to }) => void sent.push(`${purpose} ${to}`) })
    const { browser } = await deleted({ providers: [email] })
    await browser.submit('/api/auth/signin/email', { email: ada })
    expect(sent).toEqual([`deleted ${ada}`, `signIn ${ada}`])
  })

  test('is in the inbox of testAuth(), with or without an email provider', async () => {
    for (const providers of [[tiktok], [tiktok, Resend]]) {
      const { auth, browser, platform } = await testAuth({ providers, parts: [Notices()] })
      await browser.signIn('tiktok', { as: 'ada' })
      const userId = (await browser.session())?.user.id ?? ''
      await auth.users.update({ userId }, { email: ada, emailVerified: new Date() })
      platform.inbox.clear()
      await auth.users.delete({ userId })
      expect(platform.inbox.messages(ada)).toMatchObject([
        { subject: expect.stringContaining('deleted') },
      ])
    }
  })

  test('is logged once, with its cause, and traced if it cannot be sent', async () => {
    const cause = new Error('The queue is full')
    const send = async () => {
      throw cause
    }
    const { auth, storage, log } = await noticeHouse({ parts: [Notices({ send })] })
    const steps: Step[] = []
    engineOf(auth)?.services.trace.listeners.push((step) => steps.push(step))
    await storage.createUser({ id: 'ada', email: ada, emailVerified: new Date() })
    await auth.users.delete({ userId: 'ada' })
    expect(await storage.getUser('ada')).toBeNull()
    expect(log.errors).toHaveLength(1)
    expect(log.errors[0]).toMatchObject({ code: 'MailFailed', provider: 'notices', cause })
    expect(steps.map(({ step }) => step)).toEqual(['mailed', 'unsent'])
  })
})

describe('an application without anybody who sends its notices', () => {
  const start = (providers: Provider[], env = {}) => {
    const said: string[] = []
    const error = ({ field, message, hint }: Record<string, unknown>) =>
      void said.push(`${field}: ${message} → ${hint}`)
    const config = { providers, storage: memory(), secret: strong, url: 'https://app.test' }
    const logger = { error: error as never, warn() {} }
    const runtime = { env: { NODE_ENV: 'production', ...env } }
    Auth({ ...config, parts: [Notices()], logger, runtime })
    return said
  }

  test('is refused at its start in production, with an example', () => {
    expect(start([tiktok])).toEqual([
      expect.stringMatching(/^parts\.notices\.send: .*nothing is configured.*Notices\({ send: /),
    ])
  })

  test.each([
    ['own', Email({ id: 'own', sendVerificationRequest() {} })],
    ['loops', Loops({ apiKey: 'key', transactionalId: 'abc' })],
  ])('is told that %s sends only mails to sign in with', (id, provider) => {
    expect(start([provider])).toEqual([
      expect.stringContaining(`the provider ${id} sends only mails to sign in with`),
    ])
  })

  test('is refused too if its email provider lacks a key', () => {
    expect(start([tiktok, Resend]).join()).toContain('Notices({ send: ')
  })

  test('starts with a provider that sends every mail', () => {
    expect(start([Resend({ apiKey: 'key', from: 'hello@acme.test' })])).toEqual([])
  })
})
