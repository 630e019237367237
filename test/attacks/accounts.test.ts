import { describe, expect, test } from 'vitest'
import type { Person } from '../../src/emulator/index.ts'
import type { Storage } from '../../src/index.ts'
import { origin, setup } from '../setup.ts'
import { newItem } from '../storage/people.ts'
import { base, closed, errorOf, evil, idp, outside, plain, program, stage } from './stage.ts'

const victim = 'victim@corp.test'

/** The same address in different hands. */
const people: readonly Person[] = [
  { id: 'owner', name: 'Owner', email: victim, email_verified: true },
  { id: 'claimant', name: 'Claimant', email: victim, email_verified: false },
  { id: 'silent', name: 'Silent', email: victim },
  { id: 'shouting', name: 'Shouting', email: victim.toUpperCase(), email_verified: false },
]

const linking = { allowDangerousEmailAccountLinking: true }

describe('an identity is an account at a platform, not an e-mail address', () => {
  test.each(['claimant', 'silent', 'shouting', 'owner'])(
    'answers OAuthAccountNotLinked to the second who comes with it (%s)',
    async (second) => {
      const at = await stage({}, people)
      await at.browser.signIn('idp', { as: 'owner' })
      const other = at.open()
      const response = await closed(at, () => other.signIn('evil', { as: second }))
      expect(errorOf(response)).toBe('OAuthAccountNotLinked')
    },
  )

  test('another subject of the same issuer with the same address is another person', async () => {
    const at = await stage({}, people)
    await at.browser.signIn('idp', { as: 'owner' })
    const response = await closed(at, () => at.open().signIn('idp', { as: 'claimant' }))
    expect(errorOf(response)).toBe('OAuthAccountNotLinked')
  })

  test('a person with a changed address stays the same user', async () => {
    const at = await stage()
    await at.browser.signIn('plain', { as: 'ada' })
    const before = (await at.browser.session())?.user.id
    expect(before).toBeTypeOf('string')
    at.world.next({
      endpoint: 'userinfo',
      platform: 'plain',
      answer: () => Response.json({ id: 'p-ada', email: victim, email_verified: true }),
    })
    const later = at.open()
    await later.signIn('plain', { as: 'ada' })
    expect((await later.session())?.user.id).toBe(before)
    expect(await at.storage.getUserByEmail(victim)).toBeNull()
  })

  test('equal ids at two platforms are two people', async () => {
    const at = await stage()
    const answer = () => Response.json({ id: 'same', sub: 'same' })
    const twin = { ...plain, id: 'twin' }
    const both = await setup({ providers: [plain, twin], storage: at.storage }, at.world)
    await at.storage.createUser({ id: 'u', name: 'Twin', emailVerified: null })
    await at.storage.linkAccount({
      provider: 'twin',
      providerAccountId: 'same',
      type: 'oauth',
      userId: 'u',
    })
    at.world.next({ endpoint: 'userinfo', platform: 'plain', answer })
    await both.browser.signIn('plain', { as: 'ada' })
    const { id } = (await both.browser.session())?.user ?? {}
    expect(id).toBeTypeOf('string')
    expect(id).not.toBe('u')
    expect(await at.storage.getAccount('same', 'plain')).toMatchObject({ userId: id })
    expect(await at.storage.getAccount('same', 'twin')).toMatchObject({ userId: 'u' })
  })
})

