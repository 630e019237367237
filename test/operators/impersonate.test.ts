import { describe, expect, test } from 'vitest'
import { withNoor } from './house.ts'

const base = '/api/auth'

describe.each(['database', 'cookie'] as const)('with sessions in the %s', (strategy) => {
  const begun = async () => {
    const at = await withNoor({ session: { strategy } })
    const own = new Map(at.noor.cookies)
    expect((await at.help(at.noor, at.ada)).status).toBe(200)
    return { ...at, own }
  }

  test('an operator acts as a user, and everybody sees by whom', async () => {
    const { auth, noor, noorId, ada } = await begun()
    const session = await noor.session()
    expect(session?.user.id).toBe(ada)
    expect(session?.actor).toEqual({ id: noorId, name: 'Noor', email: null })
    expect(session).toMatchObject({ authTime: 0, amr: [] })
    expect(await auth.session(noor)).toEqual(session)
    expect(await auth.requireSession(noor)).toEqual(session)
  })

  test('goes back to their own session, which nobody touched', async () => {
    const { noor, own, noorId, idOf, storage } = await begun()
    const before = strategy === 'database' ? await storage.listSessions(noorId) : []
    const answer = await noor.submit(`${base}/impersonation`, { callbackUrl: '/desk' })
    expect(answer.status).toBe(303)
    expect(new URL(answer.headers.get('location') ?? '').pathname).toBe('/desk')
    expect(new Map(noor.cookies)).toEqual(own)
    expect(await idOf(noor)).toBe(noorId)
    expect((await noor.session())?.actor).toBeUndefined()
    expect(strategy === 'database' ? await storage.listSessions(noorId) : []).toEqual(before)
  })

  test('ends after 30 minutes, whatever is read meanwhile', async () => {
    const { noor, ada, noorId, idOf, clock } = await begun()
    const expires = (await noor.session())?.expires
    for (let minute = 0; minute < 29; minute++) {
      clock.advance('1m')
      expect(await idOf(noor)).toBe(ada)
    }
    expect((await noor.session())?.expires).toBe(expires)
    clock.advance('61s')
    expect(await idOf(noor)).toBe(noorId)
  })

  test('names both in the audit log of both, with the reason', async () => {
    const { auth, noor, ada, noorId } = await begun()
    await noor.submit(`${base}/impersonation`)
    for (const [who, other] of [
      [ada, { actor: { id: noorId, name: 'Noor', email: null } }],
      [noorId, { user: expect.objectContaining({ id: ada }) }],
    ] as const) {
      for (const event of ['impersonate', 'stopImpersonating']) {
        const { entries } = await auth.audit.list({ event, user: who })
        expect(entries).toMatchObject([{ detail: { ...other, reason: 'ticket 4711' } }])
      }
    }
  })

  test('shows a bar with the way back on our pages, and nowhere else', async () => {
    const { noor, newBrowser } = await begun()
    const page = await (await noor.visit(`${base}/signin`)).text()
    expect(page).toContain('You are acting as Ada Lovelace.')
    expect(page).toContain(`action="https://app.test${base}/impersonation"`)
    expect(await (await noor.visit(`${base}/nothing`)).text()).toContain('You are acting as')
    expect(await (await newBrowser().visit(`${base}/signin`)).text()).not.toContain('acting as')
    await noor.submit(`${base}/impersonation`)
    expect(await (await noor.visit(`${base}/signin`)).text()).not.toContain('acting as')
  })

  test('leaves the sign-out page to the operator, who is not signed out', async () => {
    const { noor, newBrowser } = await begun()
    const page = await (await noor.visit(`${base}/signout`)).text()
    expect(page).not.toContain('You’re signed out')
    expect(page).toContain(`action="${base}/signout"`)
    await noor.signOut()
    for (const browser of [noor, newBrowser()])
      expect(await (await browser.visit(`${base}/signout`)).text()).toContain('You’re signed out')
  })

  test.each([
    ['signs out', (at) => at.noor.signOut()],
    ['is blocked', (at) => at.auth.users.block(at.noorId)],
    ['signs in as somebody else', (at) => at.noor.signIn('github', { as: 'layla' })],
  ] as [string, (at: Awaited<ReturnType<typeof begun>>) => Promise<unknown>][])(
    'ends when the operator %s',
    async (_what, end) => {
      const at = await begun()
      const copy = at.noor.clone()
      await end(at)
      at.clock.advance('301s')
      expect((await at.noor.session())?.user.id).not.toBe(at.ada)
      if (strategy === 'database') expect(await copy.session()).toBeNull()
    },
  )

  test('ends when the user is blocked, and nobody acts as them until they are not', async () => {
    const { auth, noor, noorId, ada, idOf, help } = await begun()
    await auth.users.block(ada)
    expect(await idOf(noor)).toBe(noorId)
    expect((await help(noor, ada)).status).toBe(403)
    await auth.users.unblock(ada)
    expect(await idOf(noor)).toBe(noorId)
  })

  test('ends when the user is deleted', async () => {
    const { auth, noor, noorId, ada, idOf } = await begun()
    await auth.users.delete({ userId: ada })
    expect(await idOf(noor)).toBe(noorId)
  })
})

test('tells the application of its beginning and its end', async () => {
  const told: string[] = []
  const hear = (event: string) => () => void told.push(event)
  const events = {
    impersonate: hear('impersonate'),
    stopImpersonating: hear('stopImpersonating'),
  }
  const { noor, ada, help } = await withNoor({ events } as never)
  await help(noor, ada)
  await noor.submit(`${base}/impersonation`)
  expect(told).toEqual(['impersonate', 'stopImpersonating'])
})

test('hands a session callback the claim of RFC 8693', async () => {
  const seen: unknown[] = []
  const callbacks = {
    session: ({ session, token }: { session: object; token?: { act?: object } }) => {
      seen.push(token?.act)
      return session
    },
  }
  const config = { callbacks, session: { strategy: 'cookie' } } as never
  const { noor, noorId, ada, help } = await withNoor(config)
  await help(noor, ada)
  seen.length = 0
  await noor.session()
  expect(seen).toEqual([{ sub: noorId }])
})
