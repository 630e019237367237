import { CredentialsSignin } from '@auth/core/errors'
import { describe, expect, test, vi } from 'vitest'
import { AuthError } from '../../src/errors.ts'
import type { AuthConfig } from '../../src/index.ts'
import Credentials, { type CredentialsUserConfig } from '../../src/providers/credentials.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import type { CredentialInput } from '../../src/types/credentials.ts'
import { origin, setup } from '../setup.ts'

const ada = { id: 'u1', name: 'Ada', email: 'ada@example.com' }
const inputs = { username: { label: 'User name' }, password: { type: 'password' } }

type Provider = CredentialsUserConfig<typeof inputs>

async function house(provider: Partial<Provider> = {}, config: Partial<AuthConfig> = {}) {
  const password = Credentials({
    credentials: inputs,
    authorize: ({ username, password }) =>
      username === 'ada' && password === 'secret' ? ada : null,
    ...provider,
  })
  return setup({ providers: [password], ...config })
}

const callback = '/api/auth/callback/credentials'
const right = { username: 'ada', password: 'secret', callbackUrl: '/home' }
const json = { accept: 'application/json' }
const locationOf = (response: Response) => response.headers.get('location') ?? ''

test('the sign-in page has a form with the fields that were described, and it signs in', async () => {
  const { browser, log } = await house()
  const page = await (await browser.visit('/api/auth/signin')).text()
  expect(page).toMatch(/action="https:\/\/app\.test\/api\/auth\/callback\/credentials"/)
  expect(page).toMatch(/<label>User name<input name="username"><\/label>/)
  expect(page).toMatch(/<input name="password" type="password">/)
  expect(locationOf(await browser.submit(callback, right))).toBe(`${origin}/home`)
  expect((await browser.session())?.user).toMatchObject(ada)
  expect(log).toEqual({ errors: [], warnings: [] })
})

const nobody = () => null

test.each([
  [
    'what nobody named is called a password',
    Credentials({ credentials: inputs, authorize: nobody }),
    'Use a password instead',
  ],
  [
    'what has a name keeps it',
    Credentials({ name: 'Staff', credentials: inputs, authorize: nobody }),
    'Continue with Staff',
  ],
  [
    'what is no password is not called one',
    Credentials({ credentials: { pin: {} }, authorize: nobody }),
    'Continue with Credentials',
  ],
])('beside another form, %s', async (_, provider, words) => {
  const other = Credentials({ id: 'other', credentials: { badge: {} }, authorize: nobody })
  const { browser } = await setup({ providers: [other, provider] })
  expect(await (await browser.visit('/api/auth/signin')).text()).toContain(`<summary>${words}<`)
})

test('a wrong password leads back to the form, which says so, keeps the name and waits for the password', async () => {
  const { browser } = await house()
  const answer = await browser.submit(callback, { ...right, password: 'wrong' })
  const page = new URL(locationOf(answer))
  expect(page.searchParams.get('error')).toBe('CredentialsSignin')
  expect(page.searchParams.get('code')).toBe('credentials')
  expect(page.searchParams.get('callbackUrl')).toBe(`${origin}/home`)
  const text = await (await browser.visit(page.href)).text()
  const [form = ''] = /<form[^>]*callback\/credentials.*?<\/form>/.exec(text) ?? []
  expect(form).toMatch(/role="alert"><strong>Wrong sign-in details</)
  expect(form).toContain('<p>Check what you entered and try again.</p>')
  expect(form).toContain(`<input name="username" value="${right.username}">`)
  expect(form).toContain('<input name="password" type="password" autofocus>')
  expect(text).not.toContain('wrong')
  expect(text).toMatch(/<details class="dev"><summary>For the developer.*`authorize` returned null/)
  expect(await browser.session()).toBeNull()
})

test.each<[title: string, fields: Record<string, CredentialInput>]>([
  ['Wrong username or password', { username: {}, password: { type: 'password' } }],
  ['Wrong email or password', { email: {}, password: { type: 'password' } }],
  ['Wrong email or password', { login: { type: 'email' }, secret: { type: 'password' } }],
  ['Wrong sign-in details', { username: { label: 'Member' }, pin: { type: 'password' } }],
  ['Wrong sign-in details', { pin: { type: 'password' } }],
  ['Wrong sign-in details', { username: {}, pin: { type: 'password' }, badge: {} }],
])('says "%s" in the words of the fields %o', async (title, credentials) => {
  const { browser } = await setup({ providers: [Credentials({ credentials, authorize: nobody })] })
  const answer = await browser.submit(callback, { username: 'ada', pin: '1' })
  const page = await (await browser.visit(locationOf(answer))).text()
  expect(page).toContain(`role="alert"><strong>${title}</strong>`)
})

