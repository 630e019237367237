import { expect, test } from 'vitest'
import { origin } from '../setup.ts'
import { tiktok } from './practice.ts'

function choice(address: string): string | null {
  return new URL(address).searchParams.get('disable_auto_auth')
}

test('lets people choose another account if they ask for it, from a form and from server code', async () => {
  const { auth, browser } = await tiktok()
  expect(choice(await browser.start('tiktok'))).toBeNull()
  expect(choice(await browser.start('tiktok', { prompt: 'select_account' }))).toBe('1')
  const fields = { prompt: 'select_account' }
  const { url } = await auth.signIn(new Request(origin), 'tiktok', { fields })
  expect(choice(url)).toBe('1')
  expect(new URL(url).searchParams.has('prompt')).toBe(false)
})

test('lets people choose whenever they connect an account', async () => {
  const { browser } = await tiktok()
  await browser.signIn('tiktok', { as: 'ada' })
  expect(choice(await browser.start('tiktok', { link: 'true' }))).toBe('1')
  await browser.signIn('tiktok', { as: 'max', link: true })
  const answer = await browser.visit('/api/auth/account', { accept: 'application/json' })
  const { accounts } = (await answer.json()) as { accounts: unknown[] }
  expect(accounts).toHaveLength(2)
})
