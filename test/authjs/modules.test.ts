import { readdirSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { emulator } from '../../src/emulator/index.ts'
import { memory } from '../../src/storage/memory.ts'
import { setup } from '../setup.ts'
import { modules } from './modules.ts'
import { meet } from './platform.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

// These sign in by other means than OAuth, or are no providers.
const others = [
  'credentials email forwardemail loops mailgun nodemailer passkey postmark resend sendgrid webauthn',
  'index oauth provider-types',
].flatMap((line) => line.split(' '))

test('every module of Auth.js is in the list', () => {
  const folder = new URL('./', import.meta.resolve('@auth/core/providers/github'))
  const files = readdirSync(folder).flatMap((file) =>
    file.endsWith('.js') ? [file.slice(0, -3)] : [],
  )
  expect(Object.keys(modules).sort()).toEqual(files.filter((name) => !others.includes(name)).sort())
})

test.each(Object.keys(modules))('Auth.js’s %s signs a person in', async (name) => {
  const { provider, platform, providerAccountId } = await meet(name)
  const world = await emulator({ platforms: [platform] })
  // Modules reach for the global `fetch`: the outside world answers there too.
  vi.stubGlobal('fetch', world.fetch)
  const storage = memory()
  const { browser, log } = await setup({ providers: [provider], storage }, world)
  const response = await browser.signIn(provider.id)
  expect(log).toEqual({ errors: [], warnings: [] })
  expect(response.headers.get('location')).toBe('https://app.test/')
  const session = await browser.session()
  const [account] = await storage.listAccounts(session?.user.id ?? '')
  const exactly = typeof providerAccountId === 'string'
  expect(account).toMatchObject({
    provider: provider.id,
    providerAccountId: exactly ? providerAccountId : expect.stringMatching(providerAccountId),
  })
  expect(account?.access_token).toBeTypeOf('string')
})
