import { describe, expect, test } from 'vitest'
import type { OAuth2Config, Profile, TokenSet } from '../../src/index.ts'
import { memory } from '../../src/storage/memory.ts'
import { errorOf, member, site, visitClub } from './club.ts'

// Options of an OAuth provider about who somebody is: account, profile and allowDangerousEmailAccountLinking.

describe('account', () => {
  const answered = {
    access_token: 'a',
    token_type: 'Bearer',
    expires_in: 60,
    refresh_token: 'r',
    scope: 'read',
    session_state: 's',
    membership: 'gold',
  }
  const request = async () => ({ tokens: answered })
  const userinfo = { request: async () => ({ id: '1' }) }

  async function keptBy(changes: Partial<OAuth2Config<Profile>>) {
    const storage = memory()
    const visit = await visitClub(changes, {}, { storage })
    await visit.browser.signIn('club')
    return { account: await storage.getAccount('1', 'club'), now: visit.world.clock.now() }
  }

  test('keeps the tokens, their expiry, scope, type and session, and nothing else', async () => {
    const { account, now } = await keptBy({ token: { request }, userinfo })
    const { userId, expires_at, ...kept } = account ?? {}
    expect(kept).toEqual({
      provider: 'club',
      providerAccountId: '1',
      type: 'oauth',
      access_token: 'a',
      refresh_token: 'r',
      scope: 'read',
      token_type: 'Bearer',
      session_state: 's',
    })
    expect(userId).toBeTypeOf('string')
    expect(Math.abs(Number(expires_at) - now / 1000 - 60)).toBeLessThan(5)
  })

  test('keeps what the provider chooses from the whole token set', async () => {
    let seen: TokenSet = {}
    const account = (tokens: TokenSet) => {
      seen = tokens
      return { access_token: String(tokens.access_token), membership: String(tokens.membership) }
    }
    const kept = (await keptBy({ token: { request }, userinfo, account })).account
    expect(seen).toMatchObject(answered)
    expect(kept).toMatchObject({ access_token: 'a', membership: 'gold' })
    expect(kept).not.toHaveProperty('refresh_token')
  })

  test('may take its time, although the specification does not say so', async () => {
    const account = (async () => ({ access_token: 'late' })) as never
    const kept = (await keptBy({ token: { request }, userinfo, account })).account
    expect(kept).toMatchObject({ access_token: 'late' })
  })

  test('names the provider when it fails, and nothing is kept', async () => {
    const account = () => {
      throw new Error('no room')
    }
    const storage = memory()
    const visit = await visitClub({ token: { request }, userinfo, account }, {}, { storage })
    await visit.browser.signIn('club')
    expect(visit.log.errors).toMatchObject([{ code: 'PlatformError', provider: 'club' }])
    expect(await storage.getAccount('1', 'club')).toBeNull()
  })

  test('keeps only whose account it is when the provider returns nothing', async () => {
    const { account } = await keptBy({ token: { request }, userinfo, account: () => undefined })
    expect(Object.keys(account ?? {}).sort()).toEqual([
      'provider',
      'providerAccountId',
      'type',
      'userId',
    ])
  })
})

