import { describe, expect, test } from 'vitest'
import { type OperatorCalls, Operators } from '../../src/parts/operators.ts'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { base, errorOf, idp, plain } from '../attacks/stage.ts'
import {
  ada,
  flowOf,
  goodPassword,
  type PasswordHouse,
  passwordHouse,
  post,
  signUp,
} from '../password/house.ts'
import { destination } from '../second-factor/house.ts'

// Mallory signed up at a platform that says Ada's address of them, was never asked to prove it, and is blocked.

interface House extends PasswordHouse {
  mallory: string
  users: PasswordHouse['auth']['users'] & OperatorCalls['users']
}

const trusted = { ...idp, allowDangerousEmailAccountLinking: true }

async function house(parts: readonly object[] = []): Promise<House> {
  const at = await passwordHouse({}, { parts: [Operators(), ...parts] as never }, [plain, trusted])
  await at.browser.signIn('plain', { as: 'ada' })
  const mallory = (await at.browser.session())?.user.id ?? ''
  const { users } = at.auth as unknown as { users: House['users'] }
  expect(await at.storage.getUser(mallory)).toMatchObject({ email: ada, emailVerified: null })
  await users.block(mallory, { reason: 'spam' })
  return { ...at, users, mallory }
}

/** Ada proves her address by signing up. */
async function prove(at: House, browser: TestBrowser): Promise<Response> {
  const flow = flowOf(await signUp(browser))
  return post(browser, { flow, code: (await at.mail()).code })
}

describe('the owner of an address that a blocked user only claimed', () => {
  test('gets a user of their own, and the blocked one keeps the rest, and stays blocked', async () => {
    const at = await house()
    const owner = at.open()
    expect(errorOf(await prove(at, owner))).toBeNull()
    const session = await owner.session()
    expect(session?.user.email).toBe(ada)
    expect(session?.user.id).not.toBe(at.mallory)
    expect(await at.storage.getUser(at.mallory)).toMatchObject({ email: null, emailVerified: null })
    expect(await at.storage.listAccounts(at.mallory)).toHaveLength(1)
    const mallory = at.open()
    await mallory.signIn('plain', { as: 'ada' })
    expect(await mallory.session()).toBeNull()
    await at.users.unblock(at.mallory)
    await mallory.signIn('plain', { as: 'ada' })
    expect((await mallory.session())?.user.id).toBe(at.mallory)
  })

  test('gets one by a platform that is trusted with addresses, too', async () => {
    const at = await house()
    const owner = at.open()
    await owner.signIn('idp', { as: 'owner' })
    const session = await owner.session()
    expect(session?.user.email).toBe(ada)
    expect(session?.user.id).not.toBe(at.mallory)
  })

  test('takes the user over once the block has ended, as from any other claimant', async () => {
    const at = await house()
    await at.users.unblock(at.mallory)
    const owner = at.open()
    await prove(at, owner)
    expect((await owner.session())?.user.id).toBe(at.mallory)
    expect(await at.storage.listAccounts(at.mallory)).toEqual([])
  })

  test('is somebody new for the parts that ask for a step', async () => {
    let required = false
    const at = await house([SecondFactor({ required: () => required })])
    required = true
    const owner = at.open()
    expect(destination(await prove(at, owner))).toBe('/api/auth/second-factor-setup')
    expect((await owner.visit(`${base}/second-factor-setup`)).status).toBe(200)
    expect((await at.storage.getUserByEmail(ada))?.id).not.toBe(at.mallory)
  })
})

test('a blocked user who proved the address gets in by no proof of it', async () => {
  const at = await passwordHouse({}, { parts: [Operators()] })
  const { users } = at.auth as unknown as { users: House['users'] }
  await post(at.browser, { flow: flowOf(await signUp(at.browser)), code: (await at.mail()).code })
  const id = (await at.browser.session())?.user.id ?? ''
  await users.block(id)
  const browser = at.open()
  const forgot = flowOf(await post(browser, { action: 'forgot', email: ada }))
  await post(browser, { flow: forgot, code: (await at.mail()).code, password: goodPassword })
  expect(await browser.session()).toBeNull()
  expect((await at.storage.getUserByEmail(ada))?.id).toBe(id)
})
