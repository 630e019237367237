import { expect, test } from 'vitest'
import ar from '../../src/languages/ar.ts'
import de from '../../src/languages/de.ts'
import es from '../../src/languages/es.ts'
import fr from '../../src/languages/fr.ts'
import id from '../../src/languages/id.ts'
import ja from '../../src/languages/ja.ts'
import ptBr from '../../src/languages/pt-br.ts'
import tr from '../../src/languages/tr.ts'
import zhHans from '../../src/languages/zh-hans.ts'
import { writeMail } from '../../src/methods/email/mail.ts'
import { verifyRequestPage } from '../../src/methods/email/verify-request-page.ts'
import { accountPage } from '../../src/pages/account-page.ts'
import { renderPage } from '../../src/pages/layout.ts'
import { signInPage } from '../../src/pages/sign-in-page.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import { memory } from '../../src/storage/memory.ts'
import type { PageFrame, Translation } from '../../src/types/language.ts'
import { setup } from '../setup.ts'

const now = Date.UTC(2026, 5, 3)
const all = [ar, de, es, fr, id, ja, ptBr, tr, zhHans]

function frame(language: Translation): PageFrame {
  return { ...language, theme: { name: 'Acme' }, basePath: '/api/auth' }
}

/** The account page of somebody with a passkey and a session, as text. */
function account(language: Translation): string {
  const { text } = language
  const page = accountPage({
    ...{ frame: frame(language), say: text, now, user: { name: 'Ada', email: 'ada@example.com' } },
    sections: [
      {
        ...{ title: 'Passkeys', none: '' },
        items: [{ name: '::1', facts: [{ label: text.added, at: new Date(now), date: true }] }],
      },
    ],
    sessions: [{ device: 'Firefox', place: '::1', lastUsed: new Date(now - 7_200_000) }],
  })
  return renderPage(page, '').markup
}

test.each([ja, zhHans])('joins words in $lang without a space after their marks', (language) => {
  const shown = account(language)
  expect(shown).toContain('：<time')
  const asked = verifyRequestPage({
    frame: frame(language),
    say: language.methods.email,
    email: 'ada@example.com',
    problem: { title: '', text: language.errors.RateLimited.text, advice: '。' },
  })
  const expires = new Date(now + 86_400_000)
  const codeExpires = new Date(now + 900_000)
  const url = 'https://app.test/api/auth/callback/email'
  const mail = writeMail({
    ...{ url, code: '483920', expires, codeExpires, now, provider: Email(), theme: {}, language },
  })
  for (const text of [shown, renderPage(asked, '').markup, mail.text, mail.html]) {
    expect(text).not.toMatch(/[。：！？] \S/)
  }
})

test('says a duration in Chinese with its digits apart', () => {
  expect(zhHans.text.waitFor('15分钟')).toBe('请等待最多 15 分钟，然后重试。')
})

test('keeps addresses and devices in their own direction on a page from right to left', () => {
  const shown = account(ar)
  expect(shown.match(/<bdi>::1<\/bdi>/g)).toHaveLength(2)
  expect(shown).toContain('<bdi>ada@example.com</bdi>')
  const page = verifyRequestPage({
    frame: frame(ar),
    say: ar.methods.email,
    email: '+ada@example.com',
  })
  expect(renderPage(page, '').markup).toContain('\u2068+ada@example.com\u2069')
})

test.each(all)('$lang calls forms that are folded away by a sentence of their own', (language) => {
  const { email, credentials } = language.methods
  const form = (name: string, summary: string) => ({
    ...{ name, summary, submit: '', action: '/', inputs: [{ name: 'one' }] },
  })
  const page = signInPage({
    frame: frame(language),
    methods: [
      form('a', 'a'),
      form(email.email, email.useEmail),
      form(credentials.aPassword, credentials.usePassword),
    ],
  })
  const { markup } = renderPage(page, '')
  const summaries = [...markup.matchAll(/<summary>([^<]+)/g)].map(([, words]) => words)
  expect(summaries).toEqual([email.useEmail, credentials.usePassword])
  expect(summaries).not.toContain(language.text.signInWith(email.email))
})

test('the form of a password is folded away under its own words', async () => {
  const providers = [
    Email({ sendVerificationRequest() {} }),
    Credentials({
      credentials: { name: {}, password: { type: 'password' } },
      authorize: () => null,
    }),
  ]
  const { browser } = await setup({ providers, storage: memory(), languages: [zhHans] })
  const page = await (await browser.visit('/api/auth/signin')).text()
  expect(page).toContain('<summary>使用密码登录</summary>')
})

test('a device that was signed out elsewhere is not called this one', () => {
  for (const { text } of all) {
    expect(text.deviceSignedOut.toLowerCase()).not.toContain(text.thisDevice.toLowerCase())
  }
})