describe('allowDangerousEmailAccountLinking', () => {
  async function second(changes: Partial<OAuth2Config<Profile>>, verified?: boolean) {
    const storage = memory()
    const profile = ({ id, email, email_verified }: Profile) => ({
      id,
      email,
      ...(email_verified !== undefined && { emailVerified: email_verified }),
    })
    await storage.createUser({ id: 'u1', email: 'ada@people.test', emailVerified: new Date(0) })
    const answer = ({ person }: { person: { id: string; name: string; email?: string } }) => ({
      ...member(person),
      ...(verified !== undefined && { email_verified: verified }),
    })
    const resources = [{ url: `${site}/me`, answer }]
    const visit = await visitClub({ profile, ...changes }, { resources }, { storage })
    const response = await visit.browser.signIn('club', { as: 'ada' })
    const { log } = visit
    const location = response.headers.get('location')
    return { location, session: await visit.browser.session(), log }
  }

  test('by default refuses somebody with the same e-mail address, and the log says so', async () => {
    const { location, session, log } = await second({}, true)
    expect(location).toContain('error=OAuthAccountNotLinked')
    expect(session).toBeNull()
    expect(log.warnings.join()).toContain('OAuthAccountNotLinked (club)')
  })

  test('connects the account to the user of that address', async () => {
    const { session } = await second({ allowDangerousEmailAccountLinking: true })
    expect(session?.user.id).toBe('u1')
  })

  test('an address that the platform itself doubts connects nothing', async () => {
    const { location } = await second({ allowDangerousEmailAccountLinking: true }, false)
    expect(location).toContain('error=OAuthAccountNotLinked')
  })
})

describe('profile', () => {
  test('the default takes id, name, e-mail and picture', async () => {
    const storage = memory()
    const { browser } = await visitClub({}, {}, { storage })
    await browser.signIn('club', { as: 'layla' })
    const user = await storage.getUserByAccount({
      provider: 'club',
      providerAccountId: 'member-layla',
    })
    expect(user).toMatchObject({
      name: 'ليلى 🌙✨',
      email: 'layla@people.test',
      image: `${site}/practice/face/layla.svg`,
    })
  })

  test('gets the whole profile and the tokens', async () => {
    const profile = (member: Profile, tokens: TokenSet) => ({
      id: member.id,
      name: `${member.name}, ${tokens.scope}`,
    })
    const authorization = { url: `${site}/authorize`, params: { scope: 'read write' } }
    const { browser } = await visitClub({ profile, authorization })
    await browser.signIn('club')
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace, read write' } })
  })

  test('may take its time', async () => {
    const profile = async ({ id }: Profile) => ({ id, name: await Promise.resolve('Later') })
    const { browser } = await visitClub({ profile })
    await browser.signIn('club')
    expect(await browser.session()).toMatchObject({ user: { name: 'Later' } })
  })

  test('one that throws is told apart from the platform’s own failures', async () => {
    const visit = await visitClub({ profile: ({ nowhere }) => ({ id: nowhere.id }) })
    expect(await errorOf(visit)).toBe('ProfileInvalid')
  })
})

describe('the id of a profile', () => {
  async function arrive(id: string) {
    const storage = memory()
    const body = `{"id":${id},"name":"Somebody"}`
    const visit = await visitClub({}, {}, { storage })
    const headers = { 'content-type': 'application/json' }
    visit.world.next({ endpoint: 'userinfo', answer: new Response(body, { headers }) })
    return { visit, storage }
  }

  const useless = [
    'null',
    '""',
    '"  "',
    '{}',
    '[]',
    'true',
    '1.5',
    '"undefined"',
    '"null"',
    '"NaN"',
    '"[object Object]"',
  ]
  test.each(useless)('%s identifies nobody', async (id) => {
    const { visit } = await arrive(id)
    expect(await errorOf(visit)).toBe('ProfileInvalid')
  })

  test.each([
    ['7', '7'],
    ['0', '0'],
    ['9007199254740993', '9007199254740993'],
    ['12345678901234567890123', '12345678901234567890123'],
    ['-9007199254740993', '-9007199254740993'],
    ['"007"', '007'],
  ])('%s is kept to the last digit', async (id, providerAccountId) => {
    const { visit, storage } = await arrive(id)
    await visit.browser.signIn('club')
    expect(await storage.getAccount(providerAccountId, 'club')).not.toBeNull()
  })

  test.each([
    ['nothing', undefined],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['an object', { value: 1 }],
    ['a number beyond exactness', 2 ** 53],
  ])('a callback that returns %s as id is refused', async (_what, id) => {
    const visit = await visitClub({ profile: () => Object({ id }) })
    expect(await errorOf(visit)).toBe('ProfileInvalid')
  })
})
