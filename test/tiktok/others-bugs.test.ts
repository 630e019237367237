import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { emulator } from '../../src/emulator/index.ts'
import TikTok from '../../src/providers/tiktok.ts'
import type { Dialect } from '../../src/types/dialect.ts'
import { setup } from '../setup.ts'
import { callback, keys, practice, tiktok } from './practice.ts'

// Titles that stand for several rows.
const refusals = 'at %s, %s reaches the developer as %s with advice, and signs nobody in'
const words = 'at %s, the words and the status of %s are kept'
const deviations = 'TikTok refuses the sign-in with %s'
const hexadecimal = 'a web app whose challenge TikTok does check signs in'

/** Mistakes that other libraries made with TikTok, where they were reported, and the tests of this folder that show ours. */
const bugs: Record<number, [reported: string, ...shown: string[]]> = {
  1: ['better-auth#4509', 'the client secret never goes through the browser'],
  2: ['passport-tiktok#2', 'the client secret never goes through the browser'],
  3: ['better-auth#10696', 'of a hundred who ask for an expired token, one refreshes'],
  4: ['better-auth#4437', 'of a hundred who ask for an expired token, one refreshes'],
  5: [
    'better-auth#3114',
    'a desktop app on localhost signs in',
    'the advice on %s reaches the log',
  ],
  6: ['better-auth#3828', 'one key is enough'],
  7: ['better-auth#9257', 'an account is connected by its open_id'],
  8: [
    'Better Auth, oauth2/utils.ts',
    deviations,
    'without the word for it, nobody knows when the refresh token expires',
    refusals,
  ],
  9: [
    'Better Auth, tiktok.ts',
    'the scope that needs no approval',
    'a visitor comes back signed in, without an e-mail',
  ],
  10: ['next-auth#11468', words],
  11: ['Auth.js, tiktok.ts', words],
  12: ['next-auth#12608', 'the scope that needs no approval'],
  13: ['Auth.js, checks', 'state is sent and verified', hexadecimal],
  14: [
    'Arctic',
    deviations,
    refusals,
    hexadecimal,
    'revoking an expired token refreshes it first, because TikTok takes back only a living one',
  ],
  15: [
    'nuxt-auth-utils',
    'the verifier is random, and stays at home',
    'someone who declines a scope still signs in',
  ],
  16: ['SocialiteProviders#1198', 'someone who declines a scope still signs in'],
  17: ['SocialiteProviders#1073', '%s, who %s %s, signs in'],
  18: ['SocialiteProviders#1368', hexadecimal, 'a desktop app on localhost signs in'],
  19: ['passport-tiktok#7', 'only fields that exist are asked for'],
  20: ['passport-tiktok#9', hexadecimal, 'a desktop app on localhost signs in'],
  21: ['supabase/auth#1807', 'a visitor comes back signed in'],
  22: ['appwrite#10753', 'a visitor comes back signed in, without an e-mail'],
  23: [
    'clerk-docs#1625',
    'on localhost the five lines work with the practice platform',
    'of a hundred who ask for an expired token, one refreshes',
  ],
  // The verifier of a mobile app is that app's affair: it gets its code itself, and no route here takes one.
  24: ['react-native-tiktok#38', deviations],
  25: ['composio#4198', words],
  26: ['ResearchTikPy#28', refusals],
  27: ['expo#28639 and others', 'exactly these requests go out', deviations],
  28: ['reactjs-social-login#152', 'exactly these requests go out'],
  29: [
    'Postiz',
    'a token lives as long as TikTok says',
    'an open_id is kept to the letter',
    'every flow has a challenge and a state of its own',
    refusals,
  ],
  30: ['activepieces#14871', 'a code is decoded exactly once'],
  // Logto, Ory Kratos, OpenAuth, ZITADEL, OmniAuth: no TikTok at all.
  31: ['nothing to sign in with', 'a visitor comes back signed in'],
}

test('each known bug of another library has a test that shows that it is not ours', async () => {
  const folder = new URL('.', import.meta.url)
  const files = (await readdir(folder)).filter((name) => name.endsWith('.test.ts'))
  const sources = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')))
  const titles = [...sources.join('').matchAll(/(?:test|\))\(\s*'([^']+)'/g)].map(
    ([, title]) => title,
  )
  const missing = Object.values(bugs).flatMap(([, ...shown]) =>
    shown.filter((start) => !titles.some((title) => title?.startsWith(start))),
  )
  expect(missing).toEqual([])
  expect(Object.keys(bugs).map(Number)).toEqual(Array.from({ length: 31 }, (_, index) => index + 1))
})

test.each<[string, Dialect, string | undefined]>([
  ['in hexadecimal', {}, 'Ada'],
  ['in base64url', { challenge: 'base64url' }, undefined],
])('a web app whose challenge TikTok does check signs in %s', async (_, dialect, name) => {
  const world = await emulator({ ...practice(), doubts: { webPkce: 'checked' } })
  const { browser, log } = await setup({ providers: [TikTok({ ...keys, dialect })] }, world)
  await browser.signIn('tiktok', { as: 'ada' })
  expect((await browser.session())?.user.name).toBe(name)
  expect(log.errors[0]?.platform?.description).toBe(
    name ? undefined : 'Code verifier or code challenge is invalid.',
  )
})

test('the client secret never goes through the browser (better-auth#4509, passport-tiktok#2)', async () => {
  const { browser } = await tiktok()
  const url = await browser.start('tiktok')
  expect(url).not.toContain(keys.clientSecret)
  expect([...new URL(url).searchParams.keys()]).not.toContain('client_secret')
})

test('one key is enough: the Client Key is the client id (better-auth#3828)', async () => {
  const { browser, world } = await tiktok()
  await browser.signIn('tiktok', { as: 'ada' })
  expect(await browser.session()).not.toBeNull()
  for (const { url, body } of world.received) {
    expect(new URL(url).searchParams.has('client_id')).toBe(false)
    expect(Object(body)).not.toHaveProperty('client_id')
  }
})

test('an account is connected by its open_id; there is no e-mail to compare (better-auth#9257)', async () => {
  const { browser, auth } = await tiktok()
  await browser.signIn('tiktok', { as: 'ada' })
  await browser.signIn('tiktok', { as: 'noor', link: true })
  const accounts = await auth.accounts.list({ userId: (await browser.session())?.user.id ?? '' })
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
      runtime: {
        fetch: async (_input, init) => {
          sent.push(new URLSearchParams(String(init?.body)).get('code'))
          return Response.json({ error: 'invalid_grant', error_description: 'no', log_id: '1' })
        },
      },
    },
  )
  const state = new URL(await browser.start('tiktok')).searchParams.get('state') ?? ''
  await browser.visit(`${callback}?code=a%2Bb%252Fc%2A1%21&state=${state}`)
  expect(sent).toEqual(['a+b%2Fc*1!'])
})
