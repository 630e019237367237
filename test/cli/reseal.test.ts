import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fastestBox } from '../../src/crypto/jwe-node.ts'
import { createSeal } from '../../src/crypto/seal.ts'
import { countSeals, resealItems } from '../../src/identity/reseal-items.ts'
import { itemPurpose, openSecret, sealSecret } from '../../src/identity/sealed-item.ts'
import { memory } from '../../src/storage/memory.ts'
import { sql } from '../../src/storage/sql.ts'
import type { StoredItem } from '../../src/types/item.ts'
import type { Storage } from '../../src/types/storage.ts'
import { bareEnv } from '../child-env.ts'
import { newItem, newUser } from '../storage/people.ts'
import { applicationFolder, sound } from './doctor/applications.ts'
import { portico } from './typed.ts'

const newest = sound.AUTH_SECRET ?? ''
const [old, gone] = ['mWq3Kx9ZtB7rLf2VnC8yHd5PjS1gUa6E', 'Qe7Rz2XwN5bTk9MvJ4cYh8LpD1sFg3Ua']
const sealOf = (secret: string) => createSeal([secret], itemPurpose, fastestBox)

/** Puts an item whose secret is under this secret of the application. */
async function put(storage: Storage, secret: string, more: Partial<StoredItem> = {}) {
  const item = newItem(more)
  const sealed = await sealSecret(sealOf(secret), item, { seed: item.id })
  await storage.putItem?.({ ...item, sealed })
  return item
}

/** Types a command in the folder of an application, as a process of its own. */
async function type(cwd: string, env: NodeJS.Dict<string>, ...words: string[]) {
  const program = join(import.meta.dirname, '../../src/cli/main.ts')
  const args = ['--disable-warning=ExperimentalWarning', program, ...words]
  const child = spawn(process.execPath, args, { cwd, env: { ...bareEnv, ...env } })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, out, error }
}

test('encrypts what is under an old secret again, and doctor counts it', async () => {
  const folder = applicationFolder("database: 'file:./auth.db'")
  const storage = sql(`file:${join(folder, 'auth.db')}`, { secrets: [newest] })
  const user = await storage.createUser(newUser())
  const items = []
  for (const secret of [newest, old, old, gone])
    items.push(await put(storage, secret, { userId: user.id, kind: 'a part/that is gone' }))
  await storage.putItem(newItem())
  const env = { ...sound, AUTH_SECRET_1: old }
  const found = async () => {
    const { out } = await type(folder, env, 'doctor', '--json')
    const { results } = JSON.parse(out).sections[0]
    return results.find(({ check }: { check: string }) => check === 'stored secrets').findings
  }
  const lost = {
    level: 'problem',
    message: '1 item is encrypted with a secret that is gone, and cannot be read',
    fix: expect.stringContaining('AUTH_SECRET_1'),
  }
  expect(await found()).toEqual([
    {
      level: 'warning',
      message: '2 items are encrypted with an old secret',
      fix: expect.stringContaining('npx porticojs reseal'),
    },
    lost,
  ])
  const first = await type(folder, env, 'reseal')
  expect(first).toMatchObject({ code: 1, error: '' })
  expect(first.out).toContain('2 items encrypted again; 1 had the newest secret already.')
  expect(first.out).toContain('1 item cannot be decrypted')
  expect(await found()).toEqual([lost])
  for (const item of items.slice(0, 3)) {
    const stored = await storage.getItem(item)
    if (!stored) throw new Error('no item')
    expect(await openSecret(sealOf(newest), stored)).toEqual({ secret: { seed: item.id } })
  }
  await storage.deleteItem(items[3] ?? newItem())
  const second = await type(folder, sound, 'reseal', '--json')
  expect(second.code).toBe(0)
  expect(JSON.parse(second.out)).toEqual({ current: 3, old: 0, unreadable: 0, resealed: 0 })
  await storage.close()
})

test('overwrites nothing that somebody changes at the same time', async () => {
  const storage = memory({ now: Date.now })
  const item = await put(storage, old)
  const kept = await put(storage, old)
  let changes = 0
  const busy: Storage = {
    ...storage,
    async replaceItem(read, content) {
      if (read.lookup === item.lookup && changes++ === 0) {
        const sealed = await sealSecret(sealOf(old), { ...newItem(), ...read, userId: null }, 'new')
        await storage.replaceItem(read, { data: { changed: true }, sealed, expires: null })
      }
      return storage.replaceItem(read, content)
    },
  }
  expect(await resealItems(busy, [newest, old])).toMatchObject({ old: 2, resealed: 2 })
  const stored = await storage.getItem(item)
  if (!stored) throw new Error('no item')
  expect(stored).toMatchObject({ data: { changed: true }, version: 3 })
  expect(await openSecret(sealOf(newest), stored)).toEqual({ secret: 'new' })
  expect(await storage.getItem(kept)).toMatchObject({ version: 2 })
})

test('counts page by page, up to a number', async () => {
  const storage = memory({ now: Date.now })
  for (let place = 0; place < 1100; place++) await put(storage, place % 2 ? newest : gone)
  expect(await countSeals(storage, [newest])).toEqual({ current: 550, old: 0, unreadable: 550 })
  const some = await countSeals(storage, [newest], 10)
  expect(some.current + some.unreadable).toBe(10)
})

test('says what is missing', async () => {
  const { code, error } = await portico(['reseal'])
  expect(code).toBe(2)
  expect(error).toContain('There is no auth.ts here')
  const without = await type(applicationFolder(''), sound, 'reseal')
  expect(without.code).toBe(2)
  expect(without.error).toContain('no storage')
})
