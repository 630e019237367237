import { describe, expect, test } from 'vitest'
import { errorOf, idp, type Stage, stage } from './stage.ts'

describe('an address and the word that it is proven come from one document', () => {
  const providers = [{ ...idp, idToken: false, allowDangerousEmailAccountLinking: true }]

  /** The true user info without what it says of the address, and with something else instead. */
  function tellInstead({ world }: Stage, words: Record<string, unknown>): void {
    world.next({
      endpoint: 'userinfo',
      platform: 'idp',
      answer: async ({ headers, url }) => {
        const authorization = headers.get('authorization') ?? ''
        const truth = await world.handler(new Request(url, { headers: { authorization } }))
        const { email, email_verified, ...rest } = await truth.json()
        return Response.json({ ...rest, ...words })
      },
    })
  }

  const person = (id: string, email: string, email_verified: boolean) => ({
    id,
    name: id,
    email,
    email_verified,
  })

  test('an address of user info stays unproven if only the id token calls it proven', async () => {
    const at = await stage({ providers }, [person('eve', 'eve@people.test', true)])
    tellInstead(at, { email: 'victim@people.test' })
    await at.browser.signIn('idp', { as: 'eve' })
    const user = await at.storage.getUserByEmail('victim@people.test')
    expect(user).toMatchObject({ emailVerified: null })
  })

  test('an address of the id token stays unproven if only user info calls it proven', async () => {
    const at = await stage({ providers }, [person('eve', 'victim@people.test', false)])
    tellInstead(at, { email_verified: true })
    await at.browser.signIn('idp', { as: 'eve' })
    const user = await at.storage.getUserByEmail('victim@people.test')
    expect(user).toMatchObject({ emailVerified: null })
  })

  test('user info that has both is believed, and so is an id token', async () => {
    const at = await stage({ providers }, [person('ada', 'ada@people.test', true)])
    await at.browser.signIn('idp', { as: 'ada' })
    const user = await at.storage.getUserByEmail('ada@people.test')
    expect(user?.emailVerified).toBeInstanceOf(Date)
    const other = await stage({ providers }, [person('ada', 'ada@people.test', true)])
    tellInstead(other, {})
    await other.browser.signIn('idp', { as: 'ada' })
    const found = await other.storage.getUserByEmail('ada@people.test')
    expect(found?.emailVerified).toBeInstanceOf(Date)
  })
})

test('one address is one user, however a platform spells it', async () => {
  const people = [
    { id: 'ada', name: 'Ada', email: ' Ada@People.TEST ', email_verified: true },
    { id: 'other', name: 'Other', email: 'ada@people.test', email_verified: true },
  ]
  const at = await stage({ providers: [idp] }, people)
  await at.browser.signIn('idp', { as: 'ada' })
  const user = await at.storage.getUserByEmail('ada@people.test')
  expect(user).toMatchObject({ name: 'Ada', email: 'ada@people.test' })
  // Another account with the same address is not a second user.
  const second = at.open()
  expect(errorOf(await second.signIn('idp', { as: 'other' }))).toBe('OAuthAccountNotLinked')
})
