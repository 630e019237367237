import { describe, expect, test } from 'vitest'
import type { Who } from '../../src/index.ts'
import Passkey from '../../src/providers/passkey.ts'
import { memory } from '../../src/storage/memory.ts'
import { outside, plain } from '../attacks/stage.ts'
import { setup } from '../setup.ts'
import { newUser } from '../storage/people.ts'

async function twoPeople() {
  const storage = memory()
  const at = await setup({ providers: [plain, Passkey], storage }, await outside())
  await at.browser.signIn('plain', { as: 'ada' })
  const ada = (await at.browser.session())?.user.id ?? ''
  const { id: bob } = await storage.createUser({ ...newUser(), name: 'Bob' })
  return { ...at, storage, ada, bob }
}

describe('a call about a person', () => {
  test.each<[string, unknown]>([
    ['a bare id', 'bob'],
    ['nothing', undefined],
    ['null', null],
    ['an empty id', { userId: '' }],
    ['an id that is no text', { userId: 7 }],
    ['an object without headers', {}],
  ])('refuses %s, and changes nothing', async (_, who) => {
    const { auth, storage, bob } = await twoPeople()
    const named = who as Who
    for (const call of [
      () => auth.users.get(named),
      () => auth.users.update(named, { name: 'Mallory' }),
      () => auth.users.delete(named),
      () => auth.accounts.list(named),
      () => auth.sessions.endAll(named),
      () => auth.passkeys.list(named),
      () => auth.accessToken(named, 'plain'),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'InvalidRequest', field: 'who' })
    }
    expect(await storage.getUser(bob)).toMatchObject({ name: 'Bob' })
  })

  test('compiles with no bare id, and answers InvalidRequest to one', async () => {
    const { auth, bob } = await twoPeople()
    // @ts-expect-error An id that nobody verified has to be called so.
    await expect(auth.users.delete(bob)).rejects.toMatchObject({ code: 'InvalidRequest' })
  })

  test('takes a request for a request, even if middleware wrote a userId on it', async () => {
    const { auth, browser, storage, ada, bob } = await twoPeople()
    const cookie = Array.from(browser.cookies, (pair) => pair.join('=')).join('; ')
    const request = { headers: { cookie }, userId: bob }
    expect(await auth.users.get(request)).toMatchObject({ id: ada })
    await auth.users.update(request, { name: 'Countess' })
    expect(await storage.getUser(bob)).toMatchObject({ name: 'Bob' })
    const nobody = { headers: new Headers(), userId: bob }
    await expect(auth.users.delete(nobody)).rejects.toMatchObject({ code: 'SessionRequired' })
    expect(await storage.getUser(bob)).not.toBeNull()
  })

  test('takes headers of any class', async () => {
    const { auth, browser, ada } = await twoPeople()
    const cookie = Array.from(browser.cookies, (pair) => pair.join('=')).join('; ')
    const foreign = { get: (name: string) => (name === 'cookie' ? cookie : null), userId: 'bob' }
    expect(await auth.users.get(foreign as unknown as Headers)).toMatchObject({ id: ada })
  })

  test('finds a user by id, and null where there is none', async () => {
    const { auth, bob } = await twoPeople()
    expect(await auth.users.get({ userId: bob })).toMatchObject({ id: bob, name: 'Bob' })
    expect(await auth.users.get({ userId: 'nobody' })).toBeNull()
  })
})
