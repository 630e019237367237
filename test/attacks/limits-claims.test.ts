import { expect, test } from 'vitest'
import { createClaims } from '../../src/services/claims.ts'

const at = (seconds: number) => new Date(seconds * 1000)

test('a used key stays used, however many others come after it', () => {
  let now = 0
  const { claim } = createClaims(() => now * 1000, 100)
  expect(claim('flow victim', at(600))).toBe(true)
  for (let n = 0; n < 1000; n++) claim(`flow ${n}`, at(600))
  expect(claim('flow victim', at(600))).toBe(false)
  // Those that start later are taken, and so are keys of another kind.
  now = 1
  expect(claim('flow later', at(601))).toBe(true)
  expect(claim('flow later', at(601))).toBe(false)
  expect(claim('token other', at(300))).toBe(true)
  now = 700
  expect(claim('flow fresh', at(1300))).toBe(true)
})

test('by default ten thousand others change nothing', () => {
  const { claim } = createClaims(() => 0)
  claim('flow victim', at(600))
  for (let n = 0; n < 20_000; n++) expect(claim(`flow ${n}`, at(600))).toBe(true)
  expect(claim('flow victim', at(600))).toBe(false)
})
