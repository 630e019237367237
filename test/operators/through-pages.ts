import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import { type OperatorCalls, Operators } from '../../src/parts/operators.ts'
import Credentials from '../../src/providers/credentials.ts'
import { memory } from '../../src/storage/memory.ts'
import { type Place, serve } from '../methods/place.ts'

/** Serves an application whose operator is Noor. */
export async function serveDesk(config: Partial<AuthConfig> = {}): Promise<Place> {
  const storage = memory({ now: Date.now })
  for (const name of ['ada', 'noor'])
    await storage.createUser({ id: name, name, email: null, emailVerified: null })
  return serve({
    storage,
    theme: { name: 'Acme' },
    limits: false,
    session: { strategy: 'database' },
    providers: [
      Credentials({
        credentials: { name: { label: 'Name' } },
        authorize: ({ name }) => ({ id: String(name), name: String(name) }),
      }),
    ],
    parts: [Operators({ mayImpersonate: ({ id }) => id === 'noor' })],
    ...config,
  })
}

/** Noor acts as Ada and goes back; then Ada is blocked and tries to sign in. Every page is looked at. */
export async function throughPages(
  tab: Page,
  { origin, auth }: Place,
  look: (page: string) => Promise<void>,
): Promise<void> {
  const { users } = auth as unknown as OperatorCalls
  const base = `${origin}/api/auth`
  const context = tab.context()
  const signIn = async (name: string) => {
    await tab.goto(`${base}/signin`)
    await tab.fill('input[name=name]', name)
    await tab.locator('main form:has(input[name=name]) button').click()
  }
  const session = async () => (await tab.request.get(`${base}/session`)).json()
  await signIn('noor')
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const { cookies } = await users.impersonate(new Headers({ cookie }), 'ada', { reason: 'help' })
  await context.addCookies(
    cookies.map(({ name, value }) => ({ name, value, url: origin, httpOnly: true })),
  )
  expect(await session()).toMatchObject({ user: { id: 'ada' }, actor: { id: 'noor' } })
  for (const page of ['signin', 'account', 'signout']) {
    await tab.goto(`${base}/${page}`)
    expect(await tab.locator('form.told p').textContent()).toContain('ada')
    await look(`bar-on-${page}`)
  }
  await tab.locator('form.told button').click()
  await tab.waitForLoadState()
  const own = await session()
  expect(own).toMatchObject({ user: { id: 'noor' } })
  expect(own.actor).toBeUndefined()
  await context.clearCookies()
  await users.block('ada', { reason: 'fraud' })
  await signIn('ada')
  await tab.waitForURL('**/blocked**')
  expect(await tab.content()).not.toContain('fraud')
  await look('blocked')
  await users.unblock('ada')
}
