import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../src/client/native/sha256.ts'
import type { SessionState } from '../../src/client/native.ts'
import type { AuthConfig } from '../../src/index.ts'
import { redirects } from '../native-apps/house.ts'
import { phone } from './phone.ts'

const cancelling = async () => null

describe('an app', () => {
  test('signs in, is signed in after a restart, and signs out', async () => {
    const { start, items, network, userId, storage } = await phone()
    const client = start()
    expect(await client.session()).toBeNull()
    expect((await client.signIn())?.user.id).toBe(userId)
    expect(await (await client.fetch('/api/hello')).json()).toEqual({ hello: 'Ada Lovelace' })
    const restarted = start()
    expect(restarted.get().session).toBeUndefined()
    expect((await restarted.session())?.user.id).toBe(userId)
    await restarted.signOut()
    expect(restarted.get().session).toBeNull()
    expect([...items]).toEqual([])
    expect(network.sent.at(-1)).toBe('native-revoke')
    expect((await storage.listSessions(userId)).map(({ userAgent }) => userAgent)).not.toContain(
      'Acme/native (iPhone)',
    )
    expect((await client.fetch('/api/hello')).status).toBe(401)
  })

  test('hears that its session was ended on the account page', async () => {
    const { start, auth, userId } = await phone()
    const client = start()
    await client.signIn()
    const heard: SessionState<unknown>[] = []
    client.subscribe((state) => heard.push(state))
    const [app] = (await auth.sessions.list({ userId })).filter(({ userAgent }) =>
      userAgent?.startsWith('Acme'),
    )
    await auth.sessions.end({ userId }, app?.id ?? '')
    expect((await client.fetch('/api/hello')).status).toBe(401)
    expect(heard.at(-1)).toEqual({ session: null, error: undefined })
    expect(await start().session()).toBeNull()
  })

  test('says “unknown” offline, and never “nobody”', async () => {
    const { start, network, userId, items } = await phone()
    await start().signIn()
    network.isOn = false
    const client = start()
    expect(client.get().session).toBeUndefined()
    const { session, error } = await client.refresh()
    expect([session?.user.id, error?.code]).toEqual([userId, 'Offline'])
    network.isOn = true
    expect(await client.refresh()).toMatchObject({
      session: { user: { id: userId } },
      error: undefined,
    })
    expect(items.size).toBeGreaterThan(0)
  })

  test('stays signed in while the application is down', async () => {
    const { start, network, storage, userId } = await phone({ session: { updateAge: 0 } })
    const client = start()
    await client.signIn()
    const { getSessionAndUser } = storage
    storage.getSessionAndUser = () => {
      throw new Error('The database is down')
    }
    const { session, error } = await client.refresh()
    expect([session?.user.id, error?.code]).toEqual([userId, 'Unavailable'])
    storage.getSessionAndUser = getSessionAndUser
    expect((await client.refresh()).error).toBeUndefined()
    expect(network.sent.filter((path) => path === 'native-token')).toHaveLength(3)
  })

  test('renews its key once at a time, however many ask', async () => {
    const { start, network, items } = await phone({ session: { updateAge: 0 } })
    const client = start()
    await client.signIn()
    const before = [...items.values()].join()
    network.sent.length = 0
    await Promise.all(Array.from({ length: 20 }, () => client.session()))
    expect(network.sent).toEqual(['native-token'])
    expect([...items.values()].join()).not.toBe(before)
  })

  test('survives answers that were lost', async () => {
    const { start, network, userId } = await phone({ session: { updateAge: 0 } })
    const client = start()
    await client.signIn()
    network.losesAnswers = true
    for (const _ of [1, 2, 3]) expect((await client.refresh()).error?.code).toBe('Offline')
    network.losesAnswers = false
    expect((await client.refresh()).session?.user.id).toBe(userId)
    expect((await client.fetch('/api/hello')).status).toBe(200)
  })

  test('takes the newer key from the store, if another program of the device was first', async () => {
    const { start, network, userId } = await phone({ session: { updateAge: 3600 } })
    const [one, two] = [start(), start()]
    await one.signIn()
    await two.session()
    network.sent.length = 0
    await Promise.all([one.fetch('/api/hello'), two.fetch('/api/hello')])
    expect(network.sent).toEqual(['/api/hello', '/api/hello'])
    expect((await two.refresh()).session?.user.id).toBe(userId)
  })

  test('sends its key to the application alone', async () => {
    const { start, network } = await phone()
    const client = start()
    await client.signIn()
    network.sent.length = 0
    for (const address of [
      'https://evil.test/',
      'https://app.test.evil.test/',
      'https://app.test@evil.test/',
      'http://app.test/',
    ])
      await expect(client.fetch(address)).rejects.toThrow('would learn the key')
    expect(network.sent).toEqual([])
    // A path, whatever it looks like, stays there.
    expect((await client.fetch('//evil.test/')).status).toBe(200)
    expect(network.sent).toEqual(['//evil.test/'])
  })
})

