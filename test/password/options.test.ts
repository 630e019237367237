import { describe, expect, test } from 'vitest'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import { hashPassword, verifyPassword } from '../../src/passwords.ts'
import Password from '../../src/providers/password.ts'
import { memory } from '../../src/storage/memory.ts'
import { errorOf, program } from '../attacks/stage.ts'
import { setup } from '../setup.ts'
import {
  ada,
  base,
  flowOf,
  forget,
  goodPassword,
  itemsIn,
  otherPassword,
  passwordHouse,
  post,
  production,
  signedUp,
  signIn,
  signUp,
} from './house.ts'
import { lightHashes } from './light-hashes.ts'

lightHashes()

describe('signUp: false', () => {
  test('lets nobody sign up, on no page and in no other way', async () => {
    const at = await passwordHouse({ signUp: false })
    expect((await at.browser.visit(`${base}/signup`)).status).toBe(404)
    expect((await signUp(at.browser, {}, program)).status).toBe(404)
    expect(await (await at.browser.visit(`${base}/signin`)).text()).not.toContain('New here?')
    const { text, link } = await forget(at, at.browser)
    expect(text).toContain('No account there has this address')
    expect(link).toBe('')
  })

  test('lets people whom the application made sign in and reset', async () => {
    const at = await passwordHouse({ signUp: false })
    await at.storage.createUser({ id: 'ada', email: ada, emailVerified: new Date() })
    await at.auth.passwords.set({ userId: 'ada' }, goodPassword)
    await signIn(at.browser)
    expect((await at.browser.session())?.user.id).toBe('ada')
    const { link } = await forget(at, at.open())
    const other = at.open()
    await other.submit(link, { password: otherPassword })
    expect((await other.session())?.user.id).toBe('ada')
  })
})

describe('minimum', () => {
  test.each([7, 0, -1, 8.5, 65, Number.NaN])('%d is refused at the start', async (minimum) => {
    const { log } = await passwordHouse({ minimum })
    expect(log.errors).toMatchObject([
      { code: 'Configuration', field: 'providers.password.minimum' },
    ])
  })

  test('8 beside a mandatory second factor lets passwords of 8 characters in, and none of 7', async () => {
    const at = await passwordHouse({ minimum: 8 }, { parts: [SecondFactor({ required: true })] })
    expect((await signUp(at.browser, { password: 'q7w2z9k' }, program)).status).toBe(400)
    const flow = flowOf(await signUp(at.browser, { password: 'q7w2z9kx' }))
    const proven = await post(at.browser, { flow, code: (await at.mail()).code })
    expect(proven.headers.get('location')).toContain('second-factor-setup')
  })

  test.each([[[]], [[SecondFactor()]], [[SecondFactor({ required: () => true })]]])(
    '14 is refused at the start where a second factor is not mandatory for everybody',
    async (parts) => {
      const { log } = await passwordHouse({ minimum: 14 }, { parts })
      expect(log.errors).toMatchObject([
        { code: 'Configuration', field: 'providers.password.minimum' },
      ])
    },
  )
})

test.each([
  ['a worker without Node', { process: undefined }, [{ field: 'providers.password' }]],
  [
    'the Edge runtime of Next, which reads sessions only,',
    { process: undefined, EdgeRuntime: 'edge' },
    [],
  ],
])('%s is answered at the start', async (_, globals, problems) => {
  const before = Object.keys(globals).map((name) => [name, Reflect.get(globalThis, name)] as const)
  Object.assign(globalThis, globals)
  try {
    const { log } = await passwordHouse({}, { secret: production.secret })
    expect(log.errors).toMatchObject(problems)
  } finally {
    for (const [name, value] of before) Reflect.set(globalThis, name, value)
  }
})

test('an identifier that nobody knows is refused at the start', async () => {
  const { log } = await passwordHouse({ identifier: 'phone' as 'email' })
  expect(log.errors).toMatchObject([{ field: 'providers.password.identifier' }])
})

