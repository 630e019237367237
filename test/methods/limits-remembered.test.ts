import { expect, test } from 'vitest'
import { createWindows } from '../../src/services/limit-windows.ts'

test('fifty thousand are counted in memory; who comes after them makes the oldest forgotten', () => {
  const windows = createWindows(() => 0)
  const count = (key: string, seconds: number) => ++windows(key, seconds).uses
  for (let key = 0; key < 50_000; key++) count(`key ${key}`, 1000)
  expect(count('key 0', 1000)).toBe(2)
  count('one more', 1000)
  expect(count('key 1', 1000)).toBe(1)
  expect(count('key 0', 1000)).toBe(3)
})
