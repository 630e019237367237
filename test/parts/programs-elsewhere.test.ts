import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../src/index.ts'
import { AccessTokens } from '../../src/parts/access-tokens.ts'
import { DeviceSignIn } from '../../src/parts/device-sign-in.ts'
import { Jwt } from '../../src/parts/jwt.ts'
import { fromAdapter } from '../../src/storage/adapter.ts'
import { d1 } from '../../src/storage/d1.ts'
import { sql } from '../../src/storage/sql.ts'
import type { AccessTokenCalls } from '../../src/types/access-tokens.ts'
import type { DeviceCalls } from '../../src/types/device-sign-in.ts'
import type { JwtCalls } from '../../src/types/jwt.ts'
import { outside, plain } from '../attacks/stage.ts'
import { secret, setup } from '../setup.ts'
import { type D1Server, startD1 } from '../storage/d1-server.ts'
import { drizzleOn } from '../storage/drizzle.ts'

let server: D1Server
beforeAll(async () => {
  server = await startD1()
})
afterAll(() => server.close())

const storages: Readonly<Record<string, () => Storage>> = {
  'an Auth.js adapter with items beside it': () =>
    fromAdapter(DrizzleAdapter(drizzleOn()), { items: sql(':memory:') }),
  D1: () => d1(server.newDatabase(), { secrets: [secret] }),
}

const bearing = (token: string) => new Headers({ authorization: `Bearer ${token}` })

/** Two servers on one storage, and Ada, who is signed in. */
async function house(storage: Storage) {
  const config = {
    providers: [plain],
    storage,
    parts: [
      AccessTokens({ scopes: ['read'] }),
      DeviceSignIn({ clients: { tv: 'TV' } }),
      Jwt({ audience: 'api' }),
    ],
  }
  const world = await outside([{ id: 'ada', name: 'Ada' }])
  const [at, other] = [await setup(config, world), await setup(config, world)]
  await at.browser.signIn('plain', { as: 'ada' })
  const userId = (await at.browser.session())?.user.id ?? ''
  const auth = at.auth as typeof at.auth & AccessTokenCalls & DeviceCalls & JwtCalls
  return { ...at, auth, other: other.auth as typeof auth, userId }
}

describe.each(Object.entries(storages))('programs on %s', (_name, open) => {
  test('act by access tokens until those are revoked', async () => {
    const { auth, browser, userId } = await house(open())
    const scopes = ['read']
    const { token, id } = await auth.tokens.create(browser, { name: 'CI', scopes })
    expect((await auth.session(bearing(token), { scopes }))?.user.id).toBe(userId)
    expect((await auth.tokens.list(browser)).tokens).toHaveLength(1)
    await auth.tokens.revoke(browser, id)
    expect(await auth.session(bearing(token), { scopes })).toBeNull()
  })

  test('on a device are signed in once, by polls at two servers', async () => {
    const { auth, other, browser, userId: as } = await house(open())
    const post = async (path: string, form: object, from = auth) => {
      const body = new URLSearchParams({ client_id: 'tv', ...form })
      const address = `https://app.test/api/auth/device/${path}`
      const response = await from.handler(new Request(address, { method: 'POST', body }))
      return (await response.json()) as Record<string, string>
    }
    const { user_code = '', device_code = '' } = await post('code', {})
    await browser.submit('/api/auth/device', { user_code })
    await browser.submit('/api/auth/device', { user_code, answer: 'approve', as })
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
    const form = { grant_type, device_code }
    const polls = Array.from({ length: 10 }, (_, turn) =>
      post('token', form, turn % 2 ? other : auth),
    )
    const keys = (await Promise.all(polls)).flatMap(({ access_token }) => access_token ?? [])
    expect(keys).toHaveLength(1)
    expect((await other.session(bearing(keys[0] ?? '')))?.user.id).toBe(as)
  })

  test('get JWTs of one key, whichever server made it', async () => {
    const { auth, other, browser } = await house(open())
    await Promise.all([auth.jwt.issue(browser), other.jwt.issue(browser)])
    const [own, theirs] = [await auth.jwt.keys(), await other.jwt.keys()]
    expect(own).toHaveLength(1)
    expect(theirs).toEqual(own)
  })
})
