import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { expect, test } from 'vitest'
import { fromAdapter } from '../../src/storage/adapter.ts'
import { sql } from '../../src/storage/sql.ts'
import { base } from '../attacks/stage.ts'
import { drizzleOn } from '../storage/drizzle.ts'
import { destination, enrol, house } from './house.ts'

// Auth.js's tables keep neither when nor how somebody signed in: a cookie says it for an hour.
test.each(['database', 'cookie'] as const)(
  'users of an Auth.js adapter have second factors, and prove them for an hour (%s sessions)',
  async (strategy) => {
    const storage = fromAdapter(DrizzleAdapter(drizzleOn()), { items: sql(':memory:') })
    const at = await house({}, { storage, session: { strategy } })
    const { auth, browser, code, world } = at
    await browser.signIn('plain', { as: 'ada' })
    const { secret, codes } = await enrol(at, browser)
    expect(codes).toHaveLength(10)
    await browser.signOut()
    world.clock.advance('1m')
    expect(destination(await browser.signIn('plain', { as: 'ada' }))).toBe(
      '/api/auth/second-factor',
    )
    expect(await browser.session()).toBeNull()
    await browser.submit(`${base}/second-factor`, { code: await code(secret) })
    expect(await auth.requireSession(browser, { level: 2, maxAge: 600 })).toBeTruthy()
    world.clock.advance('61m')
    const later = auth.requireSession(browser, { level: 2, maxAge: 3600 })
    await expect(later).rejects.toMatchObject({ status: 403 })
    await browser.submit(`${base}/step-up`, { code: await code(secret) })
    expect(await auth.requireSession(browser, { level: 2, maxAge: 600 })).toBeTruthy()
  },
)
