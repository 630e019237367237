import { readdirSync, readFileSync } from 'node:fs'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toNode } from '../../src/frameworks/node.ts'
import { Auth, type AuthConfig, type AuthInstance } from '../../src/index.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser } from '../../src/testing.ts'
import type { Storage } from '../../src/types/storage.ts'
import { origin, secret } from '../setup.ts'
import { type Count, type Counter, startCounter } from './counted.ts'

const answers: Record<string, object> = {
  '/token': { access_token: 'token', token_type: 'bearer' },
  '/me': { id: '1', name: 'Ada' },
}

function open(count: number, config: Partial<AuthConfig> = {}): AuthInstance {
  return Auth({
    providers: Array.from({ length: count }, (_, n) => ({
      id: `platform${n}`,
      name: `Platform ${n}`,
      type: 'oauth' as const,
      authorization: 'https://platform.example/authorize?scope=profile',
      token: 'https://platform.example/token',
      userinfo: 'https://platform.example/me',
      clientId: 'client',
      clientSecret: 'client-secret',
    })),
    secret,
    url: origin,
    ...config,
    runtime: {
      env: { NODE_ENV: 'test' },
      fetch: async (input) => Response.json(answers[new URL(String(input)).pathname]),
      ...config.runtime,
    },
  })
}

/** Signs Ada in, so that everything is loaded and every key derived; returns her Cookie header. */
async function signIn(auth: AuthInstance): Promise<string> {
  const browser = createBrowser({
    origin,
    app: auth.handler,
    async atPlatform(url) {
      const { redirect_uri = '', state = '' } = Object.fromEntries(new URL(url).searchParams)
      return `${redirect_uri}?${new URLSearchParams({ code: 'code', state })}`
    },
  })
  await browser.signIn('platform0')
  expect((await browser.session())?.user.name).toBe('Ada')
  return [...browser.cookies].map((pair) => pair.join('=')).join('; ')
}

function ask(cookie: string): Request {
  return new Request(`${origin}/api/auth/session`, { headers: { cookie } })
}

function press(): Request {
  const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' }
  return new Request(`${origin}/api/auth/signin/platform0`, {
    method: 'POST',
    headers,
    body: 'a=b',
  })
}

/**
 * Never more than this, and nothing that is not named. The limits are what it takes today: whoever needs less may lower them, and
 * whoever needs more has made every page of an application slower.
 */
function expectAtMost(limit: Count, taken: Count): void {
  const names = Object.keys({ ...limit, ...taken }) as (keyof Count)[]
  for (const name of names) expect(taken[name] ?? 0, name).toBeLessThanOrEqual(limit[name] ?? 0)
}

/** Does the work once, and tells what came of it and what it took. */
async function measure<T>(work: () => Promise<T>): Promise<[result: T, taken: Count]> {
  const done: T[] = []
  const taken = await counter.during(async () => done.push(await work()))
  return [done[0] as T, taken]
}

const ada = { user: { name: 'Ada' } }

let counter: Counter
beforeEach(() => {
  counter = startCounter()
})
afterEach(() => counter.stop())

test('every call that costs time is counted, so a limit says something', async () => {
  // Whoever never did this before has to seal, open, hash and draw; so much cannot be saved.
  const taken = await counter.during(() => signIn(open(1)))
  for (const name of [
    'createCipheriv',
    'createDecipheriv',
    'createHash',
    'hkdfSync',
    'Request',
    'Response',
    'Headers',
    'URL',
    'URLSearchParams',
  ] as const) {
    expect(taken[name] ?? 0, name).toBeGreaterThan(0)
  }
})

