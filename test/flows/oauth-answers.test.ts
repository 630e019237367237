import { describe, expect, test } from 'vitest'
import { memory } from '../../src/storage/memory.ts'
import { errorOf, site, visitClub, visitOpen } from './club.ts'

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
    const visit = await visitClub({}, {}, { storage, runtime: { outbound: { timeout: 100 } } })
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

describe('a token answer that names what it does not have', () => {
  const names = ['refresh_token', 'expires_in', 'id_token']
  const said = { access_token: 'sample', token_type: 'Bearer' }
  const blank = (value: unknown) => ({
    ...said,
    ...Object.fromEntries(names.map((name) => [name, value])),
  })

  test.each([[null], ['']])('%j is left out, for plain OAuth', async (value) => {
    const storage = memory()
    const visit = await visitClub(
      {},
      {
        token: {
          url: `${site}/token`,
          answer: (issue) => ({ ...blank(value), access_token: issue.access_token }),
        },
      },
      { storage },
    )
    await visit.browser.signIn('club')
    expect(visit.log).toEqual({ errors: [], warnings: [] })
    const session = await visit.browser.session()
    const [account] = await storage.listAccounts(session?.user.id ?? '')
    expect(account?.access_token).toBeTruthy()
    expect(names.filter((name) => account && name in account)).toEqual([])
  })

  test.each([[null], ['']])('%j is left out, with an id token', async (value) => {
    const visit = await visitOpen(
      {},
      {
        token: {
          answer: (issue) => ({ ...blank(value), access_token: issue.access_token }),
        },
      },
    )
    await visit.browser.signIn('open')
    expect(visit.log).toEqual({ errors: [], warnings: [] })
    expect(await visit.browser.session()).not.toBeNull()
  })

  test('null is left out, from a handler of the provider itself', async () => {
    const request = () => ({ tokens: { ...said, refresh_token: null, expires_in: null } })
    const visit = await visitClub({
      token: { url: `${site}/token`, request },
      userinfo: { url: `${site}/me`, request: () => ({ id: 'member-ada' }) },
    } as object)
    await visit.browser.signIn('club')
    expect(visit.log).toEqual({ errors: [], warnings: [] })
    expect(await visit.browser.session()).not.toBeNull()
  })

  test('a required field stays required: PlatformError', async () => {
    const visit = await visitClub()
    visit.world.next({ endpoint: 'token', answer: Response.json({ ...said, access_token: null }) })
    expect(await errorOf(visit)).toBe('PlatformError')
  })
})