describe('a sign-in', () => {
  test('is nobody’s if the person closes the browser or cancels', async () => {
    const { start, person, items } = await phone()
    person.person = cancelling
    expect(await start().signIn()).toBeNull()
    person.person = async (url) => {
      const { state } = Object.fromEntries(new URL(url).searchParams)
      return `${redirects.scheme}?error=access_denied&state=${state}`
    }
    expect(await start().signIn()).toBeNull()
    expect(await start().session()).toBeNull()
    expect([...items]).toEqual([])
  })

  test('goes on after the app was ended behind the browser, by the address that opens it anew', async () => {
    const { start, person, userId } = await phone()
    const press = person.person
    let back: string | null = null
    person.person = async (url) => {
      back = await press(url)
      return new Promise<never>(() => {})
    }
    start().signIn()
    await expect.poll(() => back).not.toBeNull()
    const opened = start()
    expect((await opened.resume(String(back)))?.user.id).toBe(userId)
    expect(opened.get().session?.user.id).toBe(userId)
    expect(await start().resume(String(back))).toBeUndefined()
  })

  test('is one, although both who opened the browser and who listens for links hear of its address', async () => {
    const { start, person, network, userId } = await phone()
    const client = start()
    const press = person.person
    const heard: Promise<unknown>[] = []
    person.person = async (url) => {
      const back = await press(url)
      heard.push(client.resume(String(back)))
      return back
    }
    expect((await client.signIn())?.user.id).toBe(userId)
    expect(await Promise.all(heard)).toMatchObject([{ user: { id: userId } }])
    expect(network.sent).toEqual(['native-token'])
  })

  test('begun twice is finished by either address, each once', async () => {
    const { start, person, userId, network } = await phone()
    const press = person.person
    const client = start()
    const backs: string[] = []
    person.person = async (url) => {
      backs.push(String(await press(url)))
      return new Promise<never>(() => {})
    }
    client.signIn()
    client.signIn()
    await expect.poll(() => backs).toHaveLength(2)
    for (const back of backs) expect((await client.resume(back))?.user.id).toBe(userId)
    // The second key takes the place of the first.
    expect(network.sent).toEqual(['native-token', 'native-token', 'native-revoke'])
    for (const back of backs) expect(await start().resume(back)).toBeUndefined()
  })

  test('leaves a bounded rest in the store if its browser never comes back', async () => {
    const { start, person, items } = await phone()
    const client = start()
    let opened = 0
    person.person = () => {
      opened++
      return new Promise<never>(() => {})
    }
    for (let index = 1; index <= 20; index++) {
      client.signIn()
      await expect.poll(() => opened).toBe(index)
    }
    expect([...items.values()].join().length).toBeLessThan(1500)
  })

  test.each([
    ['another address', () => 'com.acme.app:/settings'],
    ['another state', () => `${redirects.scheme}?code=x&state=00000000`],
    ['no state', () => `${redirects.scheme}?code=x`],
    ['rubbish', () => `${redirects.scheme}?%E0%A4%A=%`],
  ])('takes no address that it did not ask for: %s', async (_what, address) => {
    const { start, person, network } = await phone()
    const client = start()
    person.person = cancelling
    await client.signIn()
    expect(await client.resume(address())).toBeUndefined()
    expect(network.sent).toEqual([])
  })

  test('fails aloud if the code was used by somebody else', async () => {
    const { start, person } = await phone()
    person.person = async (url) => {
      const { state } = Object.fromEntries(new URL(url).searchParams)
      return `${redirects.scheme}?code=stolen&state=${state}`
    }
    await expect(start().signIn()).rejects.toMatchObject({ code: 'SessionRequired' })
  })
})

describe('the store', () => {
  const long = { bio: '漢字🙂'.repeat(1500) }
  const callbacks: AuthConfig['callbacks'] = {
    session: ({ session }) => ({ ...session, ...long }),
  }

  test('keeps a long session in short items', async () => {
    const { start, items } = await phone({ callbacks })
    await start().signIn()
    expect(items.size).toBeGreaterThan(5)
    expect(await start().session()).toMatchObject(long)
    await start().signOut()
    expect([...items]).toEqual([])
  })

  test.each([0, 1, 3])(
    'has the key before or the new one if the device ends after %i writes',
    async (writes) => {
      const { start, failAfter, userId } = await phone({ callbacks, session: { updateAge: 0 } })
      await start().signIn()
      failAfter(writes)
      await start().refresh()
      failAfter(Number.POSITIVE_INFINITY)
      expect((await start().session())?.user.id).toBe(userId)
    },
  )
})

test('SHA-256 is that of everybody else', () => {
  for (const text of ['', 'abc', 'a'.repeat(55), 'a'.repeat(56), 'b'.repeat(64), 'c'.repeat(200)])
    expect(Buffer.from(sha256(text)).toString('hex')).toBe(
      createHash('sha256').update(text).digest('hex'),
    )
})