test("an application's own sentence about a wrong password is said in place of ours", async () => {
  const CredentialsSignin = { title: 'Nope', text: 'Try harder.' }
  const { browser } = await setup({
    providers: [
      Credentials({
        credentials: { username: {}, password: { type: 'password' } },
        authorize: nobody,
      }),
    ],
    languages: [{ errors: { CredentialsSignin } }],
  })
  const answer = await browser.submit(callback, right)
  const page = await (await browser.visit(locationOf(answer))).text()
  expect(page).toContain('role="alert"><strong>Nope</strong><p>Try harder.</p>')
})

describe('with a database', () => {
  const database = { strategy: 'database' } as const

  test('a user without a platform is deleted without a line in the log', async () => {
    const storage = memory()
    const { browser, log } = await house({}, { storage, session: database })
    await browser.submit(callback, right)
    await browser.submit('/api/auth/account', { action: 'delete', confirm: 'yes' })
    expect(await storage.getUserByEmail(ada.email)).toBeNull()
    expect(log).toEqual({ errors: [], warnings: [] })
  })

  test('a stored user gets a stored session', async () => {
    const storage = memory()
    await storage.createUser({ ...ada, emailVerified: null })
    const { browser } = await house({}, { storage, session: database })
    await browser.submit(callback, right)
    expect((await browser.session())?.user).toMatchObject(ada)
    expect(await storage.listSessions('u1')).toHaveLength(1)
    expect(await storage.listAccounts('u1')).toEqual([])
  })

  test('a user of another directory is stored at the first sign-in, and found at the next', async () => {
    const storage = memory()
    const { browser, open } = await house({}, { storage })
    await browser.submit(callback, right)
    const first = await browser.session()
    const other = open()
    await other.submit(callback, right)
    expect((await other.session())?.user).toEqual(first?.user)
    expect(
      await storage.getUserByAccount({ provider: 'credentials', providerAccountId: 'u1' }),
    ).toMatchObject({ id: first?.user.id, name: 'Ada' })
  })

  test('an e-mail address alone makes nobody somebody who exists', async () => {
    const storage = memory()
    await storage.createUser({ id: 'other', email: ada.email, emailVerified: new Date() })
    const { browser } = await house({}, { storage })
    expect(locationOf(await browser.submit(callback, right))).toContain(
      'error=OAuthAccountNotLinked',
    )
    expect(await browser.session()).toBeNull()
  })

  test('cookie sessions keep what `authorize` returned, and store nobody', async () => {
    const storage = memory()
    const seen: unknown[] = []
    const { browser } = await house(
      { authorize: () => ({ ...ada, role: 'admin' }) },
      {
        storage,
        session: { strategy: 'cookie' },
        callbacks: {
          jwt({ token, user }) {
            if (user) seen.push(user)
            return token
          },
        },
      },
    )
    await browser.submit(callback, right)
    expect((await browser.session())?.user.id).toBe('u1')
    expect(seen).toEqual([{ ...ada, role: 'admin' }])
    expect(await storage.getUser('u1')).toBeNull()
  })
})

