import { UnstorageAdapter } from '@auth/unstorage-adapter'
import { createStorage } from 'unstorage'
import { expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import Passkey from '../../src/providers/passkey.ts'
import { fromAdapter } from '../../src/storage/adapter.ts'
import { memory } from '../../src/storage/memory.ts'
import type { Storage } from '../../src/types/storage.ts'
import { setup } from '../setup.ts'
import { addPasskey, begin, end, signIn, signUp } from './ceremonies.ts'

const storages: Record<string, () => Partial<AuthConfig>> = {
  'memory()': () => ({ storage: memory() }),
  SQLite: () => ({ database: ':memory:' }),
  'an Auth.js adapter': () => ({
    storage: fromAdapter(UnstorageAdapter(createStorage()) as never),
  }),
}

test.each(Object.entries(storages))(
  'of four simultaneous uses with one counter, one signs in, on %s',
  async (_, storage) => {
    const config = {
      ...storage(),
      providers: [Passkey],
      session: { strategy: 'database' },
    } as const
    const { browser, open } = await setup(config)
    const key = await signUp(browser)
    const browsers = [open(), open(), open(), open()]
    const challenges: object[] = []
    for (const each of browsers) challenges.push(await begin(each, 'authenticate'))
    const answers = await Promise.all(
      browsers.map((each, place) =>
        end(each, 'authenticate', key.get(challenges[place], { counter: 7 })),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ body }) => body.error))).toEqual(
      new Set(['WebAuthnVerification']),
    )
  },
)

test('a lower counter that was judged before a higher one is written is refused', async () => {
  const { promise: decided, resolve: decide } = Promise.withResolvers<void>()
  let isFirst = true
  const { browser, open } = await setup({
    storage: memory(),
    providers: [Passkey],
    callbacks: {
      async signIn({ account }) {
        if (account.provider !== 'passkey' || !isHeld) return true
        if (isFirst) {
          isFirst = false
          await decided
        }
        return true
      },
    },
  })
  let isHeld = false
  const key = await signUp(browser)
  isHeld = true
  const lower = signIn(open(), key, { counter: 5 })
  await expect.poll(() => isFirst).toBe(false)
  expect((await signIn(open(), key, { counter: 6 })).status).toBe(200)
  decide()
  expect(await lower).toMatchObject({ body: { error: 'WebAuthnVerification' } })
})

/** As memory(), but what was written before a failure stays. */
function withoutTransactions(): Omit<Required<Storage>, 'transaction'> {
  const { transaction: _, ...storage } = memory()
  return storage
}

test.each([
  ['', true, memory],
  ['', false, memory],
  [', without transactions', true, withoutTransactions],
  [', without transactions', false, withoutTransactions],
])(
  'a passkey that is removed while it is judged makes no user%s (signUp: %s)',
  async (_, allowed, create) => {
    const storage = create()
    let during: (() => Promise<unknown>) | undefined
    const { browser, open, auth } = await setup({
      storage,
      providers: [Passkey({ signUp: allowed })],
      callbacks: {
        async signIn() {
          await during?.()
          return true
        },
      },
    })
    const { browser: elsewhere } = await setup({ storage, providers: [Passkey] })
    const key = await signUp(elsewhere)
    const [stored] = await storage.listAuthenticatorsByUserId(
      (await elsewhere.session())?.user.id ?? '',
    )
    const userId = stored?.userId ?? ''
    during = async () => {
      await storage.unlinkAccount({
        provider: 'passkey',
        providerAccountId: stored?.providerAccountId ?? '',
      })
      await storage.deleteAuthenticator(stored?.credentialID ?? '')
    }
    const answer = await signIn(open(), key)
    expect(answer.status).not.toBe(200)
    expect(await browser.session()).toBeNull()
    expect(await auth.accounts.list({ userId })).toEqual([])
    // Nobody new: the only user is the one who was there.
    expect(
      await storage.getUserByAccount({
        provider: 'passkey',
        providerAccountId: stored?.providerAccountId ?? '',
      }),
    ).toBeNull()
  },
)

test('disconnecting passkeys removes the keys, and no later one brings them back', async () => {
  const storage = memory()
  const other = {
    id: 'other',
    name: 'Other',
    type: 'oauth',
    clientId: 'x',
    clientSecret: 'y',
  } as const
  const urls = {
    authorization: 'https://other.test/authorize',
    token: 'https://other.test/token',
    userinfo: 'https://other.test/me',
  }
  const { browser, open, auth } = await setup({
    storage,
    providers: [Passkey, { ...other, ...urls }],
  })
  const lost = await signUp(browser)
  const userId = (await browser.session())?.user.id ?? ''
  // Two passkeys of one account are the only ways in: it cannot go.
  expect((await addPasskey(browser)).status).toBe(200)
  await expect(auth.accounts.unlink({ userId }, 'passkey')).rejects.toMatchObject({
    code: 'LastMethod',
  })
  expect(await auth.passkeys.list({ userId })).toHaveLength(2)
  await storage.linkAccount({ userId, provider: 'other', providerAccountId: '1', type: 'oauth' })
  await auth.accounts.unlink({ userId }, 'passkey')
  expect(await auth.passkeys.list({ userId })).toEqual([])
  await expect(auth.accounts.unlink({ userId }, 'other')).rejects.toMatchObject({
    code: 'LastMethod',
  })
  expect((await addPasskey(browser)).status).toBe(200)
  expect((await signIn(open(), lost)).status).not.toBe(200)
})

test('a passkey whose account is gone is no way in, and stays lost', async () => {
  const storage = memory()
  const { browser, open, auth } = await setup({ storage, providers: [Passkey] })
  const orphan = await signUp(browser)
  const userId = (await browser.session())?.user.id ?? ''
  const [{ providerAccountId = '' } = {}] = await storage.listAuthenticatorsByUserId(userId)
  await storage.unlinkAccount({ provider: 'passkey', providerAccountId })
  expect((await addPasskey(browser)).status).toBe(200)
  expect((await signIn(open(), orphan)).status).not.toBe(200)
  const own = await storage.listAuthenticatorsByUserId(userId)
  const living = own.find((passkey) => passkey.providerAccountId !== providerAccountId)
  const removed = auth.passkeys.remove({ userId }, living?.credentialID ?? '')
  await expect(removed).rejects.toMatchObject({ code: 'LastMethod' })
})
