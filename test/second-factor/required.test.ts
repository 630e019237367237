import { describe, expect, test } from 'vitest'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import Passkey from '../../src/providers/passkey.ts'
import { base, plain } from '../attacks/stage.ts'
import { signUp } from '../methods/ceremonies.ts'
import { Terms } from '../parts/terms/terms.ts'
import { origin } from '../setup.ts'
import { destination, enrol, house, openSetup, withAda } from './house.ts'

const required = () => true

describe.each(['database', 'cookie'] as const)(
  'a second factor that is required (%s sessions)',
  (strategy) => {
    const session = { strategy }

    test('is set up before there is a session, with recovery codes on the way', async () => {
      const { browser, code } = await house({ required }, { session })
      const first = await browser.signIn('plain', { as: 'ada', callbackUrl: '/home' })
      expect(destination(first)).toBe('/api/auth/second-factor-setup')
      expect(await browser.session()).toBeNull()
      const { secret, setup } = await openSetup(browser)
      const form = { setup, code: await code(secret) }
      const shown = await browser.submit(`${base}/second-factor-setup`, form)
      const text = await shown.text()
      expect(text.match(/<code>/g)).toHaveLength(10)
      expect(await browser.session()).toBeNull()
      const proven = /name="proven" value="([^"]+)"/.exec(text)?.[1] ?? ''
      const done = await browser.submit(`${base}/second-factor-setup`, { proven })
      expect(done.headers.get('location')).toBe(`${origin}/home`)
      expect((await browser.session())?.amr).toEqual(['fed', 'otp', 'mfa'])
    })

    test('cannot be set up by somebody who knows the first factor of a user who has one', async () => {
      const at = await house({ required }, { session })
      const { browser, code, open } = at
      await browser.signIn('plain', { as: 'ada' })
      const thief = open()
      await thief.signIn('plain', { as: 'ada' })
      const stolen = await openSetup(thief)
      const { secret, setup } = await openSetup(browser)
      await browser.submit(`${base}/second-factor-setup`, { setup, code: await code(secret) })
      // The thief's page was open before Ada was done.
      const late = { setup: stolen.setup, code: await code(stolen.secret) }
      const refused = await thief.submit(`${base}/second-factor-setup`, late)
      expect(destination(refused)).toBe('/api/auth/second-factor')
      const visit = await thief.visit(`${base}/second-factor-setup`)
      expect(destination(visit)).toBe('/api/auth/second-factor')
      expect(await thief.session()).toBeNull()
    })

    test('is asked for, and not only offered, at every other path', async () => {
      const { browser } = await house({ required }, { session })
      await browser.signIn('plain', { as: 'ada' })
      for (const [path, form] of [
        ['second-factor', { code: '123456' }],
        ['second-factor-setup', { proven: 'x' }],
        ['step-up', { code: '123456' }],
        ['recovery-codes', {}],
        ['account', { action: 'savedCodes' }],
      ] as const) {
        await browser.submit(`${base}/${path}`, form)
        expect(await browser.session(), path).toBeNull()
      }
    })
  },
)

describe('the owner of an address that somebody else only claimed', () => {
  test.each([
    ['with a factor', true],
    ['without one', false],
  ])(
    'sets up their own factor, and keeps it, after a claimant %s',
    async (_which, claimantHasOne) => {
      const links: string[] = []
      const mail = Email({ sendVerificationRequest: ({ url }) => void links.push(url) })
      let isRequired = claimantHasOne
      const at = await house({ required: () => isRequired }, { providers: [plain, mail] })
      const { browser: claimant, auth, open, world } = at
      await claimant.signIn('plain', { as: 'ada' })
      if (claimantHasOne) await enrol(at, claimant)
      const { id: userId = '', email = '' } = (await claimant.session())?.user ?? {}
      isRequired = true
      const owner = open()
      await owner.submit(`${base}/signin/email`, { email: email ?? '' })
      const led = await owner.visit(links.at(-1) ?? '')
      expect(destination(led)).toBe('/api/auth/second-factor-setup')
      const { secret } = await enrol(at, owner)
      expect((await owner.session())?.user).toMatchObject({ id: userId, email })
      expect(await claimant.session()).toBeNull()
      const { factors, recoveryCodes } = await auth.factors.list({ userId })
      expect({ factors, recoveryCodes }).toMatchObject({
        factors: [{ factor: 'totp' }],
        recoveryCodes: 10,
      })
      world.clock.advance('1m')
      await owner.signOut()
      await owner.submit(`${base}/signin/email`, { email: email ?? '' })
      expect(destination(await owner.visit(links.at(-1) ?? ''))).toBe('/api/auth/second-factor')
      await owner.submit(`${base}/second-factor`, { code: await at.code(secret) })
      expect((await owner.session())?.amr).toContain('mfa')
    },
  )
})

