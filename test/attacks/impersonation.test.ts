import { describe, expect, test } from 'vitest'
import { ChangeEmail, type ChangeEmailCalls } from '../../src/parts/change-email.ts'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import GitHub from '../../src/providers/github.ts'
import Passkey from '../../src/providers/passkey.ts'
import Password from '../../src/providers/password.ts'
import { begin } from '../methods/ceremonies.ts'
import { house, withNoor } from '../operators/house.ts'

const base = '/api/auth'
const refused = (code: string) => ({ code })

describe('acting as a user is refused', () => {
  test('without the word of mayImpersonate: no function, false, or something like true', async () => {
    for (const answer of [undefined, false, 1, 'yes', {}, null]) {
      const options = answer === undefined ? {} : { mayImpersonate: () => answer as boolean }
      const { auth, enter, ada, idOf } = await house({}, options)
      const noor = await enter('noor')
      const asked = auth.users.impersonate(noor, ada, { reason: 'x' })
      await expect(asked).rejects.toMatchObject(refused('AccessDenied'))
      expect(await idOf(noor)).not.toBe(ada)
    }
  })

  test('by an access token, nor without a session', async () => {
    const { auth, noorId, ada } = await withNoor()
    const { token } = await auth.tokens.create({ userId: noorId }, { name: 'a', scopes: ['read'] })
    for (const headers of [{ authorization: `Bearer ${token}` }, {}]) {
      const asked = auth.users.impersonate(new Headers(headers), ada, { reason: 'x' })
      await expect(asked).rejects.toMatchObject(refused('SessionRequired'))
    }
  })

  test('from an impersonation', async () => {
    const { auth, noor, ada, noorId, help, enter, idOf } = await withNoor()
    const layla = await idOf(await enter('layla'))
    await help(noor, ada)
    for (const id of [layla, noorId, ada]) {
      const asked = auth.users.impersonate(noor, id, { reason: 'x' })
      await expect(asked).rejects.toMatchObject(refused('AccessDenied'))
    }
    expect(await idOf(noor)).toBe(ada)
  })

  test('by a page of another site, as themselves, as nobody, or for no reason', async () => {
    const { auth, noor, noorId, ada } = await withNoor()
    const headers = new Headers(noor.headers)
    headers.set('sec-fetch-site', 'cross-site')
    const asked = auth.users.impersonate(headers, ada, { reason: 'x' })
    await expect(asked).rejects.toMatchObject(refused('CrossSite'))
    for (const [id, reason, code] of [
      [noorId, 'x', 'AccessDenied'],
      ['nobody', 'x', 'NotFound'],
      [ada, ' ', 'InvalidRequest'],
      [ada, 'x'.repeat(501), 'InvalidRequest'],
    ] as const)
      await expect(auth.users.impersonate(noor, id, { reason })).rejects.toMatchObject({ code })
  })
})

