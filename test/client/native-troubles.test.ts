import { afterEach, describe, expect, test, vi } from 'vitest'
import type { NativeStore } from '../../src/client/native.ts'
import type { AuthConfig } from '../../src/index.ts'
import { memory } from '../../src/storage/memory.ts'
import { phone } from './phone.ts'

const day = 86_400_000

/** Where a key is due at once, so that every question asks for its successor. */
const always = { session: { updateAge: 0 } }

afterEach(() => vi.restoreAllMocks())

describe('an answer that is not the application’s', () => {
  const strange: [string, () => Response][] = [
    ['503 without a word', () => new Response(null, { status: 503 })],
    ['502 with a page', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['200 with a page, as of a hotel', () => new Response('<h1>Sign in to the WiFi</h1>')],
    ['200 without a word', () => new Response('')],
    ['204', () => new Response(null, { status: 204 })],
    ['302 to a page', () => Response.redirect('https://proxy.test/sign-in', 302)],
    ['401 of a proxy', () => Response.json({ error: 'unauthorized' }, { status: 401 })],
    ['404 of another version', () => Response.json({ message: 'Not found' }, { status: 404 })],
    ['429', () => Response.json({ error: 'slow down' }, { status: 429 })],
    ['200 with JSON of its own', () => Response.json({ status: 'maintenance' })],
    ['200 with an empty object', () => Response.json({})],
    ['200 with a list', () => Response.json([])],
    ['200 with a text', () => Response.json('ok')],
    ['200 with half of the JSON', () => new Response('{"access_token":"portico_app_')],
    ['JSON of five megabytes', () => Response.json({ page: 'x'.repeat(5_000_000) })],
  ]

  test.each(strange)('signs nobody out: %s', async (_what, answer) => {
    for (const config of [{}, always]) {
      const { start, network, items, userId } = await phone(config)
      await start().signIn()
      const before = new Map(items)
      network.gateway = answer
      const client = start()
      const { session, error } = await client.refresh()
      expect([session?.user.id, error?.code]).toEqual([userId, 'Unavailable'])
      expect(items).toEqual(before)
      network.gateway = undefined
      expect(await client.refresh()).toMatchObject({ session: { user: { id: userId } } })
      expect(client.get().error).toBeUndefined()
    }
  })

  test.each(strange)('signs nobody in: %s', async (_what, answer) => {
    const { start, network, items } = await phone()
    network.gateway = answer
    const client = start()
    await expect(client.signIn()).rejects.toMatchObject({ code: 'Unavailable' })
    const sheet = async () => ({ idToken: 'a token' })
    await expect(client.signInWithIdToken('google', sheet)).rejects.toMatchObject({
      code: 'Unavailable',
    })
    expect([...items]).toEqual([])
  })

  test('null is what nobody is told who holds a key that is good', async () => {
    const { start, network, userId } = await phone()
    const client = start()
    await client.signIn()
    network.gateway = () => Response.json(null)
    expect((await client.refresh()).session?.user.id).toBe(userId)
  })
})

describe('a phone whose clock is wrong', () => {
  /** A phone with a clock of its own; the application's goes right. */
  async function wrongBy(error: number) {
    const time = { now: Date.now() }
    const clock = { error }
    const at = await phone({ storage: memory({ now: () => time.now }) })
    vi.spyOn(Date, 'now').mockImplementation(() => time.now + clock.error)
    const pass = (milliseconds: number) => {
      time.now += milliseconds
      at.clock.advance(milliseconds)
    }
    return { ...at, clock, pass }
  }

  test.each([
    ['days behind', -9 * day],
    ['days ahead', 9 * day],
    ['right', 0],
  ])('stays signed in as long as it is used: %s', async (_what, error) => {
    const { start, pass, userId } = await wrongBy(error)
    await start().signIn()
    for (let days = 0; days < 70; days += 2) {
      pass(2 * day)
      expect((await start().refresh()).session?.user.id).toBe(userId)
    }
  })

  test('stays signed in after it was set right, a year back', async () => {
    const { start, clock, pass, userId } = await wrongBy(365 * day)
    await start().signIn()
    clock.error = 0
    for (let days = 0; days < 70; days += 2) {
      pass(2 * day)
      expect((await start().refresh()).session?.user.id).toBe(userId)
      expect((await start().fetch('/api/hello')).status).toBe(200)
    }
  })
})

describe('two programs of one device', () => {
  const callbacks: AuthConfig['callbacks'] = {
    session: ({ session }) => ({ ...session, bio: 'long'.repeat(1500) }),
  }

  /** A store in which a program stands still before what `at` names, until another has done its work. */
  function interrupted(store: NativeStore, at: (call: string, name: string) => boolean) {
    let work: (() => Promise<unknown>) | undefined
    const wait = async (call: string, name: string) => {
      if (!work || !at(call, name)) return
      const now = work
      work = undefined
      await now()
    }
    const slow: NativeStore = {
      get: (name) => wait('get', name).then(() => store.get(name)),
      set: (name, value) => wait('set', name).then(() => store.set(name, value)),
      remove: (name) => wait('remove', name).then(() => store.remove(name)),
    }
    const meanwhile = (next: () => Promise<unknown>) => {
      work = next
    }
    return { slow, meanwhile }
  }

  const points: [string, (call: string, name: string) => boolean][] = [
    ['reads the second part', (call, name) => call === 'get' && name.endsWith('.1')],
    ['writes the first part', (call, name) => call === 'set' && name.endsWith('.0')],
    ['writes the second part', (call, name) => call === 'set' && name.endsWith('.1')],
    [
      'writes the name that leads to them',
      (call, name) => call === 'set' && name === 'portico.acme',
    ],
    ['removes the parts before', (call) => call === 'remove'],
  ]

  // A store has no way to compare and write at once: with the last word on its lips, a program may miss two successors and no more.
  const cases = points.flatMap(([what, point]) =>
    (what.includes('name') ? [1, 2] : [1, 2, 3]).map((times) => [what, times, point] as const),
  )

  test.each(cases)('keep the key if, while one %s, the other refreshes (%i)', async (...story) => {
    const [, times, point] = story
    const { start, store, userId } = await phone({ ...always, callbacks })
    const { slow, meanwhile } = interrupted(store, point)
    const [one, two] = [start({ store: slow }), start()]
    await one.signIn()
    meanwhile(async () => {
      for (let time = 0; time < times; time++)
        expect((await two.refresh()).session?.user.id).toBe(userId)
    })
    expect((await one.refresh()).session?.user.id).toBe(userId)
    expect(one.get().error).toBeUndefined()
    for (const client of [one, two, start()])
      expect((await client.refresh()).session?.user.id).toBe(userId)
  })

  test('ask for the successor at once, and are both signed in', async () => {
    const { start, userId } = await phone(always)
    const [one, two] = [start(), start()]
    await one.signIn()
    for (const _ of [1, 2, 3])
      for (const { session, error } of await Promise.all([one.refresh(), two.refresh()]))
        expect([session?.user.id, error]).toEqual([userId, undefined])
  })

  test('hear that the other one signed out', async () => {
    const { start, items } = await phone(always)
    const [one, two] = [start(), start()]
    await one.signIn()
    await two.refresh()
    await one.signOut()
    expect((await two.refresh()).session).toBeNull()
    expect([...items]).toEqual([])
  })
})

describe('a request on its way', () => {
  /** Something happens once, between the application's answer on a path and its arrival. */
  const during = (at: Awaited<ReturnType<typeof phone>>, path: string, work: () => unknown) => {
    at.network.meanwhile = async (answered) => {
      if (answered !== path) return
      at.network.meanwhile = undefined
      await work()
    }
  }

  test.each([
    ['the session', {}, 'session'],
    ['the successor', always, 'native-token'],
  ])('leaves whoever signs out meanwhile signed out: %s', async (_what, config, path) => {
    const at = await phone(config)
    const [client, other] = [at.start(), at.start()]
    await client.signIn()
    // Another program of the device: it waits for nothing that this one asked for.
    during(at, path, () => other.signOut())
    await client.refresh()
    expect(client.get().session).toBeNull()
    expect([...at.items]).toEqual([])
  })

  test.each([
    ['the session', {}, 'session'],
    ['the successor', always, 'native-token'],
  ])('leaves whoever signs in meanwhile signed in: %s', async (_what, config, path) => {
    const at = await phone(config)
    const [client, other] = [at.start(), at.start()]
    await client.signIn()
    await at.browser.signOut()
    await at.browser.signIn('github', { as: 'noor' })
    const noor = (await at.browser.session())?.user.id
    expect(noor).not.toBe(at.userId)
    during(at, path, () => other.signIn())
    await client.refresh()
    expect(client.get().session?.user.id).toBe(noor)
    expect((await at.start().session())?.user.id).toBe(noor)
  })

  test('is sent anew with the key that took the place of its own', async () => {
    const at = await phone()
    const [client, other] = [at.start(), at.start()]
    await client.signIn()
    const { store } = at
    // The other program has the successor, and has used it, before this request arrives.
    const get = store.get
    let isFirst = true
    store.get = async (name) => {
      const value = await get(name)
      if (name.endsWith('.0') && isFirst) {
        isFirst = false
        vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * day)
        await other.refresh()
        vi.restoreAllMocks()
        await other.fetch('/api/hello')
      }
      return value
    }
    at.network.sent.length = 0
    const response = await client.fetch('/api/hello')
    expect([response.status, await response.json()]).toEqual([200, { hello: 'Ada Lovelace' }])
  })

  test('is sent once if its body can be read once', async () => {
    const at = await phone(always)
    const client = at.start()
    await client.signIn()
    at.network.gateway = (path) =>
      path === '/api/upload' ? new Response(null, { status: 401 }) : undefined
    const send = async (body: BodyInit) => {
      at.network.sent.length = 0
      const init = { method: 'POST', body, duplex: 'half' } as RequestInit
      expect((await client.fetch('/api/upload', init)).status).toBe(401)
      return at.network.sent.filter((path) => path === '/api/upload').length
    }
    expect(await send(new Blob(['a film']).stream())).toBe(1)
    // What can be read again may be sent with the successor of the key.
    expect(await send('a film')).toBe(2)
  })
})

