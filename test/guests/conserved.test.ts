import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sql } from '../../src/storage/sql.ts'
import type { GuestMerge } from '../../src/types/guest.ts'
import type { SqlConnection, Storage } from '../../src/types/storage.ts'
import '../examples.ts'
import { errorOf } from '../attacks/stage.ts'
import { secret } from '../setup.ts'
import { beginAsGuest, guestHouse } from './house.ts'

/** The number of stories; `STORIES=1000` looks for longer. */
const numRuns = Number(process.env.STORIES) || 10

const tab = fc.nat({ max: 2 })
const person = fc.constantFrom('ada', 'bob')
const step = fc.oneof(
  fc.record({ does: fc.constant('begins' as const), tab }),
  fc.record({ does: fc.constant('works' as const), tab }),
  fc.record({ does: fc.constant('signs in' as const), tab, person }),
  fc.record({ does: fc.constant('signs in in vain' as const), tab, person }),
  fc.record({ does: fc.constant('signs out' as const), tab }),
  fc.record({ does: fc.constant('all sign in at once' as const), person }),
  fc.record({ does: fc.constant('the sweep comes' as const) }),
)

/** An application whose own table goes with its users, so that a row which is not handed over in time is lost. */
async function house() {
  const storage = sql(':memory:', { secrets: [secret] })
  await storage.migrate()
  const run = <T>(work: (own: SqlConnection) => Promise<T>): Promise<T> =>
    (storage as Required<Storage>).transaction((inside) =>
      work((inside as unknown as { connection: SqlConnection }).connection),
    )
  await run((own) =>
    own.query(
      'create table drafts (id integer primary key, owner text not null references users (id) on delete cascade)',
    ),
  )
  let refuses = false
  async function merge({ from, to, connection }: GuestMerge): Promise<void> {
    await connection?.query('update drafts set owner = ? where owner = ?', [to.id, from.id])
    if (refuses) throw new Error('the drafts are locked')
  }
  const at = await guestHouse({ merge }, { storage })
  const add = (owner: string) =>
    run((own) => own.query('insert into drafts (owner) values (?)', [owner]))
  const count = async () => {
    const rows = await run((own) =>
      own.query('select owner, count(*) as drafts from drafts group by owner'),
    )
    return new Map(rows.map(({ owner, drafts }) => [String(owner), Number(drafts)]))
  }
  const refuse = (next: boolean) => {
    refuses = next
  }
  return { ...at, add, count, refuse }
}

test('every row of the application stays with whoever wrote it, whatever guests do', async () => {
  const story = fc.array(step, { minLength: 5, maxLength: 25 })
  const property = fc.asyncProperty(story, async (steps) => {
    const at = await house()
    const tabs = [at.open(), at.open(), at.open()]
    const here: ({ id: string; guest: boolean } | undefined)[] = [undefined, undefined, undefined]
    const accounts = new Map<string, string>()
    const drafts = new Map<string, number>()
    const move = (from: string, to: string) => {
      const moved = drafts.get(from)
      if (moved === undefined) return
      drafts.set(to, (drafts.get(to) ?? 0) + moved)
      drafts.delete(from)
    }
    /** Somebody has signed in: whose the account was stays its owner, and takes over what the guest had. */
    const arrived = async (number: number, as: string) => {
      const id = (await tabs[number]?.session())?.user.id ?? ''
      const before = here[number]
      const owner = accounts.get(as) ?? (before?.guest ? before.id : id)
      accounts.set(as, owner)
      expect(id).toBe(owner)
      if (before?.guest && before.id !== owner) move(before.id, owner)
      here[number] = { id, guest: false }
    }
    for (const each of steps) {
      const number = 'tab' in each ? each.tab : 0
      const browser = tabs[number] ?? at.open()
      const present = here[number]
      if (each.does === 'begins' && !present)
        here[number] = { id: await beginAsGuest(browser), guest: true }
      if (each.does === 'works' && present) {
        await at.add(present.id)
        drafts.set(present.id, (drafts.get(present.id) ?? 0) + 1)
      }
      if (each.does === 'signs in') {
        await browser.signIn('plain', { as: each.person })
        await arrived(number, each.person)
      }
      if (each.does === 'signs in in vain' && present?.guest && accounts.has(each.person)) {
        at.refuse(true)
        expect(errorOf(await browser.signIn('plain', { as: each.person }))).toBe('Internal')
        at.refuse(false)
        expect((await browser.session())?.user).toMatchObject({ id: present.id, guest: true })
      }
      if (each.does === 'signs out') {
        await browser.signOut()
        here[number] = undefined
      }
      if (each.does === 'all sign in at once') {
        await Promise.all(tabs.map((one) => one.signIn('plain', { as: each.person })))
        const owner = (await tabs[0]?.session())?.user.id ?? ''
        if (!accounts.has(each.person)) accounts.set(each.person, owner)
        for (const place of tabs.keys()) await arrived(place, each.person)
      }
      if (each.does === 'the sweep comes') {
        await at.auth.guests.sweep()
        const staying = new Set([...accounts.values(), ...here.map((one) => one?.id)])
        for (const id of [...drafts.keys()]) if (!staying.has(id)) drafts.delete(id)
      }
      expect(await at.count(), each.does).toEqual(drafts)
    }
    await at.storage.close()
  })
  await fc.assert(property, { numRuns })
}, 600_000)
