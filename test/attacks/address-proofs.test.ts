import { describe, expect, test } from 'vitest'
import { emulator, google, type Person } from '../../src/emulator/index.ts'
import Email from '../../src/providers/email.ts'
import Google from '../../src/providers/google.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { origin, setup } from '../setup.ts'
import { base, errorOf, evil, idp, plain, stage } from './stage.ts'

const address = 'victim@corp.test'

/** A platform that vouches for whatever its people say, and the owner at an honest one. */
const people: Person[] = [
  { id: 'mallory', name: 'Mallory', email: address, email_verified: true },
  { id: 'owner', name: 'Owner', email: address, email_verified: true },
]

/** An application whose platform `evil` may not link; `idp` may. */
async function vouchedFor() {
  const links: string[] = []
  const mail = Email({ sendVerificationRequest: ({ url }) => void links.push(url) })
  const taken: unknown[] = []
  const at = await stage(
    {
      providers: [evil, plain, { ...idp, allowDangerousEmailAccountLinking: true }, mail],
      events: { takeover: ({ user }) => void taken.push(user.id) },
    },
    people,
  )
  const attacker = at.open()
  await attacker.signIn('evil', { as: 'mallory' })
  const attackerId = (await attacker.session())?.user.id ?? ''
  expect(attackerId).not.toBe('')
  const byMail = async (browser: TestBrowser) => {
    await browser.submit(`${base}/signin/email`, { email: address })
    return browser.visit(links.at(-1) ?? '')
  }
  return { ...at, attacker, attackerId, taken, byMail }
}

type Situation = Awaited<ReturnType<typeof vouchedFor>>

/** The ways in which an owner proves an address. */
const proofs: Record<string, (at: Situation) => Promise<unknown>> = {
  email: ({ byMail, browser }) => byMail(browser),
  idp: ({ browser }) => browser.signIn('idp', { as: 'owner' }),
}

describe('a platform that may not link vouches for an address', () => {
  test('its word is kept with its name, and is no proof', async () => {
    const at = await vouchedFor()
    expect(await at.storage.getUser(at.attackerId)).toMatchObject({
      email: address,
      emailVerified: null,
      emailVerifiedBy: 'evil',
    })
  })

  test.each(Object.keys(proofs))(
    'the owner who comes by %s ends the account and the session of the one who came first',
    async (way) => {
      const at = await vouchedFor()
      await proofs[way]?.(at)
      const owner = (await at.browser.session())?.user
      expect(owner).toMatchObject({ email: address })
      expect(await at.attacker.session()).toBeNull()
      const providers = (await at.storage.listAccounts(owner?.id ?? '')).map((one) => one.provider)
      expect(providers).not.toContain('evil')
      expect(at.taken).toEqual([at.attackerId])
      expect(await at.storage.getUser(owner?.id ?? '')).toMatchObject({
        emailVerified: new Date(at.world.clock.now()),
        emailVerifiedBy: way,
      })
      expect(errorOf(await at.attacker.signIn('evil', { as: 'mallory' }))).toBe(
        'OAuthAccountNotLinked',
      )
      expect(await at.attacker.session()).toBeNull()
    },
  )

  test('another such platform takes the address from nobody', async () => {
    const at = await vouchedFor()
    expect(errorOf(await at.browser.signIn('plain', { as: 'owner' }))).toBe('OAuthAccountNotLinked')
    expect(await at.storage.getUserByEmail(address)).toMatchObject({ id: at.attackerId })
  })

  test('the application’s own word about an address replaces that of the platform', async () => {
    const at = await vouchedFor()
    const emailVerified = new Date(at.world.clock.now())
    await at.auth.users.update({ userId: at.attackerId }, { emailVerified })
    expect(await at.storage.getUser(at.attackerId)).toMatchObject({
      emailVerified,
      emailVerifiedBy: null,
    })
    await at.auth.users.update({ userId: at.attackerId }, { email: 'new@corp.test' })
    expect(await at.storage.getUser(at.attackerId)).toMatchObject({ emailVerified: null })
  })

  test('a profile sets no field that the library decides by', async () => {
    const boastful = {
      ...plain,
      profile: ({ id, email }: Record<string, unknown>) => ({
        id: String(id),
        email: String(email),
        emailVerifiedBy: 'email',
        sessionGeneration: 'mine',
      }),
    }
    const at = await stage({ providers: [boastful] }, people)
    await at.browser.signIn('plain', { as: 'mallory' })
    const user = await at.storage.getUserByEmail(address)
    expect(user).toMatchObject({ email: address, emailVerified: null })
    expect(user).not.toHaveProperty('emailVerifiedBy')
    expect(user).not.toHaveProperty('sessionGeneration')
  })
})

describe('a platform is the authority for addresses that it gives out', () => {
  const atGoogle: [string, Partial<Person> & { email: string }, proven: boolean][] = [
    ['of its own', { email: 'ada@gmail.com' }, true],
    [
      'of a company that it hosts',
      { email: 'ada@acme.example', claims: { hd: 'acme.example' } },
      true,
    ],
    ['of another company', { email: 'ada@acme.example', claims: { hd: 'evil.example' } }, false],
    ['of nobody whom it knows', { email: 'ada@acme.example' }, false],
    ['that only ends like its own', { email: 'ada@notgmail.com' }, false],
    ['of its own, unverified', { email: 'ada@gmail.com', email_verified: false }, false],
  ]

  test.each(atGoogle)('Google and an address %s', async (_, claims, proven) => {
    const person = { id: 'ada', name: 'Ada', email_verified: true, ...claims }
    const keys = { clientId: 'practice-google', clientSecret: 'practice-secret-of-google' }
    const world = await emulator({ platforms: [google({ personas: [person] })] })
    const links: string[] = []
    const mail = Email({ sendVerificationRequest: ({ url }) => void links.push(url) })
    const storage = memory()
    const { browser, open } = await setup({ providers: [Google(keys), mail], storage }, world)
    await browser.signIn('google', { as: 'ada' })
    const user = (await browser.session())?.user
    const stored = await storage.getUser(user?.id ?? '')
    expect(Boolean(stored?.emailVerified)).toBe(proven)
    const byMail = open()
    await byMail.submit(`${origin}/api/auth/signin/email`, { email: person.email })
    await byMail.visit(links[0] ?? '')
    expect((await byMail.session())?.user.id).toBe(user?.id)
    // The first proof of an address ends what was there before it.
    expect(Boolean(await browser.session())).toBe(proven)
  })
})
