import { expect, test } from 'vitest'
import TikTok from '../../src/providers/tiktok.ts'
import { callback, keys, tiktok } from './practice.ts'

// Mistakes that other libraries made with TikTok, each with the place where it was reported. What the other files of this folder
// show already (errors inside HTTP 200, commas, hexadecimal challenges, refresh, missing union_id) is not repeated.

test('the client secret never goes through the browser (better-auth#4509, passport-tiktok#2)', async () => {
  const { browser } = await tiktok()
  const url = await browser.start('tiktok')
  expect(url).not.toContain(keys.clientSecret)
  expect([...new URL(url).searchParams.keys()]).not.toContain('client_secret')
})

test('one key is enough: the Client Key is the client id (better-auth#3828)', () => {
  expect(() => TikTok({ clientId: 'aw', clientSecret: 's' })).not.toThrow()
})

test('an account is connected by its open_id; there is no e-mail to compare (better-auth#9257)', async () => {
  const { browser, auth } = await tiktok()
  await browser.signIn('tiktok', { as: 'ada' })
  await browser.signIn('tiktok', { as: 'noor', link: true })
  const accounts = await auth.accounts((await browser.session())?.user.id ?? '')
  expect(accounts).toHaveLength(2)
})

test('the scope that needs no approval is the default (next-auth#12608)', async () => {
  const { browser } = await tiktok()
  const scope = new URL(await browser.start('tiktok')).searchParams.get('scope')
  expect(scope).toBe('user.info.basic')
})

test('state is sent and verified; PKCE alone protects nothing on the web (Auth.js)', async () => {
  const { browser, world } = await tiktok()
  const back = new URL(await world.approve(await browser.start('tiktok'), { as: 'ada' }))
  back.searchParams.delete('state')
  await browser.visit(back.href)
  expect(await browser.session()).toBeNull()
  expect(world.received.some(({ endpoint }) => endpoint === 'token')).toBe(false)
})

test('the verifier is random, and stays at home (nuxt-auth-utils)', async () => {
  const verifiers = new Set<unknown>()
  for (let round = 0; round < 3; round++) {
    const { browser, world } = await tiktok()
    await browser.signIn('tiktok', { as: 'ada' })
    const [token] = world.received.filter(({ endpoint }) => endpoint === 'token')
    const { code_verifier } = Object(token?.body)
    verifiers.add(code_verifier)
    expect(world.received.map(({ url }) => url).join()).not.toContain(code_verifier)
  }
  expect(verifiers.size).toBe(3)
})

test('only fields that exist are asked for, none of version 1 (passport-tiktok#7)', async () => {
  const { browser, world } = await tiktok({ fields: ['bio_description', 'video_count'] })
  await browser.signIn('tiktok', { as: 'ada' })
  const [userinfo] = world.received.filter(({ endpoint }) => endpoint === 'userinfo')
  expect(new URL(userinfo?.url ?? '').searchParams.get('fields')).toBe(
    'open_id,union_id,avatar_url,avatar_url_100,avatar_large_url,display_name,bio_description,video_count',
  )
  expect((await browser.session())?.user.name).toBe('Ada')
})

test('an open_id is kept to the letter, hyphens included (Postiz)', async () => {
  const { browser, storage } = await tiktok()
  await browser.signIn('tiktok', { as: 'ada' })
  const [account] = await storage.listAccounts((await browser.session())?.user.id ?? '')
  expect(account?.providerAccountId).toMatch(/^-000/)
})

test('a code is decoded exactly once (activepieces#14871)', async () => {
  const sent: unknown[] = []
  const { browser } = await tiktok(
    {},
    {
      fetch: async (_input, init) => {
        sent.push(new URLSearchParams(String(init?.body)).get('code'))
        return Response.json({ error: 'invalid_grant', error_description: 'no', log_id: '1' })
      },
    },
  )
  const state = new URL(await browser.start('tiktok')).searchParams.get('state') ?? ''
  await browser.visit(`${callback}?code=a%2Bb%252Fc%2A1%21&state=${state}`)
  expect(sent).toEqual(['a+b%2Fc*1!'])
})
