import { describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import { type FactorCalls, SecondFactor } from '../../src/parts/second-factor.ts'
import { fromBase32 } from '../../src/second-factor/base32.ts'
import { stepAt, totpCode } from '../../src/second-factor/totp.ts'
import { addPasskey } from '../methods/ceremonies.ts'
import { factors, readers, type WayIn, waysWith } from './matrix.ts'
import { placeOf } from './place.ts'

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const strategies = ['database', 'cookie'] as const

/** A token of Auth.js is what a session in a cookie is read as, and the key of an app leads to one in the database. */
function isBlind(reader: string, strategy: string): boolean {
  const blind = strategy === 'database' ? 'a token of Auth.js' : 'the key of a native app'
  return reader === blind
}

/** Ada has come in by a way, has all factors, and has left. */
async function settled(way: WayIn, session: AuthConfig['session']) {
  const { place, storage, open } = await placeOf(way, () => ({
    parts: [SecondFactor()],
    ...(session && { session }),
  }))
  place.code = async () =>
    totpCode(fromBase32(secret) ?? new Uint8Array(), stepAt(place.world.clock.now() / 1000))
  const first = open()
  await way.comeIn(place, first)
  const userId = (await first.session())?.user.id ?? ''
  expect(userId).not.toBe('')
  const own = await storage.listAuthenticatorsByUserId(userId)
  if (own.length === 0) expect((await addPasskey(first, place.key)).status).toBe(200)
  const calls = place.auth as unknown as FactorCalls
  await calls.factors.importTotp({ userId }, { secret })
  const [recoveryCode = ''] = await calls.factors.renewRecoveryCodes({ userId })
  await first.signOut()
  return { place: { ...place, recoveryCode }, open, userId }
}

describe.each(strategies)('with sessions in the %s', (strategy) => {
  const cells = waysWith(strategy).flatMap(([way, wayIn]) =>
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