test('a setup of one sign-in does not prove another', async () => {
  const { browser, code, open } = await house({ required })
  await browser.signIn('plain', { as: 'ada' })
  const { secret, setup } = await openSetup(browser)
  const shown = await browser.submit(`${base}/second-factor-setup`, {
    setup,
    code: await code(secret),
  })
  const proven = /name="proven" value="([^"]+)"/.exec(await shown.text())?.[1] ?? ''
  const other = open()
  await other.signIn('plain', { as: 'ada' })
  const refused = await other.submit(`${base}/second-factor-setup`, { proven })
  expect(refused.headers.get('location')).toContain('error=FlowMissing')
  expect(await other.session()).toBeNull()
  // Nor does a setup of one user prove anything of another.
  const eve = open()
  await eve.signIn('plain', { as: 'noor' })
  const form = { setup, code: await code(secret) }
  const taken = await eve.submit(`${base}/second-factor-setup`, form)
  expect(taken.headers.get('location')).toContain('error=FlowExpired')
})

test('is judged by the user, and a judge who fails lets nobody in', async () => {
  const judged: unknown[] = []
  const { browser, log } = await house({
    required({ user }) {
      judged.push(user.name)
      throw new Error('no connection')
    },
  })
  await browser.signIn('plain', { as: 'ada' })
  expect(judged).toEqual(['Ada Lovelace'])
  expect(await browser.session()).toBeNull()
  expect(log.errors.map(({ code }) => code)).toContain('Internal')
})

test('is there already for whoever signs up with a passkey that verifies its user', async () => {
  const { browser } = await house({ required }, { providers: [plain, Passkey] })
  await signUp(browser)
  expect((await browser.session())?.amr).toContain('mfa')
})

test('a passkey that is there is asked for, and nothing new can be set up past it', async () => {
  const { browser, open } = await house(
    { required: ({ user }) => user.name === 'Ada' },
    { providers: [plain, Passkey({ signUp: true })] },
  )
  await signUp(browser)
  await browser.signIn('plain', { as: 'ada', link: true })
  await browser.signOut()
  const other = open()
  expect(destination(await other.signIn('plain', { as: 'ada' }))).toBe('/api/auth/second-factor')
  const setup = await other.visit(`${base}/second-factor-setup`)
  expect(destination(setup)).toBe('/api/auth/second-factor')
})

test('a sign-in whose factor was removed meanwhile begins anew, and sets nothing up', async () => {
  const { browser, auth, userId } = await withAda()
  await browser.signIn('plain', { as: 'ada' })
  await auth.factors.remove({ userId })
  for (const path of ['second-factor', 'second-factor-setup']) {
    const answer = await browser.visit(`${base}/${path}`)
    const next = destination(answer)
    if (path === 'second-factor') expect(next).toBe('/api/auth/second-factor-setup')
    else expect(next).toContain('error=FlowMissing')
  }
  expect((await auth.factors.list({ userId })).factors).toEqual([])
  await browser.signIn('plain', { as: 'ada' })
  expect(await browser.session()).not.toBeNull()
})

test('all parts that ask for a step are heard, one after the other', async () => {
  const { browser, code } = await house({ required }, { parts: [Terms({ version: '1' })] })
  await browser.signIn('plain', { as: 'ada' })
  const { secret, setup } = await openSetup(browser)
  const form = { setup, code: await code(secret) }
  const text = await (await browser.submit(`${base}/second-factor-setup`, form)).text()
  const proven = /name="proven" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const next = await browser.submit(`${base}/second-factor-setup`, { proven })
  expect(destination(next)).toBe('/api/auth/terms')
  expect(await browser.session()).toBeNull()
  await browser.submit(`${base}/terms`, {})
  expect((await browser.session())?.amr).toContain('mfa')
})

test('people whom only `authorize` knows are told why they cannot have one', async () => {
  const people = Credentials({ authorize: () => ({ id: 'ada', name: 'Ada' }) })
  const { browser, log } = await house(
    { required },
    { providers: [people], session: { strategy: 'cookie' } },
  )
  await browser.submit(`${base}/callback/credentials`, {})
  expect(await browser.session()).toBeNull()
  await browser.visit(`${base}/second-factor-setup`)
  expect(log.warnings.join()).toContain('not in the storage')
})
