import { expect, test } from 'vitest'
import TikTok from '../../src/providers/tiktok.ts'
import { setup } from '../setup.ts'
import { keys, practice, tiktok } from './practice.ts'

test('a visitor comes back signed in, without an e-mail', async () => {
  const { browser, storage, world } = await tiktok()
  const response = await browser.signIn('tiktok', { as: 'ada', callbackUrl: '/welcome' })
  expect(response.headers.get('location')).toBe('https://app.test/welcome')
  const session = await browser.session()
  expect(session?.user).toMatchObject({ name: 'Ada', email: null })
  expect(session?.user.image).toMatch(/^https:\/\/p16-sign-va\.tiktokcdn\.com\//)
  const [account] = await storage.listAccounts(session?.user.id ?? '')
  expect(account?.providerAccountId).toMatch(/^-000[\w-]{32}$/)
  expect(account).toMatchObject({ provider: 'tiktok', type: 'oauth', scope: 'user.info.basic' })
  expect(account?.expires_at).toBe(Math.floor(world.clock.now() / 1000) + 86_400)
  expect(account?.refresh_expires_at).toBe(Math.floor(world.clock.now() / 1000) + 31_536_000)
})

test('TikTok needs no call and no options: the environment has the keys', async () => {
  const env = { AUTH_TIKTOK_ID: keys.clientId, AUTH_TIKTOK_SECRET: keys.clientSecret }
  const { browser } = await setup({ providers: [TikTok], runtime: { env } }, practice())
  await browser.signIn('tiktok', { as: 'ada' })
  expect((await browser.session())?.user.name).toBe('Ada')
})

test('the same person is the same user the next time, and their tokens are the newest', async () => {
  const { browser, open, storage } = await tiktok()
  await browser.signIn('tiktok', { as: 'ada' })
  const first = await browser.session()
  const [before] = await storage.listAccounts(first?.user.id ?? '')
  const again = open()
  await again.signIn('tiktok', { as: 'ada' })
  const second = await again.session()
  expect(second?.user.id).toBe(first?.user.id)
  const accounts = await storage.listAccounts(first?.user.id ?? '')
  expect(accounts).toHaveLength(1)
  expect(accounts[0]?.access_token).not.toBe(before?.access_token)
})

test.each([
  ['noor', 'Noor', 'has no union_id'],
  ['layla', 'ليلى 🌙✨', 'writes from right to left, with emoji'],
  ['olga', 'Olga', 'has a picture whose address expired'],
])('%s, who %s %s, signs in', async (as, name) => {
  const { browser } = await tiktok()
  await browser.signIn('tiktok', { as })
  expect((await browser.session())?.user.name).toBe(name)
})

test('fields decide which scopes are requested, and reach profile() with every digit', async () => {
  const { browser, world } = await tiktok({
    fields: ['username', 'follower_count'],
    profile: ({ data: { user } }) => ({
      id: user.open_id,
      name: user.username ?? null,
      image: String(user.follower_count),
    }),
  })
  await browser.signIn('tiktok', { as: 'max' })
  expect((await browser.session())?.user).toMatchObject({ name: 'max', image: '9007199254740993' })
  const [authorize] = world.received.filter(({ endpoint }) => endpoint === 'authorize')
  expect(new URL(authorize?.url ?? '').searchParams.get('scope')).toBe(
    'user.info.basic,user.info.profile,user.info.stats',
  )
})

test('someone who declines a scope still signs in, and the application sees what is missing', async () => {
  const missing: unknown[] = []
  const { browser, world } = await tiktok(
    { fields: ['username', 'follower_count'] },
    { events: { signIn: ({ profile }) => void missing.push(profile?.missing) } },
  )
  await browser.signIn('tiktok', { as: 'ada', grant: ['user.info.basic', 'user.info.stats'] })
  expect((await browser.session())?.user.name).toBe('Ada')
  expect(missing).toEqual([['username']])
  const [userinfo] = world.received.filter(({ endpoint }) => endpoint === 'userinfo')
  expect(new URL(userinfo?.url ?? '').searchParams.get('fields')?.split(',')).not.toContain(
    'username',
  )
})

test('someone who declines everything is not signed in and may try again', async () => {
  const { browser } = await tiktok()
  const response = await browser.signIn('tiktok', { as: 'ada', deny: true, callbackUrl: '/cart' })
  const page = new URL(response.headers.get('location') ?? '')
  expect(page.pathname).toBe('/api/auth/signin')
  expect(page.searchParams.get('error')).toBe('AccessDenied')
  expect(page.searchParams.get('callbackUrl')).toBe('https://app.test/cart')
  expect(await browser.session()).toBeNull()
})

test('two tabs, both arrive', async () => {
  const { browser, world } = await tiktok()
  const first = await browser.start('tiktok', { callbackUrl: '/first' })
  const second = await browser.start('tiktok', { callbackUrl: '/second' })
  const back = async (url: string) => browser.visit(String(await world.approve(url, { as: 'ada' })))
  expect((await back(second)).headers.get('location')).toBe('https://app.test/second')
  expect((await back(first)).headers.get('location')).toBe('https://app.test/first')
})

test('a desktop app on localhost signs in over plain http', async () => {
  const local = 'http://localhost:3455'
  const { auth, world } = await tiktok(
    { kit: 'desktop' },
    { url: local },
    { web: [], desktop: [`${local}/api/auth/callback/tiktok`] },
  )
  const { createBrowser } = await import('../../src/testing.ts')
  const browser = createBrowser({
    origin: local,
    app: auth.handler,
    now: world.clock.now,
    atPlatform: (url, choice) => world.approve(url, choice),
  })
  await browser.signIn('tiktok', { as: 'ada' })
  expect((await browser.session())?.user.name).toBe('Ada')
})