test('an application that cannot send mails is refused at the start', async () => {
  const { log } = await passwordHouse({ send: undefined }, production)
  expect(log.errors).toMatchObject([{ code: 'Configuration', field: 'providers.password.send' }])
})

test('an application without a storage is refused at the start', async () => {
  const { log } = await setup({ providers: [Password({ send: () => undefined })] })
  expect(log.errors).toMatchObject([{ code: 'Configuration', field: 'providers.password' }])
})

test('an application on an Auth.js adapter is refused at the start: it cannot end sessions', async () => {
  const { deleteSessions, ...adapter } = memory()
  const { log } = await passwordHouse({}, { storage: adapter })
  expect(log.errors).toMatchObject([{ code: 'Configuration', field: 'storage' }])
  expect(deleteSessions).toBeTypeOf('function')
})

describe('import', () => {
  const old = 'short'

  /** An application whose table has hashes of another library. */
  async function moved() {
    const hash = await hashPassword(old)
    const asked: string[] = []
    const at = await passwordHouse({
      async import({ identifier, password }) {
        asked.push(identifier)
        const isRight = await verifyPassword(password, identifier === ada ? hash : undefined)
        return isRight ? 'ada' : null
      },
    })
    await at.storage.createUser({ id: 'ada', email: ada, emailVerified: new Date() })
    return { ...at, asked }
  }

  test('judges a hash of another library once, and then a hash of ours is kept', async () => {
    const at = await moved()
    expect(errorOf(await signIn(at.open(), 'wrong'))).toBe('CredentialsSignin')
    await signIn(at.browser, old)
    expect((await at.browser.session())?.user.id).toBe('ada')
    expect(await itemsIn(at, 'hash')).toHaveLength(1)
    at.asked.length = 0
    const again = at.open()
    await signIn(again, old)
    expect((await again.session())?.user.id).toBe('ada')
    expect(at.asked).toEqual([])
  })

  test('is asked about names that nobody has, so that time tells nothing', async () => {
    const at = await moved()
    await signIn(at.browser, old, 'nobody@people.test')
    await signIn(at.browser, old)
    await signIn(at.open(), 'wrong')
    expect(at.asked).toEqual(['nobody@people.test', ada, ada])
  })

  test('counts no more after a reset', async () => {
    const at = await moved()
    const { link } = await forget(at, at.open())
    await at.open().submit(link, { password: otherPassword })
    expect(errorOf(await signIn(at.open(), old))).toBe('CredentialsSignin')
  })

  test('counts no more after the password was removed', async () => {
    const at = await moved()
    await at.storage.linkAccount({
      ...{ provider: 'plain', providerAccountId: 'p-1', type: 'oauth', userId: 'ada' },
    })
    await signIn(at.browser, old)
    await at.auth.passwords.remove({ userId: 'ada' })
    expect(errorOf(await signIn(at.open(), old))).toBe('CredentialsSignin')
    await at.auth.passwords.set({ userId: 'ada' }, goodPassword)
    await at.auth.passwords.remove({ userId: 'ada' })
    expect(await itemsIn(at, 'import-over')).toHaveLength(1)
  })

  test('counts no more after the owner of the address took over', async () => {
    const at = await moved()
    await at.storage.updateUser({ id: 'ada', emailVerified: null })
    await signedUp(at, at.browser)
    expect((await at.browser.session())?.user.id).toBe('ada')
    await at.auth.users.delete({ userId: 'ada' })
    expect(await itemsIn(at, 'import-over')).toEqual([])
  })

  test('refuses the sign-in if it throws, and says nothing about the password', async () => {
    const at = await passwordHouse({
      import: () => Promise.reject(new Error('The table of passwords is gone')),
    })
    const answer = await post(at.browser, { email: ada, password: goodPassword }, program)
    expect(answer.status).toBe(500)
    expect(JSON.stringify([await answer.json(), at.log.errors])).not.toContain(goodPassword)
  })
})
