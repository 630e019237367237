import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../../src/index.ts'
import { AccessTokens } from '../../../src/parts/access-tokens.ts'
import type { sql } from '../../../src/storage/sql.ts'
import type { AccessTokenCalls } from '../../../src/types/access-tokens.ts'
import { outside, plain } from '../../attacks/stage.ts'
import { setup } from '../../setup.ts'
import { type OrdinaryStorage, ordinaryStorages } from '../../storage/ordinary-storages.ts'
import { unique } from '../../storage/people.ts'
import { isServer, ofThisSuite, type Server, serverOf } from '../../storage/servers.ts'
import { bearing } from './house.ts'

const names = Object.keys(ordinaryStorages) as OrdinaryStorage[]
const scopes = ['read'] as const

/** Somebody new, who is signed in. */
async function house(storage: Required<Storage>) {
  // Redis forgets by its own clock what has expired, so this story plays about now.
  let ahead = 0
  const config = {
    providers: [plain],
    storage,
    parts: [AccessTokens({ scopes: ['read', 'write'] })],
    runtime: { now: () => Date.now() + ahead },
  }
  const at = await setup(config, await outside([{ id: unique(), name: 'Ada' }]))
  await at.browser.signIn('plain')
  const userId = (await at.browser.session())?.user.id ?? ''
  const auth = at.auth as typeof at.auth & AccessTokenCalls
  const wait = (milliseconds: number) => {
    ahead += milliseconds
  }
  const isGood = async (token: string) =>
    (await auth.session(bearing(token), { scopes }))?.user.id === userId
  return { ...at, auth, userId, wait, isGood }
}

for (const name of names.filter(ofThisSuite)) {
  const start = isServer(name) ? serverOf(name) : undefined
  describe.skipIf(isServer(name) && !start)(`access tokens on ${name}`, () => {
    let server: Server | undefined
    let storage: Required<Storage>
    beforeAll(async () => {
      server = await start?.()
      storage = ordinaryStorages[name](server?.address ?? '')
      if ('migrate' in storage) await (storage as ReturnType<typeof sql>).migrate()
    })
    afterAll(async () => {
      await storage?.close?.()
      await server?.stop()
    })

    test('are made, read, listed with their last use, and revoked', async () => {
      const { auth, browser, isGood, wait } = await house(storage)
      const made = await auth.tokens.create(browser, { name: 'CI', scopes })
      expect(await isGood(made.token)).toBe(true)
      const [first] = (await auth.tokens.list(browser)).tokens
      expect(first).toMatchObject({ id: made.id, name: 'CI', scopes: ['read'], expires: null })
      expect(first?.createdAt).toBeInstanceOf(Date)
      wait(61_000)
      expect(await isGood(made.token)).toBe(true)
      const [second] = (await auth.tokens.list(browser)).tokens
      const between = Number(second?.lastUsedAt) - Number(first?.lastUsedAt)
      expect(between).toBeGreaterThanOrEqual(60_000)
      await auth.tokens.revoke(browser, made.id)
      expect(await isGood(made.token)).toBe(false)
      expect(await auth.tokens.list(browser)).toEqual({ tokens: [], next: null })
    })

    test('end at their end, and with their user', async () => {
      const { auth, userId, isGood, wait } = await house(storage)
      const make = async (expires: Date | null) =>
        (await auth.tokens.create({ userId }, { name: 'CI', scopes, expires })).token
      const [ends, stays] = [await make(new Date(Date.now() + 60_000)), await make(null)]
      expect([await isGood(ends), await isGood(stays)]).toEqual([true, true])
      wait(60_001)
      expect([await isGood(ends), await isGood(stays)]).toEqual([false, true])
      await auth.users.delete({ userId })
      expect(await isGood(stays)).toBe(false)
    })

    test('are revoked once by two who revoke at the same time', async () => {
      const { auth, userId } = await house(storage)
      const { id } = await auth.tokens.create({ userId }, { name: 'CI', scopes })
      const both = [auth.tokens.revoke({ userId }, id), auth.tokens.revoke({ userId }, id)]
      const outcomes = await Promise.allSettled(both)
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    })

    test('are listed by pages, 10,000 of one user', async () => {
      const { auth, userId } = await house(storage)
      const { token } = await auth.tokens.create({ userId }, { name: 'the last', scopes })
      const item = {
        kind: 'access-tokens/token',
        userId,
        data: { name: 'CI', scopes: ['read'] },
        sealed: null,
        version: 1,
        createdAt: new Date(),
        lastUsedAt: null,
        expires: null,
      }
      const all = Array.from({ length: 9999 }, (_, count) => `${userId} ${count}`)
      for (let from = 0; from < all.length; from += 1000) {
        const some = all.slice(from, from + 1000)
        await storage.transaction(async (inside) => {
          for (const lookup of some)
            await inside.putItem?.({ ...item, id: crypto.randomUUID(), lookup })
        })
      }
      const found = new Set<string>()
      let after: string | null = null
      let pages = 0
      do {
        const page = await auth.tokens.list({ userId }, { after, limit: 1000 })
        expect(page.tokens.length).toBeLessThanOrEqual(1000)
        for (const { id } of page.tokens) found.add(id)
        after = page.next
        pages++
      } while (after !== null)
      expect(found.size).toBe(10_000)
      expect(pages).toBeGreaterThanOrEqual(10)
      expect((await auth.tokens.list({ userId })).tokens).toHaveLength(100)
      expect((await auth.session(bearing(token), { scopes }))?.user.id).toBe(userId)
      await auth.users.delete({ userId })
      expect(await storage.listItems({ userId })).toEqual({ items: [], next: null })
    })
  })
}
