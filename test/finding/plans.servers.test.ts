import { describe, expect, test } from 'vitest'
import { serverOf } from '../storage/servers.ts'
import { explainPostgres, explainSqlite } from './explain.ts'

const users = 10_000
const start = serverOf('PostgreSQL')

test('SQLite finds users and lines by an index, in its order', async () => {
  const { plans, bad } = await explainSqlite(users)
  expect(plans.length).toBeGreaterThan(18)
  expect(bad).toEqual([])
}, 120_000)

describe.skipIf(!start)('on a PostgreSQL server', () => {
  test('PostgreSQL finds users and lines by an index, in its order', async () => {
    const server = await start?.()
    const { plans, bad } = await explainPostgres(server?.address ?? '', users)
    expect(plans.length).toBeGreaterThan(18)
    expect(bad).toEqual([])
    await server?.stop()
  }, 120_000)
})
