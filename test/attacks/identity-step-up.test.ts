import { expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import Passkey from '../../src/providers/passkey.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { addPasskey } from '../methods/ceremonies.ts'
import { origin } from '../setup.ts'
import { base, evil, idp, plain, program, type Stage, stage } from './stage.ts'

function requestOf(browser: TestBrowser): Request {
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  return new Request(origin, { headers: { cookie } })
}

/** Somebody with three ways in. */
async function settled(config: Partial<AuthConfig>) {
  const at = await stage({ providers: [plain, idp, Passkey], ...config })
  await at.browser.signIn('plain', { as: 'ada' })
  await at.browser.signIn('idp', { as: 'ada', link: true })
  expect((await addPasskey(at.browser)).status).toBe(200)
  const userId = (await at.browser.session())?.user.id ?? ''
  const [passkey] = await at.storage.listAuthenticatorsByUserId(userId)
  return { ...at, userId, passkey: passkey?.credentialID ?? '' }
}

type Settled = Awaited<ReturnType<typeof settled>>

const forms: Record<string, (at: Settled) => Record<string, string>> = {
  'delete the account': () => ({ action: 'delete', confirm: 'yes' }),
  'disconnect a platform': () => ({ action: 'disconnect', provider: 'idp' }),
  'remove a passkey': ({ passkey }) => ({ action: 'removePasskey', id: passkey }),
  'remove a way in': ({ passkey }) => ({
    action: 'remove',
    provider: 'passkey',
    key: `passkey ${passkey}`,
  }),
}

async function left({ storage, userId }: Pick<Stage, 'storage'> & { userId: string }) {
  const passkeys = await storage.listAuthenticatorsByUserId(userId)
  return [(await storage.listAccounts(userId)).length, passkeys.length]
}

const strategies = ['database', 'cookie'] as const
const cases = strategies.flatMap((strategy) =>
  Object.entries(forms).map(([what, form]) => [what, strategy, form] as const),
)

test.each(cases)('an old session must sign in again to %s (%s)', async (_, strategy, form) => {
  const at = await settled({ session: { strategy } })
  const before = await left(at)
  at.world.clock.advance('29d')
  expect(await at.browser.session()).not.toBeNull()
  const refused = await at.browser.submit(`${base}/account`, form(at), program)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ error: 'RecentSignInRequired' })
  expect(await left(at)).toEqual(before)
  await at.browser.signIn('plain', { as: 'ada' })
  const done = await at.browser.submit(`${base}/account`, form(at), program)
  expect(done.status).toBe(200)
  expect(await left(at)).not.toEqual(before)
})

test('a sign-in is recent for an hour', async () => {
  const at = await settled({})
  at.world.clock.advance('3599s')
  await at.auth.accounts.unlink(requestOf(at.browser), 'idp')
  at.world.clock.advance('1s')
  const refused = at.auth.users.delete(requestOf(at.browser))
  await expect(refused).rejects.toMatchObject({ code: 'RecentSignInRequired' })
})

const additions: Record<string, (browser: TestBrowser) => Promise<unknown>> = {
  'an account': (browser) => browser.signIn('idp', { as: 'eve', link: true }),
  'an account that answers with a form': (browser) =>
    browser.signIn('evil', { as: 'eve', link: true }),
  'an account that is there already': (browser) =>
    browser.signIn('plain', { as: 'ada', link: true }),
  'a passkey': async (browser) => expect((await addPasskey(browser)).status).toBe(200),
}
const added = strategies.flatMap((strategy) =>
  Object.entries(additions).map(([what, add]) => [what, strategy, add] as const),
)

test.each(added)('adding %s makes no session more recent (%s)', async (_, strategy, add) => {
  const posting = { ...evil, authorization: { params: { response_mode: 'form_post' } } }
  const at = await stage({ providers: [plain, idp, posting, Passkey], session: { strategy } })
  await at.browser.signIn('plain', { as: 'ada' })
  const before = await at.browser.session()
  at.world.clock.advance('59m')
  const writes = at.writes.length
  await add(at.browser)
  const after = await at.browser.session()
  at.world.clock.advance('1m')
  expect(at.writes.length).toBeGreaterThan(writes)
  expect(after?.user.id).toBe(before?.user.id)
  expect([after?.authTime, after?.amr]).toEqual([before?.authTime, before?.amr])
  const refused = at.auth.users.delete(requestOf(at.browser))
  await expect(refused).rejects.toMatchObject({ code: 'RecentSignInRequired' })
})

test('renewing a session, or the session callback, makes no sign-in recent', async () => {
  const at = await settled({
    callbacks: {
      session: ({ session }) => ({ ...session, authTime: 8.64e12 }),
    },
  })
  at.world.clock.advance('2h')
  await at.browser.session()
  const refused = at.auth.users.delete(requestOf(at.browser))
  await expect(refused).rejects.toMatchObject({ code: 'RecentSignInRequired' })
})

test('taking tokens back in an old session leaves the way in', async () => {
  const at = await settled({})
  at.world.clock.advance('2h')
  await at.auth.accounts.revoke(requestOf(at.browser), 'idp')
  expect(await left(at)).toEqual([3, 1])
})

test('code of the application that names the user by id needs no recent sign-in', async () => {
  const at = await settled({})
  at.world.clock.advance('29d')
  await at.auth.accounts.unlink({ userId: at.userId }, 'idp')
  await at.auth.users.delete({ userId: at.userId })
  expect(await at.storage.getUser(at.userId)).toBeNull()
})
