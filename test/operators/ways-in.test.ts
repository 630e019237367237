import { describe, expect, test } from 'vitest'
import { type OperatorCalls, Operators } from '../../src/parts/operators.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { signIn } from '../methods/ceremonies.ts'
import { readers, respond, waysIn, waysWith } from '../second-factor/matrix.ts'
import { placeOf, wayCalled } from '../second-factor/place.ts'

/** Ada has come in by a way. */
async function settled(way: string, strategy: 'database' | 'cookie') {
  const found = wayCalled(waysIn, way)
  const { comeIn } = found
  const {
    place,
    storage,
    open: openBy,
  } = await placeOf(found, () => ({
    parts: [Operators()],
    session: { strategy },
  }))
  const { auth, world } = place
  // An error of server code is the application's own to answer.
  const open = () =>
    openBy((request) => respond(place, request).catch(() => new Response(null, { status: 403 })))
  const browser = open()
  await comeIn(place, browser)
  // Whoever has a passkey makes no second one because the first is refused.
  const again = (other: TestBrowser) =>
    way.startsWith('a passkey')
      ? signIn(other, place.key, { userVerified: false })
      : comeIn(place, other)
  const userId = (await browser.session())?.user.id ?? ''
  expect(userId).not.toBe('')
  const { users } = auth as typeof auth & OperatorCalls
  return { place, users, storage, browser, open, comeIn: again, userId, world }
}

describe.each(['database', 'cookie'] as const)('with sessions in the %s', (strategy) => {
  test.each(waysWith(strategy).map(([way]) => way))(
    '%s lets nobody in who is blocked, and lets them in again after unblock',
    async (way) => {
      const at = await settled(way, strategy)
      await at.users.block(at.userId, { reason: 'spam' })
      const sessions = await at.storage.listSessions(at.userId)
      expect(sessions).toEqual([])
      const browser = at.open()
      await at.comeIn(browser)
      for (const [reader, read] of Object.entries(readers))
        expect(await read(at.place, browser), reader).toBeUndefined()
      at.world.clock.advance('301s')
      expect(await at.browser.session()).toBeNull()
      await at.users.unblock(at.userId)
      await at.comeIn(browser)
      expect((await browser.session())?.user.id).toBe(at.userId)
      expect(await at.browser.session()).toBeNull()
    },
  )
})