describe('a store that fails', () => {
  test('is told in the state, and nobody is signed out', async () => {
    const { start, store, userId } = await phone()
    await start().signIn()
    const { get } = store
    store.get = () => {
      throw new Error('The keychain is locked')
    }
    const client = start()
    const { session, error } = await client.refresh()
    expect([session, error?.message]).toEqual([undefined, 'The keychain is locked'])
    store.get = get
    expect(await client.refresh()).toMatchObject({ session: { user: { id: userId } } })
    expect(client.get().error).toBeUndefined()
  })

  test('leaves nothing of what it could not keep', async () => {
    const { start, failAfter, items } = await phone({
      callbacks: { session: ({ session }) => ({ ...session, bio: 'long'.repeat(1500) }) },
    })
    const client = start()
    const { size } = items
    failAfter(4)
    await expect(client.signIn()).rejects.toThrow('switched off')
    expect(items.size).toBe(size)
    failAfter(Number.POSITIVE_INFINITY)
    expect(await client.session()).toBeNull()
  })
})

describe('a network that loses answers', () => {
  test('fails a sign-in aloud, and the next one signs in', async () => {
    const { start, network, userId } = await phone()
    const client = start()
    network.losesAnswers = true
    await expect(client.signIn()).rejects.toMatchObject({ code: 'Offline' })
    network.losesAnswers = false
    expect(await client.session()).toBeNull()
    expect((await client.signIn())?.user.id).toBe(userId)
  })

  test('signs out all the same', async () => {
    const { start, network, items } = await phone()
    const client = start()
    await client.signIn()
    network.isOn = false
    await client.signOut()
    expect([client.get().session, [...items]]).toEqual([null, []])
  })
})

test('a listener that throws does not keep the client from asking again', async () => {
  const { start, userId } = await phone()
  await start().signIn()
  const client = start()
  let isBroken = true
  client.hydrate(null)
  client.subscribe(({ session }) => {
    if (isBroken && session) throw new Error('A mistake of the app')
  })
  await expect(client.refresh()).rejects.toThrow('A mistake of the app')
  isBroken = false
  expect((await client.refresh()).session?.user.id).toBe(userId)
})

test('a second sign-in ends the session before it', async () => {
  const { start, storage, userId } = await phone()
  const client = start()
  for (const _ of [1, 2, 3]) await client.signIn()
  const apps = async () =>
    (await storage.listSessions(userId)).filter(({ userAgent }) => userAgent?.startsWith('Acme'))
  await expect.poll(apps, { timeout: 5000 }).toHaveLength(1)
  expect((await client.fetch('/api/hello')).status).toBe(200)
})
