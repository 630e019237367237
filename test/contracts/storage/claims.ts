import { expect } from 'vitest'
import { many, unique } from '../../storage/people.ts'
import { later, past, type Stage } from './stage.ts'

/** Keys that can be taken once, and uses that are counted. */
export function claimsContract(stage: Stage): void {
  takingContract(stage)
  countingContract(stage)
}

function takingContract({ use, can, advance }: Stage): void {
  can('claim')('gives a key to one of twenty who claim it at once', async () => {
    const key = unique()
    const results = await many(20, () => use().claim(key, later))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await use().claim(unique(), later)).toBe(true)
  })

  can('claim')('gives a key of any length once, and no other one with it', async () => {
    const long = unique().padEnd(255, 'x')
    for (const key of [long, `${long}y`, `${long}z`, `${long}${long}`]) {
      expect(await use().claim(key, later)).toBe(true)
      expect(await use().claim(key, later)).toBe(false)
    }
  })

  can('claim')('gives a key again once it has expired or was given back', async () => {
    const key = `long ${'x'.repeat(400)} ${unique()}`
    expect(await use().claim(key, new Date(Date.now() + 60_000))).toBe(true)
    expect(await use().claim(key, new Date(Date.now() + 60_000))).toBe(false)
    await use().release(key)
    expect(await use().claim(key, new Date(Date.now() + 60_000))).toBe(true)
    advance(61_000)
    expect(await use().claim(key, later)).toBe(true)
    expect(await use().claim(key, later)).toBe(false)
  })

  can('claim')('gives an expired key to one of twenty who claim it at once', async () => {
    const key = unique()
    expect(await use().claim(key, past)).toBe(true)
    const results = await many(20, () => use().claim(key, later))
    expect(results.filter(Boolean)).toHaveLength(1)
  })

  can('claim')('takes a key back that nobody has claimed, and no other one', async () => {
    const [held, free] = [unique(), unique()]
    expect(await use().claim(held, later)).toBe(true)
    await use().release(free)
    expect(await use().claim(held, later)).toBe(false)
    expect(await use().claim(free, later)).toBe(true)
  })

  can('claim', 'transaction')('decides about a key inside a transaction too', async () => {
    const [held, free] = [unique(), unique()]
    await use().claim(held, later)
    const claimed = await use().transaction(async (inside) => [
      await inside.claim?.(held, later),
      await inside.claim?.(free, later),
      await inside.claim?.(free, later),
    ])
    expect(claimed).toEqual([false, true, false])
    expect(await use().claim(free, later)).toBe(false)
  })
}

function countingContract({ use, can, advance }: Stage): void {
  can('hit')('counts uses in a window that starts at the first', async () => {
    const key = unique()
    const counts = await many(20, () => use().hit(key, 60))
    expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
    expect(await use().hit(unique(), 60)).toBe(1)
    advance(40_000)
    expect(await use().hit(key, 60)).toBe(21)
    advance(21_000)
    expect(await use().hit(key, 60)).toBe(1)
    expect(await use().hit(key, 60)).toBe(2)
  })

  can('hit')('counts each key by itself, whatever its length and case', async () => {
    const long = unique().padEnd(255, 'x')
    const keys = [long, `${long}y`, `${long}z`, 'key', 'KEY', 'key '].map((key) => key + unique())
    for (const count of [1, 2]) {
      for (const key of keys) expect(await use().hit(key, 60)).toBe(count)
    }
  })

  can('hit', 'transaction')('counts inside a transaction too', async () => {
    const key = unique()
    expect(await use().hit(key, 60)).toBe(1)
    const counts = await use().transaction(async (inside) => [
      await inside.hit?.(key, 60),
      await inside.hit?.(key, 60),
    ])
    expect(counts).toEqual([2, 3])
    expect(await use().hit(key, 60)).toBe(4)
  })
}
