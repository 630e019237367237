import { Kysely, MysqlDialect } from 'kysely'
import { createPool } from 'mysql2'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AuthError } from '../../src/errors.ts'
import Passkey from '../../src/providers/passkey.ts'
import { type SqlStorage, sql } from '../../src/storage/sql.ts'
import { idp, outside, plain } from '../attacks/stage.ts'
import { type Setup, secret, setup } from '../setup.ts'
import { databases } from '../storage/databases.ts'
import { newAccount, newPasskey, newSession, newUser, unique } from '../storage/people.ts'
import type { Server } from '../storage/start-servers.ts'
import { haveGalera, startGalera } from './galera.ts'

const other = (id: string) => ({ ...plain, id, name: id })
const rounds = 30

describe.skipIf(!haveGalera())('three nodes of Galera, each of which takes writes', () => {
  let nodes: Server[] = []
  let addresses: string[] = []
  let storages: SqlStorage[] = []
  let apps: Setup[] = []
  /** The nth server, which knows one node only. */
  const at = (place: number) => apps[place % apps.length] as Setup
  const on = (place: number) => storages[place % storages.length] as SqlStorage

  beforeAll(async () => {
    nodes = await startGalera(3)
    const first = await databases.MariaDB.create(nodes[0])
    addresses = nodes.map(({ address }) => address.replace(/\/\w+$/, new URL(first).pathname))
    storages = addresses.map((address) => sql(address, { secrets: [secret], now: Date.now }))
    await on(0).migrate()
    const world = await outside()
    const providers = [plain, idp, other('one'), other('two'), other('three'), Passkey]
    apps = []
    for (const storage of storages)
      apps.push(
        await setup(
          { storage, providers, session: { strategy: 'database' }, runtime: { now: Date.now } },
          world,
        ),
      )
  }, 600_000)
  afterAll(async () => {
    for (const storage of storages) await storage.close()
    for (const node of nodes) await node.kill()
  })

  test('disconnecting two accounts on two nodes at once leaves one', async () => {
    for (let round = 0; round < rounds; round++) {
      const { id } = await on(0).createUser(newUser())
      for (const provider of ['one', 'two'])
        await on(0).linkAccount({ ...newAccount(id), provider })
      const refused = await refusals([
        at(round).auth.accounts.unlink({ userId: id }, 'one'),
        at(round + 1).auth.accounts.unlink({ userId: id }, 'two'),
      ])
      expect(refused).toEqual(['LastMethod'])
      expect(await on(2).listAccounts(id)).toHaveLength(1)
    }
  })

  test('removing two passkeys on two nodes at once leaves one', async () => {
    for (let round = 0; round < rounds; round++) {
      const { id } = await on(0).createUser(newUser())
      const handle = unique()
      const account = { ...newAccount(id), provider: 'passkey', providerAccountId: handle }
      await on(0).linkAccount({ ...account, type: 'webauthn' })
      const passkeys = [newPasskey(id), newPasskey(id)]
      for (const passkey of passkeys)
        await on(0).createAuthenticator({ ...passkey, providerAccountId: handle })
      const refused = await refusals(
        passkeys.map(({ credentialID }, place) =>
          at(round + place).auth.passkeys.remove({ userId: id }, credentialID),
        ),
      )
      expect(refused).toEqual(['LastMethod'])
      expect(await on(2).listAuthenticatorsByUserId(id)).toHaveLength(1)
    }
  })

  test('a session that begins at one node is known at the next one at once', async () => {
    const { id } = await on(0).createUser(newUser())
    for (let round = 0; round < 200; round++) {
      const session = newSession(id)
      await on(round).createSession(session)
      expect(await on(round + 1).getSessionAndUser(session.sessionToken)).not.toBeNull()
      await on(round + 1).deleteSession(session.sessionToken)
      expect(await on(round + 2).getSessionAndUser(session.sessionToken)).toBeNull()
    }
  })

  test('sixty first sign-ins of one person at three nodes at once make one user', async () => {
    const browsers = Array.from({ length: 60 }, (_, place) => at(place).open())
    await Promise.all(browsers.map((browser) => browser.signIn('plain', { as: 'ada' })))
    const users = await Promise.all(
      browsers.map(async (browser) => (await browser.session())?.user.id),
    )
    expect(new Set(users).size).toBe(1)
    expect(users[0]).toBeDefined()
    expect(await on(1).listAccounts(users[0] ?? '')).toHaveLength(1)
  })

  test('a user who is changed and deleted at once on three nodes leaves nothing behind', async () => {
    for (let round = 0; round < rounds; round++) {
      const { id } = await on(0).createUser(newUser())
      const changes = Array.from({ length: 4 }, (_, place) =>
        on(round + place).updateUser({ id, name: `name ${place}` }),
      )
      const link = on(round + 1).linkAccount({ ...newAccount(id), provider: 'one' })
      const session = newSession(id)
      const begun = on(round + 2).createSession(session)
      await Promise.allSettled([...changes, link, begun, on(round).deleteUser(id)])
      expect(await on(1).getUser(id)).toBeNull()
      expect(await on(1).listAccounts(id)).toEqual([])
      expect(await on(2).listSessions(id)).toEqual([])
    }
  })

  test('one claim of two is good, on whichever node', async () => {
    for (let round = 0; round < rounds; round++) {
      const key = unique()
      const claims = await Promise.all(
        Array.from({ length: 9 }, (_, place) =>
          on(place).claim(key, new Date(Date.now() + 60_000)),
        ),
      )
      expect(claims.filter(Boolean)).toHaveLength(1)
    }
  })

  test('a limit that is used at three nodes at once counts every use', async () => {
    const key = unique()
    const uses = await Promise.all(
      Array.from({ length: 60 }, (_, place) => on(place).hit(key, 600)),
    )
    expect(uses.toSorted((a, b) => a - b)).toEqual(uses.map((_, place) => place + 1))
  })

  test("an application's own connections are refused while a node answers before it knows", async () => {
    const pool = createPool(addresses[0] ?? '')
    const storage = sql(new Kysely<unknown>({ dialect: new MysqlDialect({ pool }) }), {
      secrets: [secret],
    })
    await expect(storage.getUser('1')).rejects.toMatchObject({
      code: 'Configuration',
      field: 'database',
      hint: expect.stringContaining('wsrep_sync_wait'),
    })
    pool.end()
  })

  test('a node that dies takes nobody with it: the others go on, and it joins again', async () => {
    const { id } = await on(0).createUser(newUser())
    await nodes[2]?.kill()
    const session = newSession(id)
    // Those who are left notice after a few seconds, and wait until then.
    await vi.waitFor(async () => on(0).createSession(session), { timeout: 60_000, interval: 500 })
    expect(await on(1).getSessionAndUser(session.sessionToken)).not.toBeNull()
    await nodes[2]?.restart()
    const found = async () => (await on(2).getSessionAndUser(session.sessionToken))?.user.id
    await expect.poll(found, { interval: 500, timeout: 180_000 }).toBe(id)
  })
})

/** Which of the attempts were refused, and with what. */
async function refusals(attempts: Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(attempts)
  return settled.flatMap((each) =>
    each.status === 'rejected'
      ? [each.reason instanceof AuthError ? each.reason.code : String(each.reason)]
      : [],
  )
}
