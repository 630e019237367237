// Explains every query that finds users or lines of the audit log, with many of them: `npm run plans -- --users 1000000`.
import { parseArgs } from 'node:util'
import { serverOf } from '../storage/start-servers.ts'
import { explainPostgres, explainSqlite, type Findings } from './explain.ts'

const { values } = parseArgs({ options: { users: { type: 'string', default: '1000000' } } })
const users = Number(values.users)
if (!Number.isSafeInteger(users) || users < 1) throw new Error('--users is a whole number')

function report(name: string, { plans, bad, milliseconds }: Findings): void {
  console.log(
    `${name}: ${plans.length} statements in ${Math.round(milliseconds)} ms, ${bad.length} without an index`,
  )
  for (const { statement, plan } of bad) console.log(`${statement}\n${plan}\n`)
  if (bad.length > 0) process.exitCode = 1
}

report('SQLite', await explainSqlite(users))
const server = await serverOf('PostgreSQL')?.()
if (server) {
  report('PostgreSQL', await explainPostgres(server.address, users))
  await server.stop()
} else console.log('PostgreSQL is not installed, and was left out')
