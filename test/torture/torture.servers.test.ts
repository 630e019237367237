import { describe, expect, test } from 'vitest'
import { available } from '../../tools/available.mjs'
import { storageNames } from './databases.ts'
import { torture } from './torture.ts'

const programs = { postgres: 'PostgreSQL', mariadb: 'MariaDB', redis: 'Redis' } as const

// `npm run torture` goes on for longer.
describe.for(storageNames)('on %s', (storage) => {
  const isThere = storage === 'sqlite' || available(programs[storage]) !== undefined
  test.skipIf(!isThere)(
    'servers are killed, stopped and cut off, and everything holds',
    { timeout: 600_000 },
    async () => {
      const seed = Date.now() % 2 ** 31
      console.log(`npm run torture -- --storage ${storage} --seed ${seed} --minutes 0`)
      const report = await torture({ seed, minutes: 0, storages: [storage], steps: 15 })
      expect(report.failures.join('\n')).toBe('')
      expect(report.rounds).toEqual({ [storage]: 1 })
      const done = Object.keys(report.counts).filter((what) => what.endsWith(': done'))
      expect(done).toContain('platform: done')
    },
  )
})
