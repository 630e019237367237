import { expect } from 'vitest'
import { createBrowser } from '../../src/testing.ts'
import { addPasskey, begin, end, signIn } from '../methods/ceremonies.ts'
import { type SoftKey, softKey } from '../methods/soft-key.ts'
import { origin } from '../setup.ts'

/** Somebody signs up with a passkey, adds a second one, and comes back with the first; a wrong one is refused. */
export async function signsUpAndIn(
  app: (request: Request) => Promise<Response>,
  key: SoftKey = softKey(origin),
): Promise<void> {
  const browser = createBrowser({ origin, app })
  const options = await begin(browser, 'register', { email: 'ada@people.test' })
  expect((await end(browser, 'register', key.create(options))).status).toBe(200)
  const { user } = (await browser.session()) ?? {}
  expect(user).toMatchObject({ id: expect.any(String) })
  const { excludeCredentials } = await begin(browser, 'register')
  expect(excludeCredentials).toMatchObject([{ id: key.id, type: 'public-key' }])
  expect((await addPasskey(browser)).status).toBe(200)
  await browser.signOut()
  expect((await signIn(browser, softKey(origin))).status).toBe(400)
  expect((await signIn(browser, key)).status).toBe(200)
  expect((await browser.session())?.user).toEqual(user)
}
