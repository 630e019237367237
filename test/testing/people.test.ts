import { expect, test } from 'vitest'
import { Operators } from '../../src/parts/operators.ts'
import Credentials from '../../src/providers/credentials.ts'
import Guest from '../../src/providers/guest.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { testAuth } from '../../src/testing.ts'

test('a browser of tests begins as a guest, and keeps their id when it signs in', async () => {
  const { browser, auth } = await testAuth({ providers: [Guest, TikTok] })
  const answer = await browser.signIn('guest', { callbackUrl: '/draft' })
  expect(answer.headers.get('location')).toBe('https://app.test/draft')
  const guest = (await browser.session())?.user
  expect(guest?.guest).toBe(true)
  await browser.signIn('tiktok', { as: 'ada' })
  expect((await browser.session())?.user).toMatchObject({ id: guest?.id, name: 'Ada' })
  expect(await auth.guests.sweep()).toBe(0)
})

test('a browser of tests fills in the form of a method', async () => {
  const accounts = Credentials({
    credentials: { name: {} },
    authorize: ({ name }) => (name === 'ada' ? { id: 'ada', name: 'Ada' } : null),
  })
  const { browser } = await testAuth({ providers: [accounts] })
  await browser.signIn('credentials', { name: 'eve' })
  expect(await browser.session()).toBeNull()
  await browser.signIn('credentials', { name: 'ada' })
  expect((await browser.session())?.user.name).toBe('Ada')
})

test('a browser of tests takes an impersonation, and comes back from it', async () => {
  const parts = [Operators({ mayImpersonate: ({ name }) => name === 'Noor' })]
  const { browser, newBrowser, auth } = await testAuth({ providers: [TikTok], parts })
  await browser.signIn('tiktok', { as: 'ada' })
  const ada = (await browser.session())?.user.id ?? ''
  const desk = newBrowser()
  await desk.signIn('tiktok', { as: 'noor' })
  desk.take(await auth.users.impersonate(desk, ada, { reason: 'ticket 4711' }))
  expect(await desk.session()).toMatchObject({ user: { id: ada }, actor: { name: 'Noor' } })
  await desk.submit('/api/auth/impersonation')
  expect((await desk.session())?.actor).toBeUndefined()
})

test('a browser of tests is refused while its user is blocked', async () => {
  const { browser, auth } = await testAuth({ providers: [TikTok], parts: [Operators()] })
  await browser.signIn('tiktok', { as: 'ada' })
  const id = (await browser.session())?.user.id ?? ''
  await auth.users.block(id, { reason: 'spam' })
  const answer = await browser.signIn('tiktok', { as: 'ada' })
  expect(answer.headers.get('location')).toContain('/blocked')
  expect(await browser.session()).toBeNull()
  await auth.users.unblock(id)
  await browser.signIn('tiktok', { as: 'ada' })
  expect((await browser.session())?.user.id).toBe(id)
})
