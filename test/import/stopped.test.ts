import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Auth } from '../../src/index.ts'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import { passwordHash } from '../../src/password/kinds.ts'
import { foreignHashes } from '../../src/passwords.ts'
import Password from '../../src/providers/password.ts'
import { totp } from '../../src/second-factor/kinds.ts'
import { fromAdapter } from '../../src/storage/adapter.ts'
import { memory } from '../../src/storage/memory.ts'
import { sql } from '../../src/storage/sql.ts'
import { createBrowser } from '../../src/testing/browser.ts'
import type { ItemKind } from '../../src/types/item.ts'
import type { Storage } from '../../src/types/storage.ts'
import { drizzleOn } from '../storage/drizzle.ts'
import { origin, ourFolder, ourSecret } from './better-auth-house.ts'
import { exports, password } from './exports.ts'
import { importHere } from './in-process.ts'

const hash = /\$2b\$04\$[^,"]{53}/.exec(exports[0]?.text ?? '')?.[0]
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const address = 'ada@example.com'
const account = { provider: 'google', providerAccountId: '1234' }

const writes = ['createUser', 'updateUser', 'linkAccount', 'putItem', 'replaceItem'] as const

/** The same storage for a process that dies before its next write after so many. */
function untilWrite(storage: Storage, most: number): Storage {
  let done = 0
  const dying =
    (write: (...given: never[]) => unknown) =>
    async (...given: never[]) => {
      if (done++ >= most) throw new Error('The process was killed')
      return write(...given)
    }
  const entries = writes.map((name) => [name, dying(storage[name] as never)])
  return { ...storage, ...Object.fromEntries(entries) }
}

/** Storages without transactions: a custom one that keeps the ids that it is given, and an adapter that gives its own. */
const storages = {
  'a custom storage'(): Storage {
    const { transaction: _, ...storage } = memory()
    return storage
  },
  'an adapter': (): Storage =>
    fromAdapter(DrizzleAdapter(drizzleOn()), { items: sql(':memory:', { secrets: [ourSecret] }) }),
}

function place(text: string): string {
  const folder = ourFolder('')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'people.csv'), text)
  return folder
}

const words = { source: 'csv', file: 'people.csv', columns: [] }

const isThere = async (storage: Storage, { part, name }: ItemKind<never, never>) =>
  ((await storage.listItems?.({ kind: `${part}/${name}` }))?.items.length ?? 0) > 0

async function letsIn(storage: Storage): Promise<boolean> {
  return (
    (await storage.getUserByEmail?.(address)) !== null ||
    (await storage.getUserByAccount?.(account)) !== null ||
    (await isThere(storage, passwordHash))
  )
}

/** The page that a password leads to, in an application that takes passwords. */
async function passwordLeadsTo(storage: Storage) {
  const auth = Auth({
    providers: [Password({ import: foreignHashes, send: async () => {}, breached: false })],
    parts: [SecondFactor()],
    storage,
    secret: ourSecret,
    url: origin,
    runtime: { env: { NODE_ENV: 'test' } },
    logger: { warn() {}, error() {} },
  })
  const browser = createBrowser({ origin, app: auth.handler })
  const form = { email: address, password }
  return (await browser.submit('/api/auth/callback/password', form)).headers.get('location')
}

const person = (app: string) => `id,email,email_verified,password_hash,totp_secret,google_id
1,${address},yes,${hash},${app},1234
`

describe.each(Object.entries(storages))('on %s', (name, newStorage) => {
  const hasPasswords = name === 'a custom storage'
  const importing = (folder: string, storage: Storage, blocks = false) =>
    importHere(folder, words, { storage, blocks, hasPasswords })

  test('an import that is killed before any write lets nobody in without their second factor, and goes on', async () => {
    const folder = place(person(secret))
    const states: { letsIn: boolean; asks: boolean }[] = []
    for (let ended = false; !ended; ) {
      const storage = newStorage()
      const { counts } = await importing(folder, untilWrite(storage, states.length))
      states.push({ letsIn: await letsIn(storage), asks: await isThere(storage, totp) })
      ended = counts.user?.taken === 1
      await importing(folder, storage)
      expect((await storage.getUserByAccount?.(account))?.email).toBe(address)
      expect(await isThere(storage, totp)).toBe(true)
      if (hasPasswords)
        expect(await passwordLeadsTo(storage)).toBe(`${origin}/api/auth/second-factor`)
    }
    expect(states.length).toBeGreaterThan(5)
    expect(states.at(0)).toEqual({ letsIn: false, asks: false })
    expect(states.at(-1)).toEqual({ letsIn: true, asks: true })
    expect(states.filter((state) => state.letsIn && !state.asks)).toEqual([])
  })

  test('nothing is written of somebody whose app is none', async () => {
    const storage = newStorage()
    const { left } = await importing(place(person('none')), storage)
    expect(left).toMatchObject([{ place: 'line 2', thing: 'user' }])
    expect(await letsIn(storage)).toBe(false)
  })
})

test('somebody who is locked out there does not come to a storage that cannot keep them out', async () => {
  const storage = storages['a custom storage']()
  const folder = place(`id,email,password_hash,banned\n1,${address},${hash},yes\n`)
  const { left } = await importHere(folder, words, { storage, blocks: true })
  const reason = 'is locked out there, and the storage has no transactions to block by'
  expect(left).toEqual([{ place: 'line 2', thing: 'user', reason }])
  expect(await letsIn(storage)).toBe(false)
})