describe('errors', () => {
  const messages = { locked: 'Your account is locked. Write to help@acme.test.' }
  const throwing = (thrown: unknown) => ({
    messages,
    authorize() {
      throw thrown
    },
  })

  const onPurpose = {
    'an AuthError with a reason': new AuthError('CredentialsSignin', 'Too many', {
      reason: 'locked',
    }),
    'an error of Auth.js with a code': Object.assign(new CredentialsSignin(), { code: 'locked' }),
  }

  test.each(Object.entries(onPurpose))('%s reaches the page', async (_, thrown) => {
    const { browser } = await house(throwing(thrown))
    const answer = await browser.submit(callback, right)
    expect(new URL(locationOf(answer)).searchParams.get('code')).toBe('locked')
    expect(await (await browser.visit(locationOf(answer))).text()).toContain(
      `<strong>You couldn’t be signed in</strong><p>${messages.locked}</p>`,
    )
    const told = await browser.submit(callback, right, json)
    expect([told.status, await told.json()]).toMatchObject([
      401,
      { error: 'CredentialsSignin', code: 'locked' },
    ])
  })

  test('an address with a message of its own shows ours', async () => {
    const { browser } = await house(throwing(null))
    for (const code of ['<b>Call 555</b>', 'toString', '__proto__', 'unknown']) {
      const query = new URLSearchParams({ error: 'CredentialsSignin', code })
      const page = await (await browser.visit(`/api/auth/signin?${query}`)).text()
      expect(page).toContain('Check what you entered and try again.')
      expect(page).not.toContain('Call')
    }
  })

  test('a reason that is no word stays out of the address', async () => {
    const thrown = new AuthError('CredentialsSignin', 'x', { reason: 'ada@example.com is locked' })
    const { browser } = await house(throwing(thrown))
    expect(locationOf(await browser.submit(callback, right))).not.toContain('ada')
  })

  test('any other error stays private, and the log has it', async () => {
    const secret = new Error('connect ECONNREFUSED postgres://root:hunter2@db')
    const { browser, log } = await house(throwing(secret))
    const answer = await browser.submit(callback, right)
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('hunter2')
    expect(log.errors).toEqual([
      expect.objectContaining({ code: 'Internal', provider: 'credentials', cause: secret }),
    ])
  })

  test.each([{}, { id: '' }, { id: undefined, name: 'Ada' }, { id: {} }])(
    'a user without an id (%o) is nobody',
    async (user) => {
      const { browser, log } = await house({ authorize: () => user as never })
      await browser.submit(callback, right)
      expect(await browser.session()).toBeNull()
      expect(log.errors).toEqual([expect.objectContaining({ code: 'ProfileInvalid' })])
    },
  )

  test('a number is an id', async () => {
    const { browser } = await house({ authorize: () => ({ id: 7 as never }) })
    await browser.submit(callback, right)
    expect((await browser.session())?.user.id).toBe('7')
  })
})

test('authorize gets what was typed and the request; the signIn callback decides too', async () => {
  const authorize = vi.fn(() => ada)
  const asked: unknown[] = []
  const { browser } = await house(
    { authorize },
    {
      callbacks: {
        signIn({ user, account, credentials }) {
          asked.push([user.id, account, credentials?.username])
          return false
        },
      },
    },
  )
  const answer = await browser.submit(
    callback,
    { ...right, extra: 'yes' },
    { 'user-agent': 'test' },
  )
  expect(locationOf(answer)).toContain('error=AccessDenied')
  const [typed, request] = (authorize.mock.calls[0] ?? []) as unknown as [object, Request]
  expect({ ...typed }).toEqual({ username: 'ada', password: 'secret', extra: 'yes' })
  expect(request.headers.get('user-agent')).toBe('test')
  expect(asked).toEqual([
    ['u1', { provider: 'credentials', providerAccountId: 'u1', type: 'credentials' }, 'ada'],
  ])
})

