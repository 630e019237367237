import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sql } from '../../src/storage/sql.ts'
import { openSqliteFile } from '../../src/stores/sql/sqlite-file.ts'
import { temporaryFolder } from './servers.ts'

const fs = process.getBuiltinModule('node:fs')
const secrets = ['the-secret-of-these-tests-0123456789']
const hour = () => new Date(Date.now() + 3_600_000)

/** A disk that answers when it is told to. */
const disk = { isHeld: false, waiting: [] as ((error?: Error) => void)[], flushes: 0 }

function release(error?: Error): void {
  disk.isHeld = false
  for (const answer of disk.waiting.splice(0)) answer(error)
}

beforeEach(() => {
  Object.assign(disk, { isHeld: false, waiting: [], flushes: 0 })
  const own = fs.fdatasync
  vi.spyOn(fs, 'fdatasync').mockImplementation((file, done) => {
    disk.flushes++
    if (disk.isHeld) disk.waiting.push((error) => (error ? done(error) : own(file, done)))
    else own(file, done)
  })
})
afterEach(() => vi.restoreAllMocks())

async function opened() {
  const storage = sql(`file:${join(temporaryFolder(), 'auth.db')}`, { secrets })
  await storage.getUser('nobody')
  disk.flushes = 0
  return storage
}

const person = (id: string) => ({ id, email: `${id}@example.com`, emailVerified: null })

describe('a SQLite file that Portico opened', () => {
  test('answers a write, and a transaction, when the disk has it', async () => {
    const storage = await opened()
    for (const write of [
      async () => storage.createUser(person('ada')),
      async () => storage.transaction(async (inside) => inside.createUser?.(person('bob'))),
      async () => storage.claim('a key', hour()),
    ]) {
      disk.isHeld = true
      const answered = vi.fn()
      const answer = write().then(answered)
      await vi.waitFor(() => expect(disk.waiting).toHaveLength(1))
      await setImmediate()
      expect(answered).not.toHaveBeenCalled()
      release()
      await answer
      expect(answered).toHaveBeenCalledOnce()
    }
    await storage.close()
  })

  test('does not wait for a claim that another write follows', async () => {
    const storage = await opened()
    disk.isHeld = true
    expect(await storage.claim('a key', hour(), true)).toBe(true)
    expect(await storage.claim('a key', hour(), true)).toBe(false)
    expect(disk.flushes).toBe(0)
    release()
    await storage.close()
  })

  test('brings transactions that come together to the disk together', async () => {
    const storage = await opened()
    disk.isHeld = true
    const first = storage.createUser(person('first'))
    await vi.waitFor(() => expect(disk.waiting).toHaveLength(1))
    const ids = Array.from({ length: 16 }, (_, n) => `user${n}`)
    const others = ids.map((id) =>
      storage.transaction(async (inside) => inside.createUser?.(person(id))),
    )
    await vi.waitFor(async () =>
      expect(await storage.getUser('user15')).toMatchObject({ id: 'user15' }),
    )
    release()
    await Promise.all([first, ...others])
    // The first had begun before the others were there.
    expect(disk.flushes).toBe(2)
    await storage.close()
  })

  test('keeps one apart that fails among them', async () => {
    const storage = await opened()
    const add = (id: string, fails: boolean) =>
      storage.transaction(async (inside) => {
        await inside.createUser?.(person(id))
        if (fails) throw new Error(`${id} is refused`)
      })
    const outcomes = await Promise.allSettled([
      add('ada', false),
      add('bob', true),
      add('cyd', false),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await storage.getUser('ada')).toMatchObject({ id: 'ada' })
    expect(await storage.getUser('bob')).toBeNull()
    expect(await storage.getUser('cyd')).toMatchObject({ id: 'cyd' })
    await storage.close()
  })

  test('reports a disk that fails to everybody who waited for it, and to nobody later', async () => {
    const storage = await opened()
    disk.isHeld = true
    const first = storage.createUser(person('first'))
    await vi.waitFor(() => expect(disk.waiting).toHaveLength(1))
    const both = ['ada', 'bob'].map((id) => storage.createUser(person(id)))
    await vi.waitFor(async () => expect(await storage.getUser('bob')).not.toBeNull())
    release()
    disk.isHeld = true
    await first
    await vi.waitFor(() => expect(disk.waiting).toHaveLength(1))
    release(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }))
    for (const outcome of await Promise.allSettled(both))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'StorageError' } })
    expect(await storage.createUser(person('cyd'))).toMatchObject({ id: 'cyd' })
    await storage.close()
  })

  test('lets SQLite wait for each commit where the log cannot be opened beside it', async () => {
    const own = fs.openSync
    vi.spyOn(fs, 'openSync').mockImplementation((path, ...more) => {
      if (String(path).endsWith('-wal')) throw new Error('EACCES')
      return own(path, ...more)
    })
    const { writer, reader } = await openSqliteFile(join(temporaryFolder(), 'auth.db'), 1000)
    expect(writer.written).toBeUndefined()
    expect(levelOf(writer)).toBe(2)
    writer.close()
    reader?.close()
  })

  test('opened again, with a log that is left over, waits for the disk as well', async () => {
    const path = join(temporaryFolder(), 'auth.db')
    const first = await openSqliteFile(path, 1000)
    first.writer.exec('create table t (a text)')
    const second = await openSqliteFile(path, 1000)
    expect([levelOf(second.writer), typeof second.writer.written]).toEqual([1, 'function'])
    second.writer.run('insert into t values (?)', ['x'])
    await second.writer.written?.()
    expect(disk.flushes).toBe(1)
    for (const { writer, reader } of [first, second]) {
      reader?.close()
      writer.close()
    }
  })
})

/** The moments at which SQLite itself waits for the disk: 1 at checkpoints, 2 at every commit. */
function levelOf({ run }: { run(text: string, values: []): { rows: readonly object[] } }): unknown {
  const [row] = run('select synchronous as level from pragma_synchronous', []).rows
  return Reflect.get(row ?? {}, 'level')
}
