import { describe, expect, test } from 'vitest'
import { memory } from '../../src/storage/memory.ts'
import { errorOf, visitClub } from './club.ts'

describe('answers that are none', () => {
  const faults = [
    'html',
    'unavailable',
    'empty',
    'truncated',
    'null',
    'redirect',
    'cut',
    'torn',
    'huge',
    'slow',
    'stall',
  ]
  const endpoints = ['token', 'userinfo']
  const cases = endpoints.flatMap((endpoint) => faults.map((answer) => [endpoint, answer] as const))

  test.each(cases)('%s: %s', async (endpoint, answer) => {
    const storage = memory()
    const visit = await visitClub({}, {}, { storage, outbound: { timeout: 100 } })
    visit.world.next({ endpoint, answer })
    expect(await errorOf(visit)).toMatch(/^Platform(Error|Unreachable)$/)
    expect(await storage.getUserByEmail('ada@people.test')).toBeNull()
  })

  test.each(endpoints)('%s: an error with a good status', async (endpoint) => {
    const storage = memory()
    const visit = await visitClub({}, {}, { storage })
    const body = { error: 'out_of_order', error_description: 'Try again', id: 'member-ada' }
    visit.world.next({ endpoint, answer: Response.json(body) })
    expect(await errorOf(visit)).toBe('PlatformError')
    expect(visit.log.errors[0]?.platform).toMatchObject({ error: 'out_of_order', status: 200 })
  })
})