describe('with allowDangerousEmailAccountLinking', () => {
  const providers = [idp, { ...evil, ...linking }, plain]

  test.each(['claimant', 'shouting'])(
    'an address that the platform calls unverified (%s) is refused all the same',
    async (second) => {
      const at = await stage({ providers }, people)
      await at.browser.signIn('idp', { as: 'owner' })
      await closed(at, () => at.open().signIn('evil', { as: second }))
    },
  )

  test('a proven address joins its user', async () => {
    const trusted = { ...idp, ...linking }
    const at = await stage({ providers: [trusted, { ...evil, ...linking }] }, people)
    await at.browser.signIn('idp', { as: 'owner' })
    const { id = '' } = (await at.browser.session())?.user ?? {}
    const again = at.open()
    await again.signIn('evil', { as: 'owner' })
    expect((await again.session())?.user.id).toBe(id)
    expect(await at.storage.listAccounts(id)).toHaveLength(2)
  })

  test('the owner’s sign-in removes everything that an earlier claimant left behind', async () => {
    const told: string[] = []
    const at = await stage(
      { providers, events: { updateUser: ({ user }) => void told.push(user.email ?? '') } },
      people,
    )
    const attacker = at.open()
    await attacker.signIn('idp', { as: 'claimant' })
    const user = (await attacker.session())?.user.id ?? ''
    await at.storage.createAuthenticator({
      credentialID: 'trojan',
      userId: user,
      providerAccountId: 'trojan',
      credentialPublicKey: 'key',
      counter: 0,
      credentialDeviceType: 'singleDevice',
      credentialBackedUp: false,
    })
    await at.storage.putItem(newItem({ kind: 'password/hash', userId: user }))
    await at.browser.signIn('evil', { as: 'owner' })
    expect((await at.browser.session())?.user.id).toBe(user)
    expect(await attacker.session()).toBeNull()
    expect((await at.storage.listItems({ userId: user })).items).toEqual([])
    expect(await at.storage.listAuthenticatorsByUserId(user)).toEqual([])
    expect((await at.storage.listAccounts(user)).map(({ provider }) => provider)).toEqual(['evil'])
    expect((await at.storage.getUser(user))?.emailVerified).toEqual(new Date(at.world.clock.now()))
    expect(told).toEqual([victim])
    const back = at.open()
    await closed(at, () => back.signIn('idp', { as: 'claimant' }))
  })

  test('an address that nobody proved stays unproven after joining', async () => {
    const at = await stage({ providers }, people)
    await at.open().signIn('idp', { as: 'claimant' })
    await at.browser.signIn('evil', { as: 'silent' })
    expect((await at.storage.getUserByEmail(victim))?.emailVerified).toBeNull()
  })
})

describe('connecting another account', () => {
  test('needs somebody who is signed in', async () => {
    const at = await stage()
    const response = await closed(at, () =>
      at.browser.submit(`${base}/signin/idp`, { link: 'true' }, program),
    )
    expect(response.status).toBe(401)
  })

  test('works for the one who asked', async () => {
    const at = await stage()
    await at.browser.signIn('plain', { as: 'noor' })
    const user = (await at.browser.session())?.user.id ?? ''
    await at.browser.signIn('idp', { as: 'layla', link: true })
    expect((await at.browser.session())?.user.id).toBe(user)
    expect(await at.storage.listAccounts(user)).toHaveLength(2)
  })

  test('a session that was swapped in between gets SessionRequired', async () => {
    const at = await stage()
    await at.browser.signIn('plain', { as: 'noor' })
    const url = await at.browser.start('idp', { link: 'true' })
    await at.browser.signIn('plain', { as: 'layla' })
    const back = await at.world.approve(url, { as: 'eve' })
    const response = await closed(at, () => at.browser.visit(String(back)))
    expect(errorOf(response)).toBe('SessionRequired')
  })

  test('a session that ended in between is refused', async () => {
    const at = await stage()
    await at.browser.signIn('plain', { as: 'noor' })
    const url = await at.browser.start('idp', { link: 'true' })
    await at.browser.signOut()
    const back = await at.world.approve(url, { as: 'eve' })
    await closed(at, () => at.browser.visit(String(back)))
  })

  test('an attacker’s finished link is refused in the victim’s browser', async () => {
    const at = await stage()
    await at.browser.signIn('plain', { as: 'noor' })
    const attacker = at.open()
    await attacker.signIn('plain', { as: 'eve' })
    const url = await attacker.start('idp', { link: 'true' })
    const back = await at.world.approve(url, { as: 'eve' })
    await closed(at, () => at.browser.visit(String(back)))
  })

  test('an account that has a user already stays there', async () => {
    const at = await stage()
    await at.open().signIn('idp', { as: 'layla' })
    await at.browser.signIn('plain', { as: 'noor' })
    const response = await closed(at, () => at.browser.signIn('idp', { as: 'layla', link: true }))
    expect(errorOf(response)).toBe('AccountTaken')
  })

  test('the stored user gets the account, whatever id the session shows', async () => {
    const at = await stage({
      callbacks: {
        session: ({ session }) => ({ ...session, user: { ...session.user, id: 'public-name' } }),
      },
    })
    await at.browser.signIn('plain', { as: 'noor' })
    await at.browser.signIn('idp', { as: 'layla', link: true })
    const { userId = '' } = (await at.storage.getAccount('p-noor', 'plain')) ?? {}
    expect(await at.storage.listAccounts(userId)).toHaveLength(2)
  })

  test('is impossible without a storage, and says so', async () => {
    const { browser } = await setup({ providers: [plain, idp] }, await outside())
    await browser.signIn('plain', { as: 'noor' })
    const response = await browser.submit(`${base}/signin/idp`, { link: 'true' }, program)
    expect(response.status).toBe(501)
    expect((await browser.session())?.user.name).toBe('Noor')
  })
})

