import { generateKeyPairSync } from 'node:crypto'
import TheirPasskey from '@auth/core/providers/passkey'
import { describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import Passkey from '../../src/providers/passkey.ts'
import WebAuthn from '../../src/providers/webauthn.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import type { WebAuthnUserConfig } from '../../src/types/webauthn.ts'
import { plain } from '../attacks/stage.ts'
import { origin, setup } from '../setup.ts'
import { type Answer, addPasskey, begin, end, post, signIn, signUp } from './ceremonies.ts'
import { type Lies, softKey } from './soft-key.ts'

async function house(provider: WebAuthnUserConfig = {}, config: Partial<AuthConfig> = {}) {
  const storage = memory()
  const byId = Credentials({
    credentials: { id: {} },
    authorize: ({ id }) => storage.getUser(String(id)),
  })
  const providers = [Passkey(provider), WebAuthn, byId]
  return { storage, ...(await setup({ providers, storage, ...config })) }
}

describe('the life of a passkey', () => {
  test('somebody signs up, signs out and in again, and is the same', async () => {
    const { browser, log } = await house()
    const key = await signUp(browser)
    const first = await browser.session()
    expect(first?.user).toMatchObject({ name: 'Ada', email: null })
    await browser.signOut()
    expect(await signIn(browser, key)).toMatchObject({ status: 200 })
    expect((await browser.session())?.user).toEqual(first?.user)
    expect(log).toEqual({ errors: [], warnings: [] })
  })

  test('a second device, names, last use, and a removed passkey that is of no use any more', async () => {
    const { auth, browser, world, open } = await house()
    const phone = await signUp(browser)
    const { user } = (await browser.session()) ?? {}
    const laptop = softKey(origin)
    world.clock.advance('59m')
    expect((await addPasskey(browser, laptop)).status).toBe(200)
    expect((await browser.session())?.user.id).toBe(user?.id)
    world.clock.advance('1h')
    await signIn(browser, laptop)
    const [first, second] = await auth.passkeys.list({ userId: user?.id ?? '' })
    expect(first).toMatchObject({ name: 'Passkey', createdAt: expect.any(Date) })
    expect(first?.lastUsedAt).toBeUndefined()
    expect(Number(second?.lastUsedAt)).toBeGreaterThan(Number(second?.createdAt))
    await auth.passkeys.rename({ userId: user?.id ?? '' }, second?.id ?? '', ' My laptop ')
    expect((await auth.passkeys.list({ userId: user?.id ?? '' })).map(({ name }) => name)).toEqual([
      'Passkey',
      'My laptop',
    ])
    await auth.passkeys.remove({ userId: user?.id ?? '' }, first?.id ?? '')
    const thief = open()
    expect(await signIn(thief, phone)).toMatchObject({ status: 400 })
    expect(await thief.session()).toBeNull()
    expect((await signIn(thief, laptop)).status).toBe(200)
  })

  test('both passkeys of a person name the same user, so that the second can replace the first', async () => {
    const { browser } = await house()
    const key = softKey(origin)
    const options = await begin(browser, 'register', { name: 'Ada' })
    await end(browser, 'register', key.create(options))
    const again = await begin(browser, 'register')
    expect(again.user.id).toBe(options.user.id)
    expect(again.excludeCredentials).toEqual([{ id: key.id, type: 'public-key' }])
  })

  test('the last way in stays', async () => {
    const { auth, browser, storage } = await house()
    await signUp(browser)
    const id = (await browser.session())?.user.id ?? ''
    const [passkey] = await auth.passkeys.list({ userId: id })
    await expect(auth.passkeys.remove({ userId: id }, passkey?.id ?? '')).rejects.toMatchObject({
      code: 'LastMethod',
    })
    await storage.linkAccount({
      provider: 'credentials',
      providerAccountId: '1',
      type: 'credentials',
      userId: id,
    })
    await auth.passkeys.remove({ userId: id }, passkey?.id ?? '')
    expect(await auth.passkeys.list({ userId: id })).toEqual([])
    expect((await storage.listAccounts(id)).map(({ provider }) => provider)).toEqual([
      'credentials',
    ])
  })

  test('two passkeys removed at once: one stays', async () => {
    const { auth, browser } = await house()
    await signUp(browser)
    await addPasskey(browser)
    const id = (await browser.session())?.user.id ?? ''
    const removals = (await auth.passkeys.list({ userId: id })).map((one) =>
      auth.passkeys.remove({ userId: id }, one.id),
    )
    const settled = await Promise.allSettled(removals)
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await auth.passkeys.list({ userId: id })).toHaveLength(1)
  })

  test('a stored user adds a passkey and signs in with it', async () => {
    const { browser, storage } = await house()
    await storage.createUser({ id: 'ada', name: 'Ada', emailVerified: null })
    await browser.submit('/api/auth/callback/credentials', { id: 'ada' })
    const key = softKey(origin)
    await addPasskey(browser, key)
    await browser.signOut()
    await signIn(browser, key)
    expect((await browser.session())?.user.id).toBe('ada')
  })

  test('a passkey that was made with Auth.js still opens', async () => {
    const { browser, storage } = await house()
    const key = await signUp(browser)
    const id = (await browser.session())?.user.id ?? ''
    const [row] = await storage.listAuthenticatorsByUserId(id)
    if (!row) throw new Error('There is no passkey')
    // Auth.js names the account by the credential, and the user by their id.
    await storage.deleteAuthenticator(row.credentialID)
    await storage.createAuthenticator({ ...row, providerAccountId: row.credentialID })
    await storage.linkAccount({
      provider: 'passkey',
      providerAccountId: row.credentialID,
      type: 'webauthn',
      userId: id,
    })
    await browser.signOut()
    const userHandle = Buffer.from(id).toString('base64url')
    expect((await signIn(browser, key, { userHandle })).status).toBe(200)
    expect((await browser.session())?.user.id).toBe(id)
  })

  test('a request as Auth.js makes it is answered: a GET, and data as text', async () => {
    const { browser } = await house()
    const options = async (query: string) =>
      (await browser.visit(`/api/auth/webauthn-options/passkey?${query}`)).json()
    const { action, options: creation } = await options('action=register&name=Ada')
    expect(action).toBe('register')
    const key = softKey(origin)
    const form = { action, data: JSON.stringify(key.create(creation)) }
    const arrived = await browser.submit('/api/auth/callback/passkey', form)
    expect(arrived.headers.get('location')).toBe(`${origin}/`)
    expect((await options('')).action).toBe('register')
    await browser.signOut()
    expect((await options('')).action).toBe('authenticate')
  })

  test('a provider of Auth.js is taken as it is, with its form', async () => {
    const { browser } = await house({}, { providers: [Passkey(TheirPasskey({}) as object)] })
    const page = await (await browser.visit('/api/auth/signin')).text()
    expect(page).toContain('name="email"')
    const options = await begin(browser, 'register', { email: 'ada@example.com' })
    expect((await end(browser, 'register', softKey(origin).create(options))).status).toBe(200)
    expect((await browser.session())?.user).toMatchObject({ id: expect.any(String), email: null })
  })

  test('an address may be asked for: it names the passkey, and the application learns it', async () => {
    const seen: unknown[] = []
    const signIn = ({ credentials }: { credentials?: unknown }) => seen.push(credentials) > 0
    const formFields = { name: {}, email: { type: 'email' } }
    const { browser } = await house({ formFields }, { callbacks: { signIn } })
    const options = await begin(browser, 'register', { name: 'Ada', email: 'Ada@Example.com' })
    expect(options.user).toMatchObject({ name: 'ada@example.com', displayName: 'Ada' })
    await end(browser, 'register', softKey(origin).create(options))
    expect(seen).toEqual([{ email: 'ada@example.com' }])
  })

  test('signing up says the same for an address that is taken and for one that is free', async () => {
    const { open, storage } = await house({ formFields: { name: {}, email: { type: 'email' } } })
    await storage.createUser({
      id: 'owner',
      email: 'taken@example.com',
      emailVerified: new Date(),
    })
    const answers = ['taken@example.com', 'free@example.com'].map(async (email) => {
      const browser = open()
      const options = await begin(browser, 'register', { name: 'Ada', email })
      const { status } = await end(browser, 'register', softKey(origin).create(options))
      return { status, user: (await browser.session())?.user }
    })
    const [taken, free] = await Promise.all(answers)
    const somebody = { name: 'Ada', email: null, id: expect.any(String) }
    expect(taken).toMatchObject({ status: 200, user: somebody })
    expect(free).toMatchObject({ status: 200, user: somebody })
  })

  test.each([
    [true, ['hwk', 'mfa']],
    [false, ['hwk']],
  ])('a session says what was proven: user verified %s', async (userVerified, amr) => {
    const { browser } = await house({ userVerification: 'preferred' })
    const key = await signUp(browser)
    expect((await signIn(browser, key, { userVerified })).status).toBe(200)
    expect((await browser.session())?.amr).toEqual(amr)
  })

  test('a person without name and address adds one, of a device that does not say how it is reached', async () => {
    const { browser, storage } = await house()
    const { id } = await storage.createUser({ id: 'u1', emailVerified: null })
    await browser.submit('/api/auth/callback/credentials', { id })
    const options = await begin(browser, 'register')
    expect(options.user.displayName).toBe('')
    const { response, ...rest } = softKey(origin).create(options)
    const { transports: _, ...silent } = response
    expect((await end(browser, 'register', { ...rest, response: silent })).status).toBe(200)
    expect(await storage.listAuthenticatorsByUserId(id)).toMatchObject([{ transports: null }])
  })

  test('goes with its user, also where the application offers passkeys no more', async () => {
    const { browser, storage } = await house()
    await signUp(browser)
    const userId = (await browser.session())?.user.id ?? ''
    const { auth } = await setup({ providers: [plain], storage })
    expect(auth).not.toHaveProperty('passkeys')
    await auth.users.delete({ userId })
    expect(await storage.listAuthenticatorsByUserId(userId)).toEqual([])
  })

  test('the domain, the name and more origins can be configured', async () => {
    const relayingParty = { id: 'test', name: 'Acme', origin: [origin, 'https://www.app.test'] }
    const { browser } = await house({ relayingParty })
    const options = await begin(browser, 'register', { name: 'Ada' })
    expect(options.rp).toEqual({ id: 'test', name: 'Acme' })
    const answer = softKey(origin).create(options, { rpId: 'test', origin: 'https://www.app.test' })
    expect((await end(browser, 'register', answer)).status).toBe(200)
  })

  test('the module is served, small, and without anything from elsewhere', async () => {
    const { browser } = await house()
    const response = await browser.visit('/api/auth/passkey.js')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    const script = await response.text()
    expect(script.length).toBeLessThan(3000)
    expect(script).not.toMatch(/https?:|import\(|from"/)
  })
})

describe('limits', () => {
  test('a device that has used a passkey here signs in after strangers used up theirs', async () => {
    const { browser, open } = await house(
      {},
      { limits: { passkey: { perClient: 1, perAccount: 5 } } },
    )
    const key = await signUp(browser)
    await browser.signOut()
    const stranger = open()
    const tries = Array.from({ length: 15 }, () => signIn(stranger, softKey(origin)))
    expect((await Promise.all(tries)).map(({ status }) => status)).toContain(429)
    expect((await signIn(open(), key)).status).toBe(429)
    expect((await signIn(browser, key)).status).toBe(200)
  })
})

describe('attacks', () => {
  /** Nobody is signed in, nothing was written, and the visitor gets a way on. */
  async function expectClosed(browser: TestBrowser, { status, body }: Answer, code: string) {
    expect([status >= 400 && status < 500, body.error]).toEqual([true, code])
    expect(new URL(body.url).origin).toBe(origin)
    expect(await browser.session()).toBeNull()
  }

  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const lies: Record<string, Lies> = {
    'another origin': { origin: 'https://evil.test' },
    'a subdomain': { origin: 'https://evil.app.test' },
    'plain http': { origin: 'http://app.test' },
    'the domain of another site': { rpId: 'evil.test' },
    'a parent domain': { rpId: 'test' },
    'no user verification': { userVerified: false },
    'no user at all': { userPresent: false },
    'the signature of another key': { key: other },
    'the type of a registration': { type: 'webauthn.create' },
    'the handle of another user': { userHandle: Buffer.from('victim').toString('base64url') },
    'no handle': { userHandle: null },
    'a credential that nobody has': { id: Buffer.alloc(32, 7).toString('base64url') },
    'a credential id that is no text of ours': { id: '!!!' },
  }

  test.each(Object.entries(lies))('a sign-in with %s is refused', async (_, lie) => {
    const { browser, storage } = await house()
    const key = await signUp(browser)
    await browser.signOut()
    const before = await storage.getAuthenticator(
      Buffer.from(key.id, 'base64url').toString('base64'),
    )
    await expectClosed(browser, await signIn(browser, key, lie), 'WebAuthnVerification')
    const after = await storage.getAuthenticator(
      Buffer.from(key.id, 'base64url').toString('base64'),
    )
    expect(after).toEqual(before)
  })

  const registrations: Record<string, Lies> = {
    'another origin': { origin: 'https://evil.test' },
    'another domain': { rpId: 'evil.test' },
    'no user verification': { userVerified: false },
    'the type of a sign-in': { type: 'webauthn.get' },
    'an attestation that is no CBOR': {
      attestationObject: Buffer.from('nonsense').toString('base64url'),
    },
    'an attestation that is cut off': { attestationObject: 'o2NmbXQ' },
    'no attestation': { attestationObject: '' },
  }

  test.each(Object.entries(registrations))('a sign-up with %s is refused', async (_, lie) => {
    const { browser } = await house()
    const options = await begin(browser, 'register', { name: 'Eve' })
    const answer = await end(browser, 'register', softKey(origin).create(options, lie))
    await expectClosed(browser, answer, 'WebAuthnVerification')
  })

  test('a counter that goes back tells of a copy', async () => {
    const { browser } = await house()
    const key = await signUp(browser)
    await signIn(browser, key, { counter: 10 })
    await browser.signOut()
    await expectClosed(browser, await signIn(browser, key, { counter: 10 }), 'WebAuthnVerification')
    await expectClosed(browser, await signIn(browser, key, { counter: 9 }), 'WebAuthnVerification')
    expect((await signIn(browser, key, { counter: 11 })).status).toBe(200)
  })

  test('an answer is taken once, even by a thief who has the cookies too', async () => {
    const { browser } = await house()
    const key = await signUp(browser)
    await browser.signOut()
    const answer = key.get(await begin(browser, 'authenticate'))
    const thief = browser.clone()
    expect((await end(browser, 'authenticate', answer)).status).toBe(200)
    await expectClosed(thief, await end(thief, 'authenticate', answer), 'FlowMissing')
  })

  test('the challenge of one browser gets FlowMissing in another', async () => {
    const { browser, open } = await house()
    const key = await signUp(browser)
    await browser.signOut()
    const answer = key.get(await begin(browser, 'authenticate'))
    const thief = open()
    await expectClosed(thief, await end(thief, 'authenticate', answer), 'FlowMissing')
  })

  test('a challenge that we never made, or none, is refused', async () => {
    const { browser } = await house()
    const key = await signUp(browser)
    await browser.signOut()
    const made = Buffer.from('00000000made-up').toString('base64url')
    await expectClosed(browser, await signIn(browser, key, { challenge: made }), 'FlowMissing')
    // Ours are text, which these bytes are not.
    const bytes = Buffer.from([0xff, 0xfe]).toString('base64url')
    for (const challenge of ['', bytes]) {
      const answer = await signIn(browser, key, { challenge })
      await expectClosed(browser, answer, 'WebAuthnVerification')
    }
  })

  test('an old challenge is refused', async () => {
    const { browser, world } = await house()
    const key = await signUp(browser)
    await browser.signOut()
    const options = await begin(browser, 'authenticate')
    world.clock.advance('11m')
    const answer = await end(browser, 'authenticate', key.get(options))
    expect(['FlowMissing', 'FlowExpired']).toContain(answer.body.error)
    expect(await browser.session()).toBeNull()
  })

  test('a challenge for signing in does not register, and the other way round', async () => {
    const { browser } = await house()
    const key = softKey(origin)
    const options = await begin(browser, 'authenticate')
    const registration = key.create({ ...options, user: { id: 'AAAA' } })
    await expectClosed(browser, await end(browser, 'register', registration), 'CheckFailed')
    const creation = await begin(browser, 'register', { name: 'Eve' })
    const assertion = key.get(creation)
    await expectClosed(browser, await end(browser, 'authenticate', assertion), 'CheckFailed')
  })

  test('the ceremony of one provider gets CheckFailed at another one', async () => {
    const { browser } = await house()
    const key = await signUp(browser)
    await browser.signOut()
    const answer = key.get(await begin(browser, 'authenticate'))
    await expectClosed(
      browser,
      await end(browser, 'authenticate', answer, 'webauthn'),
      'CheckFailed',
    )
    const options = await begin(browser, 'authenticate', {}, 'webauthn')
    const foreign = await end(browser, 'authenticate', key.get(options), 'webauthn')
    await expectClosed(browser, foreign, 'WebAuthnVerification')
  })

  test('a credential belongs to one user', async () => {
    const { auth, browser, open } = await house()
    const key = await signUp(browser)
    const eve = open()
    const options = await begin(eve, 'register', { name: 'Eve' })
    const answer = await end(eve, 'register', softKey(origin).create(options, { id: key.id }))
    await expectClosed(eve, answer, 'AccountTaken')
    expect(
      await auth.passkeys.list({ userId: (await browser.session())?.user.id ?? '' }),
    ).toHaveLength(1)
  })

  test('a passkey is added only while its owner is signed in', async () => {
    const { browser, auth, open } = await house()
    await signUp(browser)
    const id = (await browser.session())?.user.id ?? ''
    const answer = softKey(origin).create(await begin(browser, 'register'))
    await browser.signOut()
    await expectClosed(browser, await end(browser, 'register', answer), 'SessionRequired')
    // Somebody else signs in meanwhile, in the same browser.
    const begun = open()
    await signUp(begun, 'Grace')
    const graces = softKey(origin).create(await begin(begun, 'register'))
    await begun.signOut()
    await signUp(begun, 'Eve')
    expect((await end(begun, 'register', graces)).body.error).toBe('SessionRequired')
    expect(await auth.passkeys.list({ userId: id })).toHaveLength(1)
  })

  test('a stranger gets 401 for options where signing up is turned off', async () => {
    const { browser } = await house({}, { providers: [Passkey({ signUp: false })] })
    const { status, body } = await post(browser, 'webauthn-options/passkey', {
      action: 'register',
      name: 'Eve',
    })
    expect([status, body.error]).toEqual([401, 'SessionRequired'])
    expect(await (await browser.visit('/api/auth/signin')).text()).not.toContain('New here?')
  })

  test("renaming or removing another person's passkey answers 404, and it stays", async () => {
    const { auth, browser, open } = await house()
    await signUp(browser)
    const [passkey] = await auth.passkeys.list({ userId: (await browser.session())?.user.id ?? '' })
    const eve = open()
    await signUp(eve, 'Eve')
    for (const action of ['renamePasskey', 'removePasskey']) {
      const form = { action, id: passkey?.id ?? '', name: 'Mine' }
      expect((await eve.submit('/api/auth/account', form)).status).toBe(404)
    }
    const [same] = await auth.passkeys.list({ userId: (await browser.session())?.user.id ?? '' })
    expect(same).toEqual(passkey)
  })

  test('the options say nothing about who has passkeys', async () => {
    const { browser, open } = await house()
    await signUp(browser)
    const stranger = open()
    const shape = async (more: object) => {
      const { challenge: _, ...rest } = await begin(stranger, 'authenticate', more)
      return rest
    }
    expect(await shape({ email: 'ada@example.com' })).toEqual(await shape({}))
    expect((await shape({})).allowCredentials ?? []).toEqual([])
  })

  test('a provider of another kind begins no ceremony', async () => {
    const { browser } = await house()
    const answer = await post(browser, 'webauthn-options/credentials', { action: 'authenticate' })
    expect([answer.status, answer.body.error]).toEqual([404, 'NotFound'])
  })

  test('an answer that no passkey gives is refused', async () => {
    const { browser } = await house()
    const nonsense = [null, 'x', '{', [], {}, { id: 'a' }, { id: 'a', response: {} }, { id: 1 }]
    for (const data of nonsense) {
      const answer = await post(browser, 'callback/passkey', { action: 'authenticate', data })
      await expectClosed(browser, answer, 'WebAuthnVerification')
    }
    expect((await browser.visit('/api/auth/callback/passkey')).status).toBe(405)
  })

  test('another site can neither begin nor end a ceremony', async () => {
    const { browser } = await house()
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    for (const path of ['webauthn-options', 'callback']) {
      const form = { action: 'register', name: 'Eve' }
      const answer = await browser.submit(`/api/auth/${path}/passkey`, form, headers)
      expect(answer.status).toBe(403)
    }
  })

  test('a sign-in that somebody started survives eight opened sign-in pages', async () => {
    const mail = Email({ sendVerificationRequest: () => {} })
    const { browser } = await house({}, { providers: [Passkey, mail] })
    await browser.submit('/api/auth/signin/email', { email: 'ada@example.com' })
    for (let tab = 0; tab < 8; tab++) await begin(browser, 'authenticate')
    const pending = (drawer: string) =>
      [...browser.cookies.keys()].filter((name) => name.includes(`.${drawer}.`)).length
    expect(pending('flow')).toBe(1)
    expect(pending('passkey')).toBeLessThanOrEqual(5)
  })
})
