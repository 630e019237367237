import { UnstorageAdapter } from '@auth/unstorage-adapter'
import { createStorage } from 'unstorage'
import { expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import Passkey from '../../src/providers/passkey.ts'
import { fromAdapter } from '../../src/storage/adapter.ts'
import { memory } from '../../src/storage/memory.ts'
import { origin, setup } from '../setup.ts'
import { addPasskey, signIn } from './ceremonies.ts'
import { softKey } from './soft-key.ts'

const storages: Record<string, () => Partial<AuthConfig>> = {
  'memory()': () => ({ storage: memory() }),
  SQLite: () => ({ database: ':memory:' }),
  'an Auth.js adapter': () => ({
    storage: fromAdapter(UnstorageAdapter(createStorage()) as never),
  }),
}

test.each(Object.entries(storages))('one person, every way in, on %s', async (_, storage) => {
  let link = ''
  const { browser, open, log } = await setup({
    ...storage(),
    session: { strategy: 'database' },
    providers: [
      Email({
        sendVerificationRequest({ url }) {
          link = url
        },
      }),
      Passkey,
      Credentials({
        credentials: { name: {} },
        authorize: ({ name }) => (name === 'grace' ? { id: '17', name: 'Grace' } : null),
      }),
    ],
  })
  await browser.submit('/api/auth/signin/email', { email: 'ada@example.com' })
  await browser.visit(link)
  const first = await browser.session()
  expect(first?.user.email).toBe('ada@example.com')
  expect((await browser.submit(link)).headers.get('location')).toContain('error=Verification')

  const key = softKey(origin)
  expect((await addPasskey(browser, key)).status).toBe(200)
  const other = open()
  expect((await signIn(other, key)).status).toBe(200)
  expect((await signIn(other, key)).status).toBe(200)
  expect((await other.session())?.user.id).toBe(first?.user.id)

  const grace = open()
  for (const _time of ['first', 'second']) {
    await grace.submit('/api/auth/callback/credentials', { name: 'grace' })
    expect((await grace.session())?.user.name).toBe('Grace')
  }
  expect((await grace.session())?.user.id).not.toBe(first?.user.id)
  expect(log.errors).toEqual([])
})