describe('an operator who acts as a user', () => {
  const begun = async (strategy: 'database' | 'cookie' = 'database') => {
    const passwords = Password({ send: () => undefined })
    const providers = [GitHub, Passkey, passwords]
    const parts = [SecondFactor()]
    const at = await withNoor({ providers, parts, session: { strategy } } as never)
    await at.help(at.noor, at.ada)
    expect(await at.idOf(at.noor)).toBe(at.ada)
    return at
  }

  test('renews nothing, by no route and no call', async () => {
    for (const strategy of ['database', 'cookie'] as const) {
      const { auth, noor, clock, ada } = await begun(strategy)
      const before = await noor.session()
      clock.advance('20m')
      const response = new Headers()
      await auth.session(noor, { response })
      expect(response.getSetCookie()).toEqual([])
      const body = JSON.stringify({ name: 'Eve' })
      const headers = { 'content-type': 'application/json', origin: 'https://app.test' }
      const address = `https://app.test${base}/session`
      await noor.send(new Request(address, { method: 'POST', headers, body }))
      expect((await noor.session())?.expires).toBe(before?.expires)
      expect((await noor.session())?.user.id).toBe(ada)
    }
  })

  test('adds no way in and removes none', async () => {
    const { auth, noor, ada, storage } = await begun()
    const accounts = await storage.listAccounts(ada)
    await expect(auth.link(noor, 'github')).rejects.toMatchObject(refused('SessionRequired'))
    await expect(auth.accounts.unlink(noor, 'github')).rejects.toMatchObject(
      refused('SessionRequired'),
    )
    await noor.submit(`${base}/account`, { action: 'unlink', provider: 'github' })
    await noor.submit(`${base}/password`, { password: 'seven old boats at noon' })
    const options = await begin(noor, 'register', { name: 'Ada' }).catch(() => undefined)
    expect((options as { user?: { id?: string } } | undefined)?.user?.id ?? '').not.toBe(ada)
    expect(await storage.listAccounts(ada)).toEqual(accounts)
    expect(await storage.listAuthenticatorsByUserId(ada)).toEqual([])
    const { items } = await storage.listItems({ userId: ada, kind: 'password/hash' })
    expect(items).toEqual([])
  })

  const kindsOf = async ({ storage, ada }: Awaited<ReturnType<typeof begun>>) =>
    (await storage.listItems({ userId: ada })).items.map(({ kind }) => kind)

  test('enrols no factor, by no call and no page', async () => {
    const at = await begun()
    const { factors } = at.auth as unknown as {
      factors: Record<'requirePasskey' | 'renewRecoveryCodes', (who: object) => Promise<unknown>>
    }
    for (const call of [factors.requirePasskey, factors.renewRecoveryCodes])
      await expect(call(at.noor)).rejects.toMatchObject(refused('SessionRequired'))
    for (const path of ['second-factor-setup', 'recovery-codes'])
      await at.noor.submit(`${base}/${path}`)
    expect(await kindsOf(at)).toEqual(['operators/impersonation'])
  })

  test('makes no access token, by no call and no page', async () => {
    const at = await begun()
    const made = at.auth.tokens.create(at.noor, { name: 'a', scopes: ['read'] })
    await expect(made).rejects.toMatchObject(refused('SessionRequired'))
    await at.noor.submit(`${base}/tokens`, { name: 'a', 'scope read': 'yes' })
    expect(await kindsOf(at)).toEqual(['operators/impersonation'])
  })

  test('reads no token of a platform', async () => {
    const { auth, noor } = await begun()
    const asked = auth.accessToken(noor, 'github')
    await expect(asked).rejects.toMatchObject(refused('SessionRequired'))
  })

  test('deletes nobody and changes nobody, by no call and no page', async () => {
    const { auth, noor, ada, storage } = await begun()
    const calls = [
      () => auth.users.delete(noor),
      () => auth.users.update(noor, { name: 'Eve' }),
      () => auth.sessions.endAll(noor),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject(refused('SessionRequired'))
    for (const action of ['delete', 'signOutEverywhere', 'endSessions'])
      await noor.submit(`${base}/account`, { action })
    expect((await storage.getUser(ada))?.name).toBe('Ada Lovelace')
    expect(await storage.listSessions(ada)).toHaveLength(1)
  })

  test('changes no address, by no call and no page', async () => {
    const parts = [ChangeEmail({ send: () => undefined })]
    const at = await withNoor({ parts, providers: [GitHub] } as never)
    await at.help(at.noor, at.ada)
    const { users } = at.auth as unknown as ChangeEmailCalls
    const wish = { email: 'noor@new.test' }
    for (const call of [
      () => users.changeEmail(at.noor, wish),
      () => users.confirmEmail(at.noor, { code: '123456' }),
    ])
      await expect(call()).rejects.toMatchObject(refused('SessionRequired'))
    await at.noor.submit(`${base}/change-email`, wish)
    expect(await kindsOf(at)).toEqual(['operators/impersonation'])
  })

  test('meets no demand for a recent sign-in or a second step', async () => {
    const { auth, noor } = await begun()
    for (const demand of [{ maxAge: 60 }, { level: 2 as const }])
      await expect(auth.requireSession(noor, demand)).rejects.toMatchObject(refused('AccessDenied'))
  })
})

describe('an impersonation that is stopped', () => {
  test('is over in another tab and in every copy of its cookies', async () => {
    const { noor, noorId, ada, help, idOf } = await withNoor()
    await help(noor, ada)
    const copy = noor.clone()
    await noor.submit(`${base}/impersonation`)
    expect(await idOf(copy)).toBe(noorId)
    expect((await copy.session())?.actor).toBeUndefined()
  })

  test('is stopped once: stopping it again, anywhere, changes nothing', async () => {
    const { noor, noorId, ada, help, idOf, auth } = await withNoor()
    await help(noor, ada)
    const copy = noor.clone()
    await Promise.all([noor, copy].map((each) => each.submit(`${base}/impersonation`)))
    for (const browser of [noor, copy, copy]) {
      expect((await browser.submit(`${base}/impersonation`)).status).toBe(303)
      expect(await idOf(browser)).toBe(noorId)
    }
    const { entries } = await auth.audit.list({ event: 'stopImpersonating', user: ada })
    expect(entries).toHaveLength(1)
  })

  test('is stopped by no page of another site', async () => {
    const { noor, ada, help, idOf } = await withNoor()
    await help(noor, ada)
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    expect((await noor.submit(`${base}/impersonation`, {}, headers)).status).toBe(403)
    expect(await idOf(noor)).toBe(ada)
  })

  test('is stopped by no bearer', async () => {
    const { auth, noor, noorId, ada, help, idOf, newBrowser } = await withNoor()
    await help(noor, ada)
    const { token } = await auth.tokens.create({ userId: noorId }, { name: 'a', scopes: ['read'] })
    const authorization = { authorization: `Bearer ${token}` }
    await newBrowser().submit(`${base}/impersonation`, {}, authorization)
    expect(await idOf(noor)).toBe(ada)
  })
})

test('the cookie of an impersonation is worth nothing beside another session, or alone', async () => {
  for (const strategy of ['database', 'cookie'] as const) {
    const { auth, noor, ada, help, enter } = await withNoor({ session: { strategy } })
    await help(noor, ada)
    const [acting] = [...noor.cookies].filter(([name]) => name.endsWith('-acting'))
    expect(acting).toBeDefined()
    const planted = acting?.join('=') ?? ''
    expect(await auth.session(new Headers({ cookie: planted }))).toBeNull()
    const layla = await enter('layla')
    const cookie = `${layla.headers.get('cookie')}; ${planted}`
    const session = await auth.session(new Headers({ cookie }))
    expect(session?.user.email).toBe('layla@people.test')
    expect(session?.actor).toBeUndefined()
  }
})
