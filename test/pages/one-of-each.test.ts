import { expect, test } from 'vitest'
import en from '../../src/languages/en.ts'
import zhHans from '../../src/languages/zh-hans.ts'
import { ChangeEmail } from '../../src/parts/change-email.ts'
import Email from '../../src/providers/email.ts'
import Guest from '../../src/providers/guest.ts'
import Passkey from '../../src/providers/passkey.ts'
import Password from '../../src/providers/password.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { plain, stage } from '../attacks/stage.ts'
import { setup } from '../setup.ts'

const email = Email({ sendVerificationRequest() {} })

async function read(browser: TestBrowser, path: string, language = 'en'): Promise<string> {
  return (await browser.visit(`/api/auth/${path}`, { 'accept-language': language })).text()
}

const count = (page: string, text: string) => page.split(text).length - 1

test('a passkey beside platforms has no second box for staying signed in', async () => {
  const session = { strategy: 'database', remember: 'ask' } as const
  const beside = await setup({ providers: [plain, Passkey({})], storage: memory(), session })
  const alone = await setup({ providers: [Passkey({})], storage: memory(), session })
  // The form that signs up has its own, further down.
  const [both, only] = [await read(beside.browser, 'signin'), await read(alone.browser, 'signin')]
  expect(count(both.split('<details')[0] ?? '', 'name="remember"')).toBe(1)
  expect(count(only.split('<details')[0] ?? '', 'name="remember"')).toBe(1)
})

test('the form of a password that is folded away is called by a sentence', async () => {
  const languages = [en, zhHans]
  const { browser } = await setup({ providers: [email, Password], storage: memory(), languages })
  expect(await read(browser, 'signin')).toContain('<summary>Use a password instead</summary>')
  const chinese = await read(browser, 'signin', 'zh-CN')
  expect(chinese).toContain('<summary>使用密码登录</summary>')
})

test('a guest reads first on the account page that they are one', async () => {
  const { browser } = await setup({ providers: [plain, email, Guest], storage: memory() })
  await browser.submit('/api/auth/callback/guest', {})
  const page = await read(browser, 'account')
  expect(page.match(/<h2>([^<]+)/)?.[1]).toBe('You are here as a guest')
  expect(page).toContain('<h2>Platforms')
})

test('an account page has one form for a first address', async () => {
  const { browser } = await stage({ providers: [plain, email], parts: [ChangeEmail()] })
  await browser.signIn('plain', { as: 'noor' })
  const page = await read(browser, 'account')
  expect(count(page, 'type="email"')).toBe(1)
})
