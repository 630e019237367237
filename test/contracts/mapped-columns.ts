import { expect, test } from 'vitest'
import { sql } from '../../src/storage/sql.ts'
import { newUser, unique } from '../storage/people.ts'

const secrets = ['a secret that is long enough to be one']

/** Columns that an application maps when its tables are there already. */
export function mappedColumnsContract(newDatabase: () => Promise<string>): void {
  test('adds columns that are mapped after a migration by the next one, with their index', async () => {
    const address = await newDatabase()
    const before = sql(address, { secrets, migrate: true })
    await before.createUser(newUser())
    await before.close()
    const schema = { users: { columns: { image: 'avatar', email: 'mail' } } }
    const storage = sql(address, { secrets, schema, migrate: false })
    await expect(storage.getUser('1')).rejects.toThrow('has no column "mail"')
    const statements = await storage.migrate()
    expect(statements).toHaveLength(3)
    expect(statements.at(-1)).toMatch(
      /^create unique index .portico_users_mail. on .users. \(.mail.\)$/,
    )
    expect(await storage.migrate()).toEqual([])
    const mail = `${unique()}@people.test`
    const user = { ...newUser(), email: mail, image: 'https://app.test/a.png' }
    const { id } = await storage.createUser(user)
    expect(await storage.getUser(id)).toMatchObject({ email: mail, image: user.image })
    await expect(storage.createUser({ ...newUser(), email: mail })).rejects.toThrow()
    await storage.close()
  })
}