describe.each([1, 100])('with %i providers', (providers) => {
  test('a session check opens one seal and makes one response, and nothing else', async () => {
    const auth = open(providers)
    const request = ask(await signIn(auth))
    const [response, taken] = await measure(() => auth.handler(request))
    expect(await response.json()).toMatchObject(ada)
    // The seal of the session, and the answer.
    expectAtMost({ createDecipheriv: 1, Response: 1 }, taken)
  })

  test('a session read in code opens one seal and makes nothing', async () => {
    const auth = open(providers)
    const request = ask(await signIn(auth))
    const [session, taken] = await measure(() => auth.session(request))
    expect(session).toMatchObject(ada)
    // The seal of the session.
    expectAtMost({ createDecipheriv: 1 }, taken)
  })

  test('a sign-in starts with one seal, one hash and one address', async () => {
    const auth = open(providers)
    await signIn(auth)
    const request = press()
    const [response, taken] = await measure(() => auth.handler(request))
    expect(response.headers.get('location')).toMatch(/^https:\/\/platform\.example\/authorize\?/)
    expectAtMost(
      {
        // The flow is sealed into a cookie.
        createCipheriv: 1,
        // The challenge of PKCE.
        createHash: 1,
        // The draw that a dozen sign-ins share.
        getRandomValues: 1,
        Response: 1,
        // The platform's address.
        URL: 1,
        // What the form said, and what the platform is asked.
        URLSearchParams: 2,
      },
      taken,
    )
  })
})

test('somebody without a cookie costs no cryptography at all', async () => {
  const auth = open(1)
  await signIn(auth)
  const request = new Request(`${origin}/api/auth/session`)
  const [response, taken] = await measure(() => auth.handler(request))
  expect(await response.json()).toBeNull()
  // The answer.
  expectAtMost({ Response: 1 }, taken)
  const [session, takenInCode] = await measure(() => auth.session(request))
  expect(session).toBeNull()
  expectAtMost({}, takenInCode)
})

test('a retired secret costs a comparison, not a decryption', async () => {
  const rotated = open(1, { secret: ['a-new-secret-of-sufficient-length-0123456789', secret] })
  const cookie = await signIn(open(1))
  const request = ask(cookie)
  await rotated.session(request)
  const [session, taken] = await measure(() => rotated.session(request))
  expect(session).toMatchObject(ada)
  // One attempt, with the secret that fits.
  expectAtMost({ createDecipheriv: 1 }, taken)
})

test('a session in a storage takes one hash and one question to the storage', async () => {
  const asked: string[] = []
  const real = memory()
  const storage = new Proxy<Storage>(real, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver)
      if (typeof value === 'function') asked.push(String(name))
      return value
    },
  })
  const auth = open(1, { storage })
  const request = ask(await signIn(auth))
  asked.length = 0
  const [response, taken] = await measure(() => auth.handler(request))
  expect(await response.json()).toMatchObject(ada)
  // The storage knows the hash of the key only.
  expectAtMost({ createHash: 1, Response: 1 }, taken)
  // Each question is a round trip to a database.
  expect(asked.length, asked.join()).toBeLessThanOrEqual(1)
})

test('behind node:http a session check makes none of the objects of the web', async () => {
  const auth = open(1)
  const cookie = await signIn(auth)
  const listener = toNode(auth)
  const incoming = Object.assign(new IncomingMessage(new Socket()), {
    method: 'GET',
    url: '/api/auth/session',
    headers: { cookie, host: 'app.test' },
  })
  const outgoing = new ServerResponse(incoming)
  const ended = Promise.withResolvers<string>()
  outgoing.end = ((body: string) => ended.resolve(body)) as never
  const taken = await counter.during(async () => {
    listener(incoming as never, outgoing as never)
    await ended.promise
  })
  expect(JSON.parse(await ended.promise)).toMatchObject(ada)
  expect(outgoing.statusCode).toBe(200)
  // The seal of the session.
  expectAtMost({ createDecipheriv: 1 }, taken)
})

test('code that is loaded when it is first needed is loaded once: an import costs time every time', () => {
  const src = join(import.meta.dirname, '../../src')
  const rooms =
    /^(actions|config|identity|methods|pages|responses|router|routes|sessions|(auth|context|engine)\.ts)/
  const repeated = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => rooms.test(path) && path.endsWith('.ts'))
    .flatMap((path) => {
      const text = readFileSync(join(src, path), 'utf8')
      const all = text.match(/(?<!typeof )\bimport\('/g) ?? []
      // A method is loaded by `loadMethod`, once for each provider.
      const once =
        text.match(/(loadOnce\(|\bload: )\s*(async )?\(\) => (\(await )?import\('/g) ?? []
      return all.length > once.length ? [path] : []
    })
  expect(repeated).toEqual([])
})
