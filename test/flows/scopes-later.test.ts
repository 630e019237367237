import { expect, test } from 'vitest'
import { emulator } from '../../src/emulator/index.ts'
import { AuthError } from '../../src/errors.ts'
import GitHub from '../../src/providers/github.ts'
import { memory } from '../../src/storage/memory.ts'
import { arrival, origin, setup } from '../setup.ts'

const app = {
  client_id: 'github-client',
  client_secret: 'a-secret-that-github-gave-us-0001',
  redirect_uris: [`${origin}/api/auth/callback/github`],
}

test('asks GitHub for another scope, separated by a space, and knows it afterwards', async () => {
  const world = await emulator({ platform: 'github', apps: [app], now: Date.now() })
  const keys = { clientId: app.client_id, clientSecret: app.client_secret }
  const { auth, browser } = await setup({ providers: [GitHub(keys)], storage: memory() }, world)
  await browser.signIn('github')
  const options = { scopes: ['gist'], callbackUrl: '/gists' }
  const error: unknown = await auth.accessToken(browser, 'github', options).catch((e: unknown) => e)
  if (!(error instanceof AuthError)) throw new Error('The scope was granted')
  expect(error).toMatchObject({ code: 'ScopeMissing', scopes: ['gist'] })
  const asked = (await browser.visit(error.url ?? '')).headers.get('location') ?? ''
  expect(new URL(asked).searchParams.get('scope')).toBe('read:user user:email gist')
  const back = await browser.visit(String(await arrival(await world.decide(asked))))
  expect(back.headers.get('location')).toBe(`${origin}/gists`)
  expect(await auth.accessToken(browser, 'github', options)).toBeTruthy()
})
