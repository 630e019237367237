import { sql } from '../../src/storage/sql.ts'
import { signIn, unique } from './people.ts'
import type { Task } from './processes.ts'

// Run by processes.ts, in a process of its own: the database is shared, nothing else is.
const {
  address,
  task,
  count = 1,
  userId = '',
  people = [],
}: Task = JSON.parse(process.argv[2] ?? '{}')
const secrets = ['a secret that is long enough to be one']
const storage = sql(address, { secrets, timeout: 30_000, connections: 5 })

const tasks = {
  migrate: async () => ({ statements: (await storage.migrate()).length, ids: [] }),
  async signIn() {
    const all = people.flatMap((who) => Array.from({ length: count }, () => signIn(storage, who)))
    return { statements: 0, ids: await Promise.all(all) }
  },
  async unlink() {
    const attempts = people.map((account) =>
      storage.transaction(async (inside) => {
        await inside.lockUser?.(userId)
        const left = (await inside.listAccounts?.(userId)) ?? []
        if (left.length > 1) await inside.unlinkAccount?.(account)
      }),
    )
    await Promise.all(attempts)
    return { statements: 0, ids: [] }
  },
  async forever() {
    for (;;) {
      await signIn(storage, {
        email: `${unique()}@a.test`,
        provider: 'platform',
        providerAccountId: unique(),
      })
    }
  },
}

const report = await tasks[task]()
await storage.close()
console.log(JSON.stringify(report))
