import { expect, test } from 'vitest'
import Email from '../../src/providers/email.ts'
import GitHub from '../../src/providers/github.ts'
import Password from '../../src/providers/password.ts'
import { memory } from '../../src/storage/memory.ts'
import { secret } from '../setup.ts'
import { develop } from './application.ts'

test('the sign-in page leads to where one signs in as somebody else, the next one to the inbox', async () => {
  const { browser, said } = develop({ providers: [GitHub, Email], storage: memory() })
  const page = await (await browser.visit('/api/auth/signin')).text()
  const [emulator] = /http:\/\/127\.0\.0\.1:\d+/.exec(said.join()) ?? []
  expect(page).toContain(`<a href="${emulator}/">Development: sign in as somebody else</a>`)
  const home = await fetch(`${emulator}/`)
  expect(await home.text()).toContain('Sign this browser out of practice GitHub')

  const sent = await browser.submit('/api/auth/signin/email', { email: 'ada@a.test' })
  const told = await (await browser.visit(sent.headers.get('location') ?? '')).text()
  expect(told).toContain(`<a href="${emulator}/inbox">Development: the email is in the inbox</a>`)
  expect(await (await fetch(`${emulator}/inbox`)).text()).toContain('ada@a.test')
})

test('so does the page after a sign-up with a password', async () => {
  const { browser, said } = develop({ providers: [Password], storage: memory() })
  expect(await (await browser.visit('/api/auth/signin')).text()).not.toContain('somebody else')
  const typed = { action: 'signUp', email: 'ada@a.test', password: 'a few words in a row' }
  const sent = await browser.submit('/api/auth/callback/password', typed)
  const told = await (await browser.visit(sent.headers.get('location') ?? '')).text()
  const [emulator] = /http:\/\/127\.0\.0\.1:\d+/.exec(said.join()) ?? []
  expect(told).toContain('Check your email')
  expect(told).toContain(`<a href="${emulator}/inbox">Development: the email is in the inbox</a>`)
})

test('the built-in pages have no such links where the platforms are the real ones', async () => {
  const keys = { clientId: 'app', clientSecret: 'a-secret-of-the-application' }
  const { browser } = develop({
    providers: [GitHub(keys)],
    secret,
  })
  const page = await (await browser.visit('/api/auth/signin')).text()
  expect(page).toContain('GitHub')
  expect(page).not.toContain('Development')
})
