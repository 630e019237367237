import { expect, test } from 'vitest'
import type { Storage } from '../../src/index.ts'
import { fromAdapter } from '../../src/storage/adapter.ts'
import { memory } from '../../src/storage/memory.ts'
import { house } from './house.ts'

test('lists people by the beginning of their address or name', async () => {
  const { auth, ada, enter, idOf } = await house()
  const noor = await idOf(await enter('noor'))
  const { users, next } = await auth.users.list()
  expect(new Set(users.map(({ id }) => id))).toEqual(new Set([ada, noor]))
  expect(next).toBeNull()
  const found = await auth.users.list({ query: 'NO' })
  expect(found.users.map(({ id }) => id)).toEqual([noor])
  const page = await auth.users.list({ limit: 1 })
  const rest = await auth.users.list({ limit: 1, after: page.next })
  expect(rest.users).not.toEqual(page.users)
  expect(rest.next).toBeNull()
})

test('exports all that is kept about a person, by kind, and no secret', async () => {
  const { auth, ada, storage, browser } = await house()
  const { token } = await auth.tokens.create({ userId: ada }, { name: 'CI', scopes: ['read'] })
  await storage.putItem({
    ...{ id: 'i', kind: 'gone/part', lookup: 'x', userId: ada, data: { colour: 'red' } },
    ...{ sealed: 'sealed-secret', version: 1, createdAt: new Date(0), lastUsedAt: null },
    expires: null,
  })
  const [account] = await storage.listAccounts(ada)
  expect(account?.access_token).toBeTruthy()
  const all = await auth.users.export(ada)
  expect(all.user).toMatchObject({ id: ada })
  expect(all.accounts).toEqual([expect.objectContaining({ provider: 'github' })])
  expect(all.sessions).toHaveLength(1)
  expect(Object.keys(all.items).sort()).toEqual(['access-tokens/token', 'gone/part'])
  expect(all.items['gone/part']).toMatchObject([{ lookup: 'x', data: { colour: 'red' } }])
  expect(all.audit.map(({ event }) => event)).toContain('createAccessToken')
  const text = JSON.stringify(all)
  expect(JSON.parse(text)).toEqual(all)
  const [session] = await storage.listSessions(ada)
  const keys = [...(browser.headers.get('cookie') ?? '').matchAll(/session[^=]*=([^;]{20,})/g)]
  expect(keys).toHaveLength(1)
  const key = keys[0]?.[1]
  for (const secret of [token, account?.access_token, session?.sessionToken, 'sealed-secret', key])
    expect(text).not.toContain(secret ?? 'missing')
  expect(all.omitted.join()).toMatch(/access_token.*sessionToken.*sealed/)
})

test('exports nobody who is not there', async () => {
  const { auth } = await house()
  await expect(auth.users.export('nobody')).rejects.toMatchObject({ code: 'NotFound' })
})

test('lists the audit log of everybody by event, time and user', async () => {
  const { auth, ada, enter, idOf, clock } = await house()
  clock.advance('10m')
  const since = new Date(clock.now())
  const noor = await idOf(await enter('noor'))
  const usersOf = async (filter: Parameters<typeof auth.audit.list>[0]) =>
    (await auth.audit.list(filter)).entries.map(({ userId }) => userId)
  expect(await usersOf({ event: 'signIn' })).toEqual([noor, ada])
  expect(await usersOf({ event: 'signIn', since })).toEqual([noor])
  expect(await usersOf({ event: 'signIn', user: ada })).toEqual([ada])
  const page = await auth.audit.list({ event: 'signIn', limit: 1 })
  expect((await auth.audit.list({ event: 'signIn', after: page.next })).entries).toHaveLength(1)
})

test.each([
  ['a place of another list', { after: '["name","a","b"]' }, 'after'],
  ['a query that is no text', { query: 1 }, 'query'],
])('refuses %s', async (_what, options, field) => {
  const { auth } = await house()
  await expect(auth.users.list(options as never)).rejects.toMatchObject({
    code: 'InvalidRequest',
    field,
  })
})

test('refuses a moment that is none', async () => {
  const { auth } = await house()
  const refused = auth.audit.list({ since: new Date('x') })
  await expect(refused).rejects.toMatchObject({ code: 'InvalidRequest', field: 'since' })
})

test('says what to use where an adapter cannot list', async () => {
  const { transaction: _t, claim: _c, listUsers: _l, ...adapter } = memory() as Required<Storage>
  const { auth } = await house({ storage: fromAdapter(adapter) })
  await expect(auth.users.list()).rejects.toMatchObject({
    code: 'Unsupported',
    field: 'listUsers',
    hint: expect.stringContaining('sql()'),
  })
})
