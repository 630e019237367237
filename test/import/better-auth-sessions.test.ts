import { describe, expect, test } from 'vitest'
import { lookupOf } from '../../src/better-auth/kind.ts'
import { FromBetterAuth } from '../../src/parts/better-auth.ts'
import Password from '../../src/providers/password.ts'
import { memory } from '../../src/storage/memory.ts'
import { setup } from '../setup.ts'
import { newUser } from '../storage/people.ts'
import { theirSecret } from './better-auth-house.ts'
import { keepSession, cookieName as name, signed, token } from './inherited-session.ts'

const origin = 'https://app.test'
/** Ada, one of whose sessions was imported. */
async function house(
  strategy: 'database' | 'cookie',
  options: Parameters<typeof FromBetterAuth>[0] = {},
) {
  const storage = memory()
  const user = await storage.createUser(
    newUser({ email: 'ada@people.test', emailVerified: new Date() }),
  )
  const at = await setup({
    providers: [Password({ send: async () => {}, breached: false })],
    parts: [FromBetterAuth({ secret: theirSecret, ...options })],
    storage,
    session: { strategy },
  })
  const now = at.world.clock.now()
  await keepSession(storage, user.id, now)
  const who = async (cookie: string) => {
    const session = await at.auth.session(new Headers({ cookie }))
    return session?.user.id
  }
  const arrive = async (cookie: string) => {
    const answer = await at.auth.handler(
      new Request(`${origin}/api/auth/session`, { headers: { cookie } }),
    )
    return { body: await answer.json(), set: answer.headers.getSetCookie() }
  }
  return { ...at, storage, user, who, arrive }
}

describe.each(['database', 'cookie'] as const)(
  'sessions of Better Auth beside %s sessions',
  (strategy) => {
    test('are replaced once; the page’s other requests are answered for half a minute', async () => {
      const { arrive, who, user, world } = await house(strategy)
      const cookie = `${name}=${signed()}`
      expect(await who(cookie)).toBe(user.id)
      const first = await arrive(cookie)
      expect(first.body.user.id).toBe(user.id)
      expect(first.body.authTime).toBe(1_790_000_000)
      const cleared = first.set.find((one) => one.startsWith(`${name}=`))
      expect(cleared).toMatch(/Max-Age=0/)
      const own = first.set.find((one) => /portico\.session=./.test(one))?.split(';')[0] ?? ''
      expect(await who(own)).toBe(user.id)
      const second = await arrive(cookie)
      expect(second.body.user.id).toBe(user.id)
      expect(second.set.filter((one) => /portico\.session=./.test(one))).toEqual([])
      world.clock.advance('31s')
      expect(await who(cookie)).toBeUndefined()
      expect(await who(own)).toBe(user.id)
    })

    test('end at sign-out, for copies of the old cookie too', async () => {
      const { arrive, who, auth } = await house(strategy)
      const cookie = `${name}=${signed()}`
      const { set } = await arrive(cookie)
      const own = set.find((one) => /portico\.session=./.test(one))?.split(';')[0] ?? ''
      const form = new Request(`${origin}/api/auth/signout`, {
        method: 'POST',
        headers: { cookie: own, origin, 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect((await auth.handler(form)).status).toBeLessThan(400)
      expect(await who(cookie)).toBeUndefined()
    })

    test('end when their time is over, when all sessions are ended, and with the user', async () => {
      const cookie = `${name}=${signed()}`
      const expired = await house(strategy)
      expired.world.clock.advance('3601s')
      expect(await expired.who(cookie)).toBeUndefined()
      const ended = await house(strategy)
      const who = { userId: ended.user.id }
      // The second one replaces the first, and ends all sessions.
      await ended.auth.passwords.set(who, 'seven old boats at noon')
      await ended.auth.passwords.set(who, 'nine green lamps in fog')
      expect(await ended.who(cookie)).toBeUndefined()
      const deleted = await house(strategy)
      await deleted.auth.users.delete({ userId: deleted.user.id })
      expect(await deleted.who(cookie)).toBeUndefined()
    })

    test('are nobody’s without the right signature, name or row', async () => {
      const { who, user } = await house(strategy)
      const other = 'a'.repeat(32)
      for (const cookie of [
        `${name}=${encodeURIComponent(`${token}.`)}`,
        `${name}=${token}`,
        `${name}=${signed(token, 'another secret, of somebody else')}`,
        `${name}=${signed(other)}`,
        `${name}=${signed().slice(0, -3)}`,
        `${name}=%E0%A4%A`,
        // By https, only what the browser protects counts.
        `better-auth.session_token=${signed()}`,
        `${name}=${signed()}; ${name}=${signed(other)}`,
        // The hash in our table opens nothing.
        `${name}=${signed(await lookupOf(token))}`,
      ])
        expect(await who(cookie), cookie).toBeUndefined()
      expect(await who(`${name}=${signed()}`)).toBe(user.id)
    })
  },
)

test('a name that the application chose is read, and an empty secret reads nothing', async () => {
  const chosen = await house('database', { cookieName: 'acme.session_token' })
  expect(await chosen.who(`acme.session_token=${signed()}`)).toBe(chosen.user.id)
  const without = await house('database', { secret: '' })
  expect(await without.who(`${name}=${signed(token, '')}`)).toBeUndefined()
  expect(without.log.warnings.join()).toContain('BETTER_AUTH_SECRET')
})
