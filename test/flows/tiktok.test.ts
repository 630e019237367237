import { expect, test } from 'vitest'
import TikTok from '../../src/providers/tiktok.ts'
import { origin, setup } from '../setup.ts'

const keys = { clientId: 'awtest', clientSecret: 'test-secret' }
const app = {
  client_key: keys.clientId,
  client_secret: keys.clientSecret,
  name: 'Test',
  web: [`${origin}/api/auth/callback/tiktok`],
  scopes: ['user.info.basic', 'user.info.profile', 'user.info.stats'],
}

test('a TikTok visitor comes back signed in, without an e-mail', async () => {
  const { browser, log, world } = await setup({ providers: [TikTok(keys)] }, { platform: 'tiktok', apps: [app] })
  const r = await browser.signIn('tiktok', { as: 'ada' })
  console.log(r.status, r.headers.get('location'), log, world.received.map((x) => [x.endpoint, x.url]))
  expect((await browser.session())?.user).toMatchObject({ name: 'Ada', email: null })
})
