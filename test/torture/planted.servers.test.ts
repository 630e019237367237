import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClient } from 'redis'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chance } from '../fuzz/chance.ts'
import { serverOf, temporaryFolder } from '../storage/servers.ts'
import { gatherFacts, judgeAfterwards } from './afterwards.ts'
import { type Database, type Databases, type StorageName, startDatabases } from './databases.ts'
import { judge } from './invariants.ts'
import { newPassword } from './password-stories.ts'
import type { Device, Person, Run } from './people.ts'
import { playRound } from './round.ts'
import { copyCookies, readDevice } from './sessions.ts'
import { mail, newPasskey, platform, rightPassword } from './sign-ins.ts'

/** An application on several servers, with people who signed in and whom nobody troubles. */
async function openCalmPlace(storage: StorageName) {
  const databases = await startDatabases(storage)
  if (!databases) throw new Error(`There is no ${storage}`)
  const database = await databases.fresh()
  const run = await playRound({ seed: 7, steps: 0, database, trouble: false })
  for (const [index, story] of [platform, mail, newPasskey, rightPassword].entries()) {
    const person = run.people[index]
    if (person) await story({ run, person, device: firstDevice(person), chance: chance(index) })
  }
  const [, , , , last] = run.people
  // By this chance they sign up: there is nothing yet to be forgotten.
  if (last) await newPassword({ run, person: last, device: firstDevice(last), chance: chance(7) })
  return { databases, database, run }
}

function firstDevice({ devices: [device] }: Person): Device {
  if (!device) throw new Error('Everybody has two')
  return device
}

describe('a problem planted in the storage is named', () => {
  let place: { databases: Databases; database: Database; run: Run & { close(): Promise<void> } }
  beforeAll(async () => {
    place = await openCalmPlace('sqlite')
  })
  afterAll(() => place?.run.close())
  beforeEach(() => place.run.problems.clear())

  /** What is said after statements that the library would never send, on a copy. */
  async function planted(...statements: string[]): Promise<string[]> {
    const copy = join(temporaryFolder(), 'copy.db')
    const original = new DatabaseSync(place.database.address.slice('file:'.length))
    original.exec(`vacuum into '${copy}'`)
    original.close()
    const changed = new DatabaseSync(copy, { enableForeignKeyConstraints: false })
    for (const statement of statements) changed.exec(statement)
    changed.close()
    const { run, database } = place
    return judge(await gatherFacts(run, { ...database, address: `file:${copy}` }))
  }

  test('only if there is one', async () => {
    expect(await planted()).toEqual([])
    await judgeAfterwards(place.run, place.database)
    expect([...place.run.problems]).toEqual([])
  })

  const first =
    "(select id from users where id in (select \"userId\" from accounts where type = 'oauth' or type = 'oidc') limit 1)"

  test.each([
    [
      'one user per account',
      'create table twice as select * from accounts; drop table accounts',
      'alter table twice rename to accounts; insert into accounts select * from accounts',
    ],
    ['no orphan: a account of', `delete from users where id = ${first}`],
    ['no orphan: a item of', 'delete from users where "emailVerified" is not null'],
    ['no orphan: a passkey without its account', "delete from accounts where type = 'webauthn'"],
    ['no orphan: an account of passkeys without any', 'delete from authenticators'],
    [
      'everybody has a way in',
      'delete from accounts; delete from authenticators; update users set "emailVerified" = null',
    ],
    ['nobody has what is another’s', `update accounts set "userId" = ${first}`],
    ['no token lost that the platform still honours', 'update accounts set refresh_token = null'],
  ])('%s', async (name, ...statements) => {
    expect(await planted(...statements)).toEqual(
      expect.arrayContaining([expect.stringContaining(name)]),
    )
  })

  test('a token that the platform took back', async () => {
    const { world } = place.run
    const before = world.snapshot()
    for (const { name } of place.run.people) world.disconnect(name)
    expect(await planted()).toEqual([expect.stringMatching(/^no token lost.* has a dead one$/)])
    world.restore(before)
  })

  test('more wrong passwords than the limit allows', async () => {
    const facts = await gatherFacts(place.run, place.database)
    expect(judge({ ...facts, guesses: 11 })).toEqual([expect.stringMatching(/^limits hold/)])
  })

  test('a session that lives on', async () => {
    const [person] = place.run.people
    if (!person) throw new Error('Somebody is there')
    place.run.ghosts.push(copyCookies(firstDevice(person), person.name, 'signing out'))
    await judgeAfterwards(place.run, place.database)
    place.run.ghosts.length = 0
    expect([...place.run.problems]).toEqual(['no session after its end: of p0, after signing out'])
  })

  test('a session of one that becomes another’s, and one that ends by itself', async () => {
    const live = new DatabaseSync(place.database.address.slice('file:'.length))
    const [ada, bob] = place.run.people
    if (!ada || !bob) throw new Error('They are there')
    live.exec(`update sessions set "userId" = '${firstDevice(bob).session?.userId}'`)
    await readDevice(place.run, ada, firstDevice(ada))
    expect([...place.run.problems]).toEqual([
      'nobody signed in as another: p0 is p1',
      'nobody signed in as another: a session of p0 changed its user',
    ])
    place.run.problems.clear()
    live.exec('delete from sessions')
    live.close()
    await judgeAfterwards(place.run, place.database)
    expect([...place.run.problems]).toContain(
      'nobody is signed out by others: p0 did not ask for it',
    )
  })

  test('a password that opens nothing', async () => {
    const person = place.run.people.find(({ passwords }) => passwords.length > 0)
    if (!person) throw new Error('Somebody chose a password')
    const chosen = person.passwords.splice(0, Infinity, 'one that the person did not choose')
    await judgeAfterwards(place.run, place.database)
    person.passwords.splice(0, Infinity, ...chosen)
    expect([...place.run.problems]).toContain(
      `a password opens its own user: that of ${person.name} does not`,
    )
  })

  test('a way in that leads elsewhere', async () => {
    const live = new DatabaseSync(place.database.address.slice('file:'.length))
    live.exec('update users set email = null where "emailVerified" is not null')
    live.exec(`update authenticators set counter = 1000000`)
    live.close()
    await judgeAfterwards(place.run, place.database)
    expect([...place.run.problems]).toContainEqual(
      expect.stringMatching(/^everybody has a way in: passkey of p2 does not lead there/),
    )
  })
})

describe.skipIf(!serverOf('Redis'))('a problem planted in Redis is named', () => {
  test('lists and indexes that do not fit', async () => {
    const { run, database, databases } = await openCalmPlace('redis')
    const facts = () => gatherFacts(run, database)
    expect(judge(await facts())).toEqual([])
    const client = createClient({ url: database.address })
    await client.connect()
    const [user] = (await facts()).rows.users
    await client.del(`${database.prefix}user:${user?.id}`)
    const problems = judge(await facts()).join('\n')
    expect(problems).toContain(`no orphan: a session of ${user?.id}`)
    expect(problems).toContain(`of no user ${user?.id}`)
    for await (const keys of client.scanIterator({ MATCH: `${database.prefix}sessions:*` })) {
      for (const key of keys) await client.del(key)
    }
    expect(judge(await facts()).join('\n')).toContain('do not list one of them')
    await client.close()
    await run.close()
    await databases.stop()
  })
})