describe('attacks', () => {
  test('another site gets 403, and the visitor stays signed out', async () => {
    const { browser } = await house()
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    expect((await browser.submit(callback, right, headers)).status).toBe(403)
    expect(await browser.session()).toBeNull()
  })

  test('a GET does nothing, whatever it carries', async () => {
    const { browser } = await house()
    const answer = await browser.visit(`${callback}?${new URLSearchParams(right)}`)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await browser.session()).toBeNull()
  })

  const guess = (browser: TestBrowser, username: string, headers = {}) =>
    browser.submit(callback, { username, password: 'wrong' }, { ...json, ...headers })

  test('50 passwords at once for one account: ten are judged', async () => {
    const authorize = vi.fn(() => null)
    const { browser, open } = await house({ authorize })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        guess(n % 2 ? browser : open(), n % 3 ? 'ada' : ' ADA '),
      ),
    )
    expect(authorize).toHaveBeenCalledTimes(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
    expect((await guess(browser, 'grace')).status).toBe(401)
  })

  test.each([
    ['a list', ['ada']],
    ['an object', { $ne: null }],
    ['a number', 7],
    ['a truth', true],
    ['null', null],
  ])('a field that is no text reaches nobody and evades no limit: %s', async (_, odd) => {
    const authorize = vi.fn(() => ada)
    const { auth, browser } = await house({ authorize })
    const headers = { 'content-type': 'application/json', ...json, origin }
    for (const fields of [
      { username: odd, password: 'x' },
      { username: 'ada', password: odd },
    ]) {
      const body = JSON.stringify(fields)
      const request = new Request(origin + callback, { method: 'POST', headers, body })
      const answer = await browser.send(request)
      expect([answer.status, (await answer.json()).error]).toEqual([400, 'InvalidRequest'])
    }
    const inCode = auth.signIn(new Request(origin), 'credentials', { fields: { username: odd } })
    const named = { provider: 'credentials', field: 'username' }
    await expect(inCode).rejects.toMatchObject({ code: 'InvalidRequest', ...named })
    expect(authorize).not.toHaveBeenCalled()
    expect(await browser.session()).toBeNull()
  })

  test('a form without a name is limited as one account', async () => {
    const authorize = vi.fn(() => null)
    const { browser } = await house({ authorize })
    await Promise.all(
      Array.from({ length: 30 }, () => browser.submit(callback, { password: 'x' }, json)),
    )
    expect(authorize).toHaveBeenCalledTimes(10)
  })

  test('another field counts towards the same limit', async () => {
    const authorize = vi.fn(() => null)
    const { browser } = await house({ authorize })
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        browser.submit(callback, { username: 'ada', otp: String(n) }, json),
      ),
    )
    expect(authorize).toHaveBeenCalledTimes(10)
  })

  test('one client tries many accounts: a hundred, then no more; the accounts are not locked by that', async () => {
    const authorize = vi.fn(() => null)
    const { browser } = await house({ authorize }, { trustHost: true })
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const network = (n: number) => `2001:db8:1:2:${n.toString(16)}::1`
    await Promise.all(
      Array.from({ length: 120 }, (_, n) => guess(browser, `user${n}`, from(network(n)))),
    )
    expect(authorize).toHaveBeenCalledTimes(100)
    expect((await guess(browser, 'user119', from('2001:db8:1:3::1'))).status).toBe(401)
  })

  test('limits can be changed and turned off', async () => {
    const authorize = vi.fn(() => null)
    const strict = await house({ authorize }, { limits: { credentials: { perAccount: 1 } } })
    expect((await guess(strict.browser, 'ada')).status).toBe(401)
    expect((await guess(strict.browser, 'ada')).status).toBe(429)
    const free = await house({ authorize }, { limits: false })
    const answers = await Promise.all(Array.from({ length: 200 }, () => guess(free.browser, 'ada')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
  })

  test('two servers that share a storage share the limits', async () => {
    const storage = memory()
    const config = { storage, limits: { credentials: { perAccount: 3 } } }
    const [one, two] = [await house({}, config), await house({}, config)]
    const statuses: number[] = []
    for (const { browser } of [one, two, one, two]) {
      statuses.push((await guess(browser, 'ada')).status)
    }
    expect(statuses).toEqual([401, 401, 401, 429])
  })

  test('a user who was made up by the body stays signed out', async () => {
    const storage = memory()
    await storage.createUser({ id: 'victim', emailVerified: null })
    const { browser } = await house({}, { storage })
    await browser.submit(callback, {
      username: 'eve',
      password: 'x',
      userId: 'victim',
      id: 'victim',
    })
    expect(await browser.session()).toBeNull()
  })

  test('a session cookie that was planted before ends with the sign-in', async () => {
    const { browser } = await house({}, { storage: memory() })
    await browser.submit(callback, right)
    const planted = browser.clone()
    await browser.submit(callback, right)
    expect(await planted.session()).toBeNull()
    expect(await browser.session()).not.toBeNull()
  })
})

test('with sessions in cookies and a storage, whoever only `authorize` knows stays signed in', async () => {
  const provider = Credentials({
    credentials: { username: {} },
    authorize: ({ username }) => ({ id: String(username), name: 'Ada' }),
  })
  const storage = memory()
  const session = { strategy: 'cookie', updateAge: 60 } as const
  const { browser, world } = await setup({ providers: [provider], storage, session })
  await browser.submit('/api/auth/callback/credentials', { username: 'ada' })
  for (const wait of ['2m', '1h'] as const) {
    world.clock.advance(wait)
    expect((await browser.session())?.user.name).toBe('Ada')
  }
})

test('with sessions in cookies, the session of a stored user ends when the user is gone', async () => {
  const storage = memory()
  const { id } = await storage.createUser({ id: 'ada', name: 'Ada', emailVerified: null })
  const provider = Credentials({ credentials: { username: {} }, authorize: () => ({ id }) })
  const session = { strategy: 'cookie', updateAge: 60 } as const
  const { auth, browser, world } = await setup({ providers: [provider], storage, session })
  await browser.submit('/api/auth/callback/credentials', { username: 'ada' })
  world.clock.advance('2m')
  expect(await browser.session()).not.toBeNull()
  await auth.users.delete({ userId: id })
  world.clock.advance('2m')
  expect(await browser.session()).toBeNull()
})
