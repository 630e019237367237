import { writeMail } from '../../src/methods/email/mail.ts'
import Email from '../../src/providers/email.ts'
import type { Theme } from '../../src/types/theme.ts'

const now = Date.UTC(2026, 0, 1)
const url = 'https://app.test/api/auth/callback/email?token=abc&email=ada%40example.com'

/** The mail of a sign-in, which lives for so many seconds. */
export function mail(theme: Theme = {}, seconds = 86_400): ReturnType<typeof writeMail> {
  const expires = new Date(now + seconds * 1000)
  const codeExpires = new Date(now + Math.min(seconds, 900) * 1000)
  return writeMail({ url, code: '483920', expires, codeExpires, now, provider: Email(), theme })
}
