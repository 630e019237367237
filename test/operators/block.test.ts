import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AuthError, Storage } from '../../src/index.ts'
import { words } from '../../src/operators/words.ts'
import GitHub from '../../src/providers/github.ts'
import Password from '../../src/providers/password.ts'
import { fromAdapter } from '../../src/storage/adapter.ts'
import { memory } from '../../src/storage/memory.ts'
import { house } from './house.ts'

const base = '/api/auth'

describe('somebody who is blocked', () => {
  test('is told so after they have proven who they are, and not why', async () => {
    const { auth, ada, newBrowser } = await house()
    await auth.users.block(ada, { reason: 'a fraud, by two witnesses' })
    const browser = newBrowser()
    const answer = await browser.signIn('github', { as: 'ada' })
    const place = new URL(answer.headers.get('location') ?? '')
    expect(place.pathname).toBe(`${base}/blocked`)
    expect(place.searchParams.get('code')).toBe('blocked')
    const page = await browser.visit(place.href)
    expect(page.status).toBe(403)
    const text = await page.text()
    expect(text).toContain('This account is blocked')
    expect(text).not.toContain('fraud')
    expect(place.href).not.toContain('fraud')
  })

  test('is told in their own language', async () => {
    const { default: de } = await import('../../src/languages/de.ts')
    const { newBrowser } = await house({ language: de })
    const page = await newBrowser().visit(`${base}/blocked`)
    expect(await page.text()).toContain('Dieses Konto ist gesperrt')
  })

  test('learns by a wrong password no more than anybody else', async () => {
    const at = await house({ providers: [GitHub, Password({ send: () => undefined })] })
    const email = 'eve@people.test'
    const eve = { id: 'eve', name: 'Eve', email, emailVerified: new Date() }
    await at.storage.createUser(eve)
    const { passwords } = at.auth as unknown as {
      passwords: { set(who: object, text: string): Promise<void> }
    }
    await passwords.set({ userId: 'eve' }, 'seven old boats at noon')
    const sendTo = async (address: string, password: string) => {
      const form = { email: address, password }
      const answer = await at.newBrowser().submit(`${base}/callback/password`, form)
      return answer.headers.get('location')
    }
    await at.auth.users.block('eve')
    const wrong = await sendTo(email, 'nine green lamps in fog')
    expect(wrong).toBe(await sendTo('nobody@people.test', 'nine green lamps in fog'))
    expect(await sendTo(email, 'seven old boats at noon')).toContain(`${base}/blocked`)
  })

  test('comes in again when the block ends by itself, and not before', async () => {
    const { auth, ada, newBrowser, clock, idOf } = await house()
    await auth.users.block(ada, { until: new Date(clock.now() + 60_000) })
    const browser = newBrowser()
    await browser.signIn('github', { as: 'ada' })
    expect(await browser.session()).toBeNull()
    clock.advance('60s')
    await browser.signIn('github', { as: 'ada' })
    expect(await idOf(browser)).toBe(ada)
  })

  test('is kept out if the end of the block cannot be read', async () => {
    const { storage, ada, newBrowser } = await house()
    const signInBlock = { at: 'x', until: 'not a date', reason: null }
    await storage.updateUser({ id: ada, signInBlock })
    const browser = newBrowser()
    await browser.signIn('github', { as: 'ada' })
    expect(await browser.session()).toBeNull()
  })

  test('loses their access tokens, and those that came too late are good for nothing', async () => {
    const { auth, ada } = await house()
    const make = async () => {
      const { token } = await auth.tokens.create({ userId: ada }, { name: 'CI', scopes: ['read'] })
      return new Headers({ authorization: `Bearer ${token}` })
    }
    const before = await make()
    expect((await auth.session(before, { scopes: ['read'] }))?.user.id).toBe(ada)
    await auth.users.block(ada)
    expect((await auth.tokens.list({ userId: ada })).tokens).toEqual([])
    const after = await make()
    expect(await auth.session(after, { scopes: ['read'] })).toBeNull()
    await auth.users.unblock(ada)
    expect(await auth.session(before, { scopes: ['read'] })).toBeNull()
    expect((await auth.session(after, { scopes: ['read'] }))?.user.id).toBe(ada)
  })

  test('connects no account with a session that has ended', async () => {
    const { auth, ada, browser, storage } = await house()
    await auth.users.block(ada)
    await browser.submit(`${base}/link/github`, {})
    expect(await storage.listAccounts(ada)).toHaveLength(1)
    await expect(auth.link(browser, 'github')).rejects.toMatchObject({ code: 'SessionRequired' })
  })

  test('sets no block by a field of a profile, and lifts none', async () => {
    const { ada, storage, auth, newBrowser } = await house()
    await auth.users.block(ada)
    const before = (await storage.getUser(ada))?.signInBlock
    const browser = newBrowser()
    await browser.signIn('github', { as: 'ada' })
    expect((await storage.getUser(ada))?.signInBlock).toEqual(before)
  })
})

describe('a block', () => {
  test('is in the audit log with its reason, and told as an event', async () => {
    const told: unknown[] = []
    const events = {
      blockUser: ({ userId, detail }: { userId: string; detail?: object }) =>
        void told.push(['blockUser', userId, detail]),
      unblockUser: ({ userId }: { userId: string }) => void told.push(['unblockUser', userId]),
    }
    const { auth, ada, clock } = await house({ events } as never)
    const until = new Date(clock.now() + 60_000)
    await auth.users.block(ada, { reason: 'spam', until })
    await auth.users.unblock(ada)
    const detail = { reason: 'spam', until: until.toISOString() }
    expect(told).toEqual([
      ['blockUser', ada, detail],
      ['unblockUser', ada],
    ])
    const lines = await auth.users.audit({ userId: ada })
    expect(lines.find(({ event }) => event === 'blockUser')?.detail).toEqual(detail)
    expect((await auth.users.get({ userId: ada }))?.signInBlock).toBeNull()
  })

  test.each([
    ['of nobody', 'nobody', {}, 'NotFound'],
    ['ending before now', undefined, { until: new Date(0) }, 'InvalidRequest'],
    ['until no date', undefined, { until: new Date('x') }, 'InvalidRequest'],
    ['for a reason that is too long', undefined, { reason: 'x'.repeat(501) }, 'InvalidRequest'],
  ])('%s is refused, and changes nothing', async (_what, id, options, code) => {
    const { auth, ada, browser } = await house()
    await expect(auth.users.block(id ?? ada, options)).rejects.toMatchObject({ code })
    expect(await browser.session()).not.toBeNull()
  })

  test('needs transactions, and says so where an adapter has none', async () => {
    const { transaction: _t, claim: _c, ...adapter } = memory() as Required<Storage>
    const { auth, ada } = await house({ storage: fromAdapter(adapter) })
    const refused = await auth.users.block(ada).catch((error: AuthError) => error)
    expect(refused).toMatchObject({ code: 'Unsupported', field: 'transaction' })
  })

  test('has its words in every language', () => {
    const folder = resolve(import.meta.dirname, '../../src/languages')
    const files = readdirSync(folder).filter((file) => file !== 'en.ts')
    expect(Object.keys(words)).toHaveLength(files.length)
    const names = Object.keys(words.de ?? {})
    for (const own of Object.values(words)) expect(Object.keys(own)).toEqual(names)
  })
})
