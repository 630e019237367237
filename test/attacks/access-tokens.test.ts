import { describe, expect, test } from 'vitest'
import { storageRouteNames } from '../../src/route.ts'
import { routes } from '../../src/router/table.ts'
import { bearing, type House, house, makeToken, program } from '../parts/access-tokens/house.ts'

const origin = 'https://app.test'
const base = `${origin}/api/auth`
const scopes = ['read', 'write'] as const
const defaultScopes = ['read'] as const

/** Everything that the storage knows about a user. */
async function stored({ storage, userId }: House) {
  const { items } = await storage.listItems({ userId })
  return structuredClone({
    user: await storage.getUser(userId),
    accounts: await storage.listAccounts(userId),
    sessions: await storage.listSessions(userId),
    passkeys: await storage.listAuthenticatorsByUserId(userId),
    // That a token was used may be seen.
    items: items.map(({ lastUsedAt: _, ...item }) => item),
    audit: await storage.listAudit(userId, 1000),
  })
}

/** The paths of the core, of a storage, and of the parts that are configured. */
function allPaths(): string[] {
  const ofParts = ['tokens', 'webauthn-options/passkey', 'passkey.js']
  const withProvider = ['signin/github', 'callback/github', 'signin/passkey', 'callback/passkey']
  return [...new Set([...routes.keys(), ...storageRouteNames, ...ofParts, ...withProvider])]
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** What a program might send to change something. */
const bodies: Record<string, unknown>[] = [
  { name: 'Eve', scopes: ['read'] },
  { action: 'revoke', id: 'ID' },
  { action: 'revokeToken', id: 'ID' },
  { action: 'update', name: 'Eve' },
  { action: 'disconnect', provider: 'github' },
  { action: 'remove', provider: 'github', key: 'account' },
  { action: 'end', id: 'SESSION' },
  { action: 'endOthers' },
  { action: 'endAll' },
  { action: 'delete', confirm: 'yes' },
  { action: 'removePasskey', id: 'x' },
  { action: 'renamePasskey', id: 'x', name: 'Eve' },
  { action: 'register', link: true },
  { data: { name: 'Eve' } },
  { link: true, email: 'eve@people.test' },
]

describe('CVE-2025-61928: a new token', () => {
  test.each(['userId', 'user', 'who', 'session', 'id'])(
    'is made for nobody whom a body names by its %s',
    async (field) => {
      const at = await house()
      const send = (headers: Record<string, string>) =>
        at.auth.handler(
          new Request(`${base}/tokens`, {
            method: 'POST',
            headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
            body: JSON.stringify({ name: 'Eve', scopes: ['read'], [field]: at.userId }),
          }),
        )
      expect((await send({ origin })).status).toBe(401)
      expect((await send({})).status).toBe(403)
      expect((await at.auth.tokens.list({ userId: at.userId })).tokens).toEqual([])
    },
  )

  test('belongs to whoever is signed in, though the body speaks of somebody else', async () => {
    const { auth, enter, userId } = await house()
    const noor = await enter('noor')
    const fields = { name: 'Eve', 'scope read': 'yes', userId }
    expect((await noor.submit('/api/auth/tokens', fields)).status).toBe(200)
    expect((await auth.tokens.list({ userId })).tokens).toEqual([])
    expect((await auth.tokens.list(noor)).tokens).toHaveLength(1)
  })

  test.each(['database', 'cookie'] as const)(
    'is refused to a session that is older than an hour (%s)',
    async (strategy) => {
      const { auth, browser, clock, userId } = await house({ session: { strategy } })
      clock.advance('3601s')
      await expect(
        auth.tokens.create(browser, { name: 'CI', scopes: ['read'] }),
      ).rejects.toMatchObject({ code: 'RecentSignInRequired' })
      const form = await browser.submit('/api/auth/tokens', { name: 'CI', 'scope read': 'yes' })
      expect(form.headers.get('location')).toContain('RecentSignInRequired')
      expect((await auth.tokens.list({ userId })).tokens).toEqual([])
    },
  )

  test('is refused to a page of another site', async () => {
    const { auth, browser, userId } = await house()
    const crossSite = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const fields = { name: 'Eve', 'scope read': 'yes' }
    const answer = await browser.submit('/api/auth/tokens', fields, crossSite)
    expect(answer.status).toBe(403)
    expect((await auth.tokens.list({ userId })).tokens).toEqual([])
  })
})

describe('a token changes nothing that belongs to its owner', () => {
  const cases = allPaths().flatMap((path) => methods.map((method) => [method, path] as const))

  test.each(cases)('by %s /%s', async (method, path) => {
    const at = await house({}, { defaultScopes })
    const token = await at.make([...scopes])
    const [own] = (await at.auth.tokens.list({ userId: at.userId })).tokens
    const [session] = await at.auth.sessions.list({ userId: at.userId })
    const before = await stored(at)
    const ids = (text: string) =>
      text.replaceAll('ID', own?.id ?? '').replaceAll('SESSION', session?.id ?? '')
    const csrf = await at.auth.handler(new Request(`${base}/csrf`))
    const { csrfToken } = await csrf.json()
    const cookie = csrf.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    for (const body of method === 'GET' || method === 'HEAD' ? [undefined] : bodies) {
      for (const from of [{ origin }, { cookie }]) {
        const answer = await at.auth.handler(
          new Request(`${base}/${path}`, {
            method,
            headers: {
              ...from,
              accept: 'application/json',
              'content-type': 'application/json',
              authorization: `Bearer ${token}`,
            } as Record<string, string>,
            ...(body && { body: ids(JSON.stringify({ ...body, csrfToken })) }),
          }),
        )
        expect(answer.status).toBeLessThan(500)
        const text = await answer.text()
        expect(text).not.toContain(token)
        // Who it is may be asked; nothing else of the person is told.
        if (path !== 'session') expect(text).not.toContain(at.userId)
        expect(answer.headers.getSetCookie().join()).not.toMatch(/portico\.session=[^;]{9}/)
      }
    }
    expect(await stored(at)).toEqual(before)
  })

  const verbs: Record<string, (at: House, who: Request) => Promise<unknown>> = {
    'tokens.create': ({ auth }, who) => auth.tokens.create(who, { name: 'x', scopes: ['read'] }),
    'tokens.list': ({ auth }, who) => auth.tokens.list(who),
    'tokens.revoke': async ({ auth, userId }, who) =>
      auth.tokens.revoke(who, (await auth.tokens.list({ userId })).tokens[0]?.id ?? ''),
    'users.get': ({ auth }, who) => auth.users.get(who),
    'users.update': ({ auth }, who) => auth.users.update(who, { name: 'Eve' }),
    'users.delete': ({ auth }, who) => auth.users.delete(who),
    'users.removeWayIn': ({ auth }, who) => auth.users.removeWayIn(who, 'github', 'x'),
    'users.audit': ({ auth }, who) => auth.users.audit(who),
    'accounts.list': ({ auth }, who) => auth.accounts.list(who),
    'accounts.unlink': ({ auth }, who) => auth.accounts.unlink(who, 'github'),
    'accounts.revoke': ({ auth }, who) => auth.accounts.revoke(who, 'github'),
    'sessions.list': ({ auth }, who) => auth.sessions.list(who),
    'sessions.end': async ({ auth, userId }, who) =>
      auth.sessions.end(who, (await auth.sessions.list({ userId }))[0]?.id ?? ''),
    'sessions.endAll': ({ auth }, who) => auth.sessions.endAll(who),
    'passkeys.list': ({ auth }, who) => auth.passkeys.list(who),
    'passkeys.rename': ({ auth }, who) => auth.passkeys.rename(who, 'x', 'y'),
    'passkeys.remove': ({ auth }, who) => auth.passkeys.remove(who, 'x'),
    accessToken: ({ auth }, who) => auth.accessToken(who, 'github'),
    link: ({ auth }, who) => auth.link(who, 'github'),
  }

  test('by any verb of auth that there is', async () => {
    const { auth } = await house()
    const harmless = ['basePath', 'handler', 'session', 'requireSession', 'signIn', 'signOut']
    const names = Object.entries(auth).flatMap(([name, value]) =>
      typeof value === 'object' ? Object.keys(value).map((verb) => `${name}.${verb}`) : [name],
    )
    expect(names.filter((name) => !harmless.includes(name)).sort()).toEqual(
      Object.keys(verbs).sort(),
    )
  })

  test.each(Object.keys(verbs))('by auth.%s(request)', async (name) => {
    const at = await house({}, { defaultScopes })
    const token = await at.make([...scopes])
    const before = await stored(at)
    for (const who of [
      bearing(token),
      bearing(token, { cookie: at.browser.headers.get('cookie') ?? '' }),
    ])
      await expect(verbs[name]?.(at, who)).rejects.toMatchObject({ code: 'SessionRequired' })
    expect(await stored(at)).toEqual(before)
  })

  test('by auth.signOut(request), which ends no session of the person', async () => {
    const at = await house({}, { defaultScopes })
    await at.auth.signOut(bearing(await at.make([...scopes])))
    expect(await at.browser.session()).not.toBeNull()
  })
})

describe('our bearer beside a cookie', () => {
  test('wins: the session is the token’s, and nobody’s if the token is no good', async () => {
    const { auth, make, enter, userId } = await house()
    const noor = await enter('noor')
    const cookie = noor.headers.get('cookie') ?? ''
    const read = (token: string) => auth.session(bearing(token, { cookie }), { scopes: ['read'] })
    expect((await read(await make()))?.user.id).toBe(userId)
    expect(await read(await make(['write']))).toBeNull()
    expect(await read(makeToken('portico_pat_'))).toBeNull()
    expect(await read('portico_pat_')).toBeNull()
    await expect(
      auth.requireSession(bearing('portico_pat_x', { cookie }), { scopes: ['read'] }),
    ).rejects.toMatchObject({ code: 'SessionRequired' })
    await expect(
      auth.requireSession(bearing(await make(), { cookie }), { maxAge: 3600 }),
    ).rejects.toMatchObject({ code: 'AccessDenied' })
  })

  test('lets nobody act on the account page, whose forms are for people', async () => {
    const { browser, make, auth, userId } = await house({}, { defaultScopes })
    const authorization = `Bearer ${await make([...scopes])}`
    const page = await browser.visit('/api/auth/account', {
      authorization,
      accept: 'application/json',
    })
    expect(page.status).toBe(401)
    const form = { action: 'update', name: 'Eve' }
    const answer = await browser.submit('/api/auth/account', form, { authorization })
    expect(answer.headers.get('location')).toContain('SessionRequired')
    expect((await auth.users.get({ userId }))?.name).toBe('Ada Lovelace')
  })
})

describe('an Authorization header that is not ours', () => {
  test.each([
    'Basic YWRhOnNlY3JldA==',
    'Bearer eyJhbGciOiJIUzI1NiJ9.e30.x',
    'Bearer ghp_0123456789012345678901234567890123456789',
    'Bearer',
    'Bearer ',
    'Digest username="ada"',
    'Negotiate abc',
    'bearer PORTICO_PAT_x',
    'Token portico_pat_x',
    '',
  ])('leaves the cookie as it was: %s', async (authorization) => {
    const { auth, browser, userId } = await house()
    const cookie = browser.headers.get('cookie') ?? ''
    expect((await auth.session(program(authorization, { cookie })))?.user.id).toBe(userId)
    const asked = { headers: { authorization, cookie } }
    expect((await auth.session(asked))?.user.id).toBe(userId)
    const answer = await browser.visit('/api/auth/account', { authorization })
    expect(answer.status).toBe(200)
    expect(await auth.session(program(authorization))).toBeNull()
  })
})

describe('a token of another person', () => {
  test('is neither listed nor revoked', async () => {
    const { auth, make, enter, userId } = await house()
    const token = await make()
    const [own] = (await auth.tokens.list({ userId })).tokens
    const noor = await enter('noor')
    await expect(auth.tokens.revoke(noor, own?.id ?? '')).rejects.toMatchObject({
      code: 'NotFound',
    })
    await noor.submit('/api/auth/account', { action: 'revokeToken', id: own?.id ?? '' })
    expect(await auth.session(bearing(token), { scopes: ['read'] })).not.toBeNull()
  })
})

test('a token of one application is good for no other, though they share the secret', async () => {
  const [one, other] = [await house(), await house()]
  expect(await other.auth.session(bearing(await one.make()), { scopes: ['read'] })).toBeNull()
})

test('a token is told by no log and no error', async () => {
  const { auth, make, log } = await house()
  const token = await make()
  const errors = [
    await auth.requireSession(bearing(token)).catch((error: unknown) => error),
    await auth.requireSession(bearing(`${token}x`), { scopes: ['read'] }).catch((error) => error),
    await auth.users.get(bearing(token)).catch((error: unknown) => error),
  ]
  const told = [...errors, ...log.errors].map((error) => [String(error), JSON.stringify(error)])
  expect(told).toHaveLength(3 + log.errors.length)
  expect(JSON.stringify([told, log.warnings])).not.toContain(token.slice(12))
})
