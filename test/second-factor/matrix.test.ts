import { describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import { type FactorCalls, SecondFactor } from '../../src/parts/second-factor.ts'
import { fromBase32 } from '../../src/second-factor/base32.ts'
import { stepAt, totpCode } from '../../src/second-factor/totp.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser, type TestBrowser } from '../../src/testing.ts'
import { addPasskey } from '../methods/ceremonies.ts'
import { softKey } from '../methods/soft-key.ts'
import { arrival, origin, setup } from '../setup.ts'
import {
  factors,
  ordinaryWorld,
  type Place,
  readers,
  respond,
  type WayIn,
  waysIn,
} from './matrix.ts'

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const strategies = ['database', 'cookie'] as const

/** A token of Auth.js is what a session in a cookie is read as; one in the database is none. */
function isBlind(reader: string, strategy: string): boolean {
  return reader === 'a token of Auth.js' && strategy === 'database'
}

/** Ada has come in by a way, has all factors, and has left. */
async function settled(way: WayIn, session: AuthConfig['session']) {
  const world = await (way.world ?? ordinaryWorld)()
  // Tokens of Auth.js are read by the clock of the machine.
  world.clock.advance(Date.now() - world.clock.now())
  const storage = memory({ now: world.clock.now })
  const staff = (
    await storage.createUser({ id: 'staff-ada', name: 'Ada', email: null, emailVerified: null })
  ).id
  const links: string[] = []
  const config: Partial<AuthConfig> = {
    providers: way.providers({ staff, links }),
    parts: [SecondFactor()],
    storage,
    ...(session && { session }),
  }
  const { auth } = await setup(config, world)
  const key = softKey(origin)
  const code = async () =>
    totpCode(fromBase32(secret) ?? new Uint8Array(), stepAt(world.clock.now() / 1000))
  const place: Place = { auth, config, world, staff, links, key, code, recoveryCode: '' }
  const open = (): TestBrowser =>
    createBrowser({
      origin,
      app: (request) => respond(place, request),
      now: world.clock.now,
      atPlatform: async (url, choice) => arrival(await world.decide(url, choice)),
    })
  const first = open()
  await way.comeIn(place, first)
  const userId = (await first.session())?.user.id ?? ''
  expect(userId).not.toBe('')
  const own = await storage.listAuthenticatorsByUserId(userId)
  if (own.length === 0) expect((await addPasskey(first, key)).status).toBe(200)
  const calls = auth as unknown as FactorCalls
  await calls.factors.importTotp({ userId }, { secret })
  const [recoveryCode = ''] = await calls.factors.renewRecoveryCodes({ userId })
  await first.signOut()
  return { place: { ...place, recoveryCode }, open, userId }
}

describe.each(strategies)('with sessions in the %s', (strategy) => {
  const cells = Object.entries(waysIn).flatMap(([way, wayIn]) =>
    Object.entries(factors).map(([factor, prove]) => [way, factor, wayIn, prove] as const),
  )

  test.each(cells)('%s is no session for anybody until %s follows', async (...cell) => {
    const [, factor, wayIn, prove] = cell
    const { place, open, userId } = await settled(wayIn, { strategy })
    const browser = open()
    await wayIn.comeIn(place, browser)
    for (const [reader, read] of Object.entries(readers))
      expect(await read(place, browser), reader).toBeUndefined()
    await prove(place, browser)
    for (const [reader, read] of Object.entries(readers))
      expect(await read(place, browser), reader).toBe(
        isBlind(reader, strategy) ? undefined : userId,
      )
    const words = (await browser.session())?.amr
    expect(words, factor).toContain('mfa')
  })
})
