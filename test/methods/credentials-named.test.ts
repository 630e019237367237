import { expect, test } from 'vitest'
import Credentials from '../../src/providers/credentials.ts'
import { memory } from '../../src/storage/memory.ts'
import { setup } from '../setup.ts'

test('two ways to type a password are told apart by their names; one needs none', async () => {
  const form = { credentials: { id: {} }, authorize: () => null }
  const staff = Credentials({ ...form, id: 'staff', name: 'Staff' })
  const guests = Credentials({ ...form, id: 'guests', name: 'Guests' })
  const page = async (...providers: (typeof staff)[]) => {
    const { browser } = await setup({ providers, storage: memory() })
    return (await browser.visit('/api/auth/signin')).text()
  }
  expect(await page(staff)).not.toContain('Staff')
  expect(await page(staff, guests)).toMatch(/Staff.*Guests/s)
})