describe('one gate for every way in', () => {
  const says = [false, undefined, null, 0, '', Number.NaN, {}]

  test.each(says)('a signIn callback that answers %j refuses', async (answer) => {
    const signIn = () => answer as boolean
    const at = await stage({ callbacks: { signIn } })
    for (const provider of ['plain', 'idp']) {
      const response = await closed(at, () => at.browser.signIn(provider, { as: 'ada' }))
      expect(errorOf(response)).toBe('AccessDenied')
    }
  })

  test('it is asked when an account is connected, too', async () => {
    const seen: string[] = []
    const at = await stage({
      callbacks: {
        signIn: ({ account }) => {
          seen.push(account.provider)
          return account.provider !== 'idp'
        },
      },
    })
    await at.browser.signIn('plain', { as: 'noor' })
    await closed(at, () => at.browser.signIn('idp', { as: 'layla', link: true }))
    expect(seen).toEqual(['plain', 'idp'])
  })
})

describe('a visitor’s own claims about a user are ignored', () => {
  const wishes = {
    role: 'admin',
    id: 'victim',
    userId: 'victim',
    emailVerified: '2020-01-01',
    banned: 'false',
    impersonatedBy: 'x',
    createdAt: '0',
  }

  test('in the sign-in form', async () => {
    const at = await stage()
    const back = await at.world.approve(await at.browser.start('plain', wishes), { as: 'noor' })
    await at.browser.visit(String(back))
    const { id = '' } = (await at.browser.session())?.user ?? {}
    const user = await at.storage.getUser(id)
    expect(Object.keys(user ?? {}).sort()).toEqual([
      'email',
      'emailVerified',
      'id',
      'image',
      'name',
    ])
    expect(user).toMatchObject({ name: 'Noor', emailVerified: null })
  })

  test('in a session update', async () => {
    const at = await stage()
    await at.browser.signIn('plain', { as: 'noor' })
    const before = await at.browser.session()
    expect(before?.user.name).toBe('Noor')
    const body = JSON.stringify({ data: { user: wishes, ...wishes }, ...wishes })
    const headers = { ...program, origin, 'content-type': 'application/json' }
    await at.browser.send(new Request(`${base}/session`, { method: 'POST', headers, body }))
    expect((await at.browser.session())?.user).toEqual(before?.user)
  })

  test('in a body with a userId: the answer is null', async () => {
    const at = await stage()
    await at.browser.signIn('plain', { as: 'noor' })
    const userId = (await at.browser.session())?.user.id ?? ''
    const stranger = at.open()
    const response = await closed(at, () => stranger.submit(`${base}/session`, { userId }, program))
    expect(await response.json()).toBeNull()
  })
})

test('two who arrive at once with one new account become one user', async () => {
  const at = await stage()
  const browsers = Array.from({ length: 5 }, at.open)
  await Promise.all(browsers.map((browser) => browser.signIn('plain', { as: 'ada' })))
  const sessions = await Promise.all(browsers.map((browser) => browser.session()))
  const owner = await at.storage.getUserByAccount({ provider: 'plain', providerAccountId: 'p-ada' })
  expect(owner?.id).toBeTypeOf('string')
  expect(sessions.map((session) => session?.user.id)).toEqual(Array(5).fill(owner?.id))
})

test('two who arrive at once with one new address: the second is refused, nobody is linked', async () => {
  const slow = async (storage: Required<Storage>): Promise<Storage> => ({
    ...storage,
    getUserByEmail: async (email) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      return storage.getUserByEmail(email)
    },
  })
  const at = await stage({}, people)
  const racing = await setup(
    { providers: [plain, idp, evil], storage: await slow(at.storage) },
    at.world,
  )
  const browsers = [racing.open(), racing.open()]
  await Promise.all([
    browsers[0]?.signIn('idp', { as: 'owner' }),
    browsers[1]?.signIn('evil', { as: 'owner' }),
  ])
  const sessions = await Promise.all(browsers.map((browser) => browser.session()))
  expect(sessions.filter(Boolean)).toHaveLength(1)
})
