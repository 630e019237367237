import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readSecrets } from '../../../config/secrets.ts'
import { countSeals } from '../../../identity/reseal-items.ts'
import { sqlitePath } from '../../../stores/sql/sqlite-file.ts'
import type { Storage } from '../../../types/storage.ts'
import type { Application } from '../../application.ts'
import { type Check, type Finding, notLookedAt, problem, warning } from '../check.ts'

/** The most items to look at: the check must end. */
const mostItems = 100_000

/** Checks that the stored secrets of parts are encrypted with the newest secret. Nothing is changed. */
export const items: Check<Application> = {
  name: 'stored secrets',
  async look(application) {
    const { config, written, env, production } = application
    if (!config) return [notLookedAt('the configuration is not complete')]
    const secrets = readSecrets(written.secret, env, production)
    const { storage, close } = await openStorage(application)
    try {
      return storage ? findings(await countSeals(storage, secrets, mostItems)) : []
    } catch {
      return []
    } finally {
      await close?.()
    }
  },
}

async function openStorage({
  written,
  folder,
}: Application): Promise<{ storage?: Storage; close?: () => unknown }> {
  const { storage, database } = written
  if (storage) return { storage }
  if (database === undefined) return {}
  const file = typeof database === 'string' ? sqlitePath(database) : undefined
  if (file !== undefined && !existsSync(resolve(folder, file))) return {}
  const { sql } = await import('../../../storage/sql.ts')
  const opened = sql(database, { migrate: false })
  return { storage: opened, ...(typeof database === 'string' && { close: opened.close }) }
}

function findings({ old, unreadable }: Awaited<ReturnType<typeof countSeals>>): Finding[] {
  return [
    ...(old > 0
      ? [
          warning(
            `${count(old)} encrypted with an old secret`,
            'Run `npx porticojs reseal` before you remove that secret.',
          ),
        ]
      : []),
    ...(unreadable > 0
      ? [
          problem(
            `${count(unreadable)} encrypted with a secret that is gone, and cannot be read`,
            'Add the secret as AUTH_SECRET_1, then run `npx porticojs reseal`.',
          ),
        ]
      : []),
  ]
}

function count(number: number): string {
  return number === 1 ? '1 item is' : `${number} items are`
}
