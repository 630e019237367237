import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { SqlStorage } from '../../../storage/sql.ts'
import { sqlitePath } from '../../../stores/sql/sqlite-file.ts'
import type { Application } from '../../application.ts'
import { typedHint } from '../../explain.ts'
import { type Check, type Finding, note, notLookedAt, problem, warning } from '../check.ts'

/** Checks that the database answers, and has every table and column. Nothing is created or changed. */
export const database: Check<Application> = {
  name: 'database',
  async look({ written, folder, production, problems }) {
    const { storage, database: address } = written
    if (problems.some(({ field }) => field === 'database' || field === 'storage'))
      return [notLookedAt('the options say what is wrong with it')]
    if (storage) return answers(storage)
    if (address === undefined) return nothingKept(production)
    const file = typeof address === 'string' ? sqlitePath(address) : undefined
    if (file !== undefined && !existsSync(resolve(folder, file))) return notThere(folder, file)
    const { sql } = await import('../../../storage/sql.ts')
    const opened = sql(address, { migrate: false })
    try {
      const found = await complete(opened, file !== undefined)
      return file === undefined ? found : [...found, ...readByOthers(resolve(folder, file), file)]
    } finally {
      if (typeof address === 'string') await opened.close()
    }
  },
}

function nothingKept(production: boolean): Finding[] {
  if (!production) return []
  return [
    note(
      'There is none: sessions live in cookies, and each process keeps its own list of codes and answers that were used.',
    ),
  ]
}

function notThere(folder: string, file: string): Finding[] {
  if (file === ':memory:') {
    return [
      warning(
        'It is in memory: users and sessions are lost when the process ends',
        'Write a file, such as file:./auth.db.',
      ),
    ]
  }
  const place = dirname(resolve(folder, file))
  try {
    accessSync(place, constants.W_OK)
    return [note(`${file} is made at the first use.`)]
  } catch {
    return [
      problem(
        `${file} cannot be made: ${place} is not there, or cannot be written`,
        'Make the folder, or write another path.',
      ),
    ]
  }
}

/** Files that this library creates can be read by their owner only. An older file keeps its permissions. */
function readByOthers(path: string, file: string): Finding[] {
  if (process.platform === 'win32' || !(statSync(path).mode & 0o004)) return []
  return [
    warning(
      `Every user of this machine can read ${file}`,
      `Run \`chmod 600 ${file} ${file}-wal ${file}-shm\`.`,
    ),
  ]
}

/** The tables and columns that an answering database lacks. A database in a file is updated at its first use. */
async function complete(storage: SqlStorage, embedded: boolean): Promise<Finding[]> {
  try {
    const statements = await storage.migrate({ print: true })
    if (statements.length === 0) return await answers(storage)
    const count = `${statements.length} ${statements.length === 1 ? 'change' : 'changes'}`
    if (embedded) return [note(`It is behind by ${count}, which are made at the first use.`)]
    return [
      problem(
        `The database is behind by ${count}: ${headline(statements)}`,
        'Run `npx porticojs migrate`; `--print` shows the changes first.',
      ),
    ]
  } catch (thrown) {
    return [failure(thrown)]
  }
}

function headline([first = '']: readonly string[]): string {
  return first.split('\n')[0]?.replace(/ \($/, '') ?? ''
}

/** Asks for a user that does not exist. */
async function answers(storage: { getUser?(id: string): unknown }): Promise<Finding[]> {
  try {
    await storage.getUser?.('00000000-0000-0000-0000-000000000000')
    return []
  } catch (thrown) {
    return [failure(thrown)]
  }
}

/**
 * The finding for an error. The library's errors have a hint; their message may be the database's, which may repeat the query but no
 * address.
 */
function failure(thrown: unknown): Finding {
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  const hint =
    thrown instanceof Error && 'hint' in thrown
      ? typedHint({ hint: String(thrown.hint) })
      : undefined
  return problem(
    message,
    hint ?? 'Check that the database runs, and that its address, user and password are right.',
  )
}
