import { expect } from 'vitest'
import { many, unique } from '../../storage/people.ts'
import type { Stage } from './stage.ts'

/** Keys that somebody holds for a while. */
export function leasesContract({ use, can, promises, advance }: Stage): void {
  can('lease')('gives a lease to one of twenty at once, who may renew it', async () => {
    const key = `long ${'x'.repeat(400)} ${unique()}`
    let asked = 0
    const owners = await many(20, async () => {
      const owner = `server ${asked++}`
      return (await use().lease(key, 60, owner)) ? [owner] : []
    })
    const [holder = '', ...others] = owners.flat()
    expect(others).toEqual([])
    expect(await use().lease(key, 60, holder)).toBe(true)
    expect(await use().lease(unique(), 60, 'another')).toBe(true)
  })

  can('lease')('takes a lease back from its owner only', async () => {
    const key = unique()
    expect(await use().lease(key, 60, 'one')).toBe(true)
    await use().releaseLease(key, 'two')
    expect(await use().lease(key, 60, 'two')).toBe(false)
    await use().releaseLease(key, 'one')
    expect(await use().lease(key, 60, 'two')).toBe(true)
    await use().releaseLease(key, 'one')
    expect(await use().lease(key, 60, 'one')).toBe(false)
  })

  can('lease')('ends a lease when its time has run out', async () => {
    const key = unique()
    expect(await use().lease(key, 0.05, 'one')).toBe(true)
    advance(1000)
    await expect.poll(() => use().lease(key, 60, 'two')).toBe(true)
    expect(await use().lease(key, 60, 'one')).toBe(false)
  })

  can('lease')(
    'tells owners apart whose names differ at the end, by case or by a space',
    async () => {
      const [key, name] = [unique(), `server ${'x'.repeat(300)}`]
      expect(await use().lease(key, 60, `${name}a`)).toBe(true)
      for (const other of [`${name}b`, `${name}A`, `${name}a `, name]) {
        expect(await use().lease(key, 60, other)).toBe(false)
        await use().releaseLease(key, other)
      }
      expect(await use().lease(key, 60, `${name}b`)).toBe(false)
      expect(await use().lease(key, 60, `${name}a`)).toBe(true)
    },
  )

  promises('ownClock', 'refuses')(
    'lets a server whose clock is ahead neither take nor sweep the lease of another',
    async () => {
      const key = unique()
      expect(await use().lease(key, 30, 'one')).toBe(true)
      advance(10 * 60_000)
      expect(await use().lease(key, 30, 'two')).toBe(false)
      await use().sweep()
      expect(await use().lease(key, 30, 'two')).toBe(false)
    },
  )
}
