import { expect, test } from 'vitest'
import Password from '../../src/providers/password.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { testAuth } from '../../src/testing.ts'

const email = 'ada@people.test'
const callback = '/api/auth/callback/password'

test('testAuth() takes the mails of passwords and knows what was leaked', async () => {
  const { browser, platform, log } = await testAuth({ providers: [Password, TikTok] })
  const leaked = { action: 'signUp', email, password: 'correcthorsebatterystaple' }
  const refused = await browser.submit(callback, leaked)

  expect(refused.headers.get('location')).toContain('code=password-breached')
  const sent = await browser.submit(callback, { ...leaked, password: 'seven old boats at noon' })
  const flow = new URL(sent.headers.get('location') ?? '').searchParams.get('flow') ?? ''
  await expect.poll(() => platform.inbox.messages(email)).toHaveLength(1)
  const code = /\b\d{3} \d{3}\b/.exec(platform.inbox.messages(email)[0]?.text ?? '')?.[0] ?? ''
  await browser.submit(callback, { flow, code })
  expect((await browser.session())?.user).toMatchObject({ email })
  expect(log.warnings).toEqual([expect.stringContaining('has been in a leak')])
})
