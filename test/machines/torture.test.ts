import { describe, expect, test } from 'vitest'
import { severalNames } from '../torture/databases.ts'
import { torture } from '../torture/torture.ts'

// `npm run torture` goes on for longer.
describe.for(severalNames)('on %s', (storage) => {
  test('servers are killed, stopped and cut off, and everything holds', {
    timeout: 900_000,
  }, async () => {
    const seed = Date.now() % 2 ** 31
    console.log(`npm run torture -- --storage ${storage} --seed ${seed} --minutes 0`)
    const report = await torture({ seed, minutes: 0, storages: [storage], steps: 30 })
    expect(report.failures.join('\n')).toBe('')
    // A machine without the programs has said so.
    const played = report.rounds[storage] ?? 0
    expect(report.counts.promote ?? 0).toBe(storage === 'promotion' ? played : 0)
  })
})
