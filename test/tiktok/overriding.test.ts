import { expect, test } from 'vitest'
import { tiktok } from './practice.ts'

const authorize = 'https://www.tiktok.com/v2/auth/authorize/'
const userinfo = 'https://open.tiktokapis.com/v2/user/info/'

test.each([
  ['an address', authorize, 'user.info.basic,user.info.stats'],
  ['an address that names a scope', `${authorize}?scope=user.info.basic`, 'user.info.basic'],
  ['a scope', { params: { scope: 'user.info.basic' } }, 'user.info.basic'],
  ['another parameter', { params: { lang: 'de' } }, 'user.info.basic,user.info.stats'],
])('%s in `authorization` changes that and nothing else', async (_, authorization, scope) => {
  const { browser } = await tiktok({ authorization, fields: ['follower_count'] })
  const url = new URL(await browser.start('tiktok'))
  expect(url.origin + url.pathname).toBe(authorize)
  expect(url.searchParams.getAll('scope')).toEqual([scope])
})

const named = 'open_id,display_name,username'
const all = 'open_id,union_id,avatar_url,avatar_url_100,avatar_large_url,display_name,username'

test.each([
  ['an address that names fields', `${userinfo}?fields=${named}`, named],
  ['fields', { params: { fields: named } }, named],
  ['fields with spaces', { params: { fields: 'open_id, display_name, username' } }, named],
  ['an address', userinfo, all],
  ['an address with something else', `${userinfo}?lang=de`, all],
])('%s in `userinfo` is the wish, of which TikTok is asked what was granted', async (...row) => {
  const [, written, wished] = row
  for (const grant of [undefined, ['user.info.basic']]) {
    const missing: unknown[] = []
    const { browser, world } = await tiktok(
      { userinfo: written, fields: ['username'] },
      { events: { signIn: ({ profile }) => void missing.push(profile?.missing) } },
    )
    await browser.signIn('tiktok', { as: 'ada', ...(grant && { grant }) })
    const asked = world.received.find(({ endpoint }) => endpoint === 'userinfo')
    const fields = new URL(asked?.url ?? '').searchParams.get('fields')
    expect(fields).toBe(grant ? wished.replace(',username', '') : wished)
    expect(missing).toEqual([grant ? ['username'] : undefined])
    expect((await browser.session())?.user.name).toBe('Ada')
  }
})

test('a field that is newer than this library can be asked for', async () => {
  const { browser, world } = await tiktok({ userinfo: { params: { fields: 'open_id,pronouns' } } })
  world.next({
    endpoint: 'userinfo',
    answer: async ({ url, headers }) => {
      expect(url.searchParams.get('fields')).toBe('open_id,pronouns')
      url.searchParams.set('fields', 'open_id')
      return world.fetch(url, { headers })
    },
  })
  await browser.signIn('tiktok', { as: 'ada' })
  expect(await browser.session()).not.toBeNull()
})

test('another address to revoke at still gets the access token, which alone TikTok takes', async () => {
  const { browser, auth, world } = await tiktok({
    revocation: 'https://open.tiktokapis.com/v2/oauth/revoke/?from=us',
  })
  await browser.signIn('tiktok', { as: 'ada' })
  await auth.accounts.revoke({ userId: (await browser.session())?.user.id ?? '' }, 'tiktok')
  const revoke = world.received.find(({ endpoint }) => endpoint === 'revoke')
  expect(revoke?.url).toContain('?from=us')
  expect(revoke?.body).toMatchObject({ token: expect.stringMatching(/^act\./) })
})
