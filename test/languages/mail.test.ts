import { describe, expect, test } from 'vitest'
import ar from '../../src/languages/ar.ts'
import de from '../../src/languages/de.ts'
import en from '../../src/languages/en.ts'
import ja from '../../src/languages/ja.ts'
import { writeMail } from '../../src/methods/email/mail.ts'
import Email from '../../src/providers/email.ts'
import { memory } from '../../src/storage/memory.ts'
import type { Mail } from '../../src/types/email.ts'
import type { Language } from '../../src/types/language.ts'
import { origin, setup } from '../setup.ts'

const now = Date.UTC(2026, 0, 1)

function written(language: Language, seconds = 86_400, text = {}): Mail {
  const url = 'https://app.test/api/auth/callback/email?token=abc'
  const expires = new Date(now + seconds * 1000)
  const codeExpires = new Date(now + 900_000)
  const provider = Email({ text })
  const params = { url, code: '483920', expires, codeExpires, now, provider, theme: {} }
  return writeMail({ ...params, language })
}

test('a mail speaks the language of the visitor who asked for it', async () => {
  const sent: (Mail & { lang: string })[] = []
  const email = Email({
    server: 'smtp://nobody.test',
    from: 'Acme <hello@acme.test>',
    sendVerificationRequest: ({ mail, lang }) => void sent.push({ ...mail, lang }),
  })
  const { auth } = await setup({
    providers: [email],
    storage: memory(),
    languages: [en, de, ar],
    theme: { name: 'Acme' },
  })
  for (const language of ['de-AT', 'ar', 'ko']) {
    const response = await auth.handler(
      new Request(`${origin}/api/auth/signin/email`, {
        method: 'POST',
        headers: { origin, 'accept-language': language },
        body: new URLSearchParams({ email: `ada@${language}.example` }),
      }),
    )
    expect(response.status).toBe(303)
  }
  expect(
    sent.map(({ lang, subject }) => [lang, subject.replace(/^\d{3}[\u00a0 ]\d{3}/, 'CODE')]),
  ).toEqual([
    ['de', 'CODE ist Ihr Anmeldecode für Acme'],
    ['ar', 'CODE هو رمز تسجيل الدخول إلى Acme'],
    ['en', 'CODE is your sign-in code for Acme'],
  ])
  expect(sent[0]?.text).toContain('24 Stunden')
  expect(sent[1]?.html).toContain('<html lang="ar" dir="rtl">')
})

describe('a mail says how long its link works as its language says it', () => {
  test.each([
    [de, 60, '1 Minute'],
    [de, 600, '10 Minuten'],
    [ar, 120, 'دقيقتان'],
    [ar, 600, '10 دقائق'],
    [ar, 1800, '30 دقيقة'],
    [ja, 86_400, '24時間'],
  ])('%#: %s', (language, seconds, duration) => {
    expect(written(language, seconds).text).toContain(duration)
  })

  test('by an English sentence in English', () => {
    expect(written({ lang: 'de', mail: { button: 'Los' } }).text).toContain('in 24 hours')
  })
})

test('from right to left, the halves of the code stay where they are', () => {
  expect(written(ar).text).toContain('483\u00a0920')
  expect(written(ar).html).toMatch(/dir="ltr"[^>]*>483\u00a0920</)
})

test('from right to left, the address still reads from left to right', () => {
  expect(written(ar).html).toContain('dir="ltr" href="https://app.test/')
})

test('the email provider’s own words come first', () => {
  expect(written(de, 600, { button: 'Los geht’s' }).html).toContain('Los geht’s')
})
