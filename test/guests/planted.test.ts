import { expect, test } from 'vitest'
import { AccessTokens } from '../../src/parts/access-tokens.ts'
import { type FactorCalls, SecondFactor } from '../../src/parts/second-factor.ts'
import type { AccessTokenCalls } from '../../src/types/access-tokens.ts'
import { base, beginAsGuest, guestHouse } from './house.ts'

type Calls = FactorCalls & AccessTokenCalls

/** An attacker has planted the session of a guest in the browser of somebody, and prepared it. */
async function planted() {
  const parts = [SecondFactor(), AccessTokens({ scopes: ['read'] })]
  const at = await guestHouse({}, { parts })
  const auth = at.auth as unknown as typeof at.auth & Calls
  const attacker = at.open()
  const id = await beginAsGuest(attacker)
  const victim = attacker.clone()
  await auth.factors.importTotp({ userId: id }, { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })
  const { token } = await auth.tokens.create({ userId: id }, { name: 'CI', scopes: ['read'] })
  const bearer = new Headers({ authorization: `Bearer ${token}` })
  expect((await auth.session(bearer, { scopes: ['read'] }))?.user.id).toBe(id)
  await at.storage.createAuthenticator({
    ...{ credentialID: 'planted', userId: id, providerAccountId: 'planted' },
    ...{ credentialPublicKey: 'AA', counter: 0, credentialDeviceType: 'singleDevice' },
    ...{ credentialBackedUp: false, createdAt: new Date() },
  })
  return { ...at, auth, attacker, victim, id, bearer }
}

test('nothing that was prepared for a planted guest survives the sign-in of whoever sits there', async () => {
  const { auth, attacker, victim, id, bearer, storage } = await planted()
  await victim.signIn('plain', { as: 'ada' })
  expect((await victim.session())?.user.id).toBe(id)
  expect(await attacker.session()).toBeNull()
  expect(await auth.session(bearer, { scopes: ['read'] })).toBeNull()
  expect((await auth.factors.list({ userId: id })).factors).toEqual([])
  expect(await storage.listAuthenticatorsByUserId(id)).toEqual([])
  expect((await storage.listItems({ userId: id })).items).toEqual([])
  expect((await storage.listAccounts(id)).map(({ provider }) => provider)).toEqual(['plain'])
  expect(await storage.listSessions(id)).toHaveLength(1)
})

test('the attacker who promotes the guest first gets nothing of whoever signs in later', async () => {
  const { attacker, victim, id } = await planted()
  await attacker.signIn('plain', { as: 'bob' })
  expect((await attacker.session())?.user.id).toBe(id)
  await victim.signIn('plain', { as: 'ada' })
  expect((await victim.session())?.user.id).not.toBe(id)
  expect((await victim.session())?.user.name).toBe('Ada')
})

test('a sign-in with a second step leaves the guest alone until the last step', async () => {
  const { auth, open, storage } = await planted()
  const owner = open()
  await owner.signIn('plain', { as: 'bob' })
  const userId = (await owner.session())?.user.id ?? ''
  await auth.factors.importTotp({ userId }, { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })
  const [code = ''] = await auth.factors.renewRecoveryCodes({ userId })
  for (const link of [false, true]) {
    const browser = open()
    const id = await beginAsGuest(browser)
    await browser.signIn('plain', { as: 'bob', link })
    expect((await browser.session())?.user).toMatchObject({ id, guest: true })
    expect(await storage.getUser(id)).not.toBeNull()
    if (link) continue
    await browser.submit(`${base}/second-factor`, { code })
    expect((await browser.session())?.user.id).toBe(userId)
    expect(await storage.getUser(id)).toBeNull()
  }
})

test('a guest who is new and leaves a required step has no session, and loses nothing', async () => {
  const parts = [SecondFactor({ required: ({ user }) => user.email !== null })]
  const at = await guestHouse({}, { parts })
  const id = await beginAsGuest(at.browser)
  const planter = at.browser.clone()
  await at.browser.signIn('plain', { as: 'ada' })
  // What is set up belongs to the user, whom whoever planted the guest must not be.
  expect(await planter.session()).toBeNull()
  expect(await at.browser.session()).toBeNull()
  expect(at.heard).not.toContainEqual(['deleteUser', id])
  const later = at.open()
  await later.signIn('plain', { as: 'ada' })
  expect(await later.setUpFactor()).toHaveLength(10)
  expect((await later.session())?.user).toMatchObject({ id, name: 'Ada' })
})
