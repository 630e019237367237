import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toNode } from '../../src/frameworks/node.ts'
import { Auth, type AuthConfig, type AuthInstance } from '../../src/index.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser } from '../../src/testing.ts'
import type { Storage } from '../../src/types/storage.ts'
import { origin, secret } from '../setup.ts'
import { type Counter, startCounter } from './counted.ts'

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
    env: {},
    fetch: async (input) => Response.json(answers[new URL(String(input)).pathname]),
    ...config,
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

let counter: Counter
beforeEach(() => {
  counter = startCounter()
})
afterEach(() => counter.stop())

describe.each([1, 100])('with %i providers', (providers) => {
  test('a session check opens one seal and makes one response, and nothing else', async () => {
    const auth = open(providers)
    const request = ask(await signIn(auth))
    const response = await counter.during(() => auth.handler(request))
    expect(response).toEqual({ createDecipheriv: 1, Response: 1 })
  })

  test('a session read in code opens one seal and makes nothing', async () => {
    const auth = open(providers)
    const request = ask(await signIn(auth))
    expect(await counter.during(() => auth.session(request))).toEqual({ createDecipheriv: 1 })
  })

  test('a sign-in starts with one seal, one draw of chance, one hash and one address', async () => {
    const auth = open(providers)
    await signIn(auth)
    const request = press()
    expect(await counter.during(() => auth.handler(request))).toEqual({
      createCipheriv: 1,
      createHash: 1,
      // One for the flow, one for the seal.
      randomBytes: 2,
      Response: 1,
      URL: 1,
      URLSearchParams: 2,
    })
  })
})

test('somebody without a cookie costs no cryptography at all', async () => {
  const auth = open(1)
  await signIn(auth)
  const request = new Request(`${origin}/api/auth/session`)
  expect(await counter.during(() => auth.handler(request))).toEqual({ Response: 1 })
  expect(await counter.during(() => auth.session(request))).toEqual({})
})

test('a retired secret costs a comparison, not a decryption', async () => {
  const rotated = open(1, { secret: ['a-new-secret-of-sufficient-length-0123456789', secret] })
  const cookie = await signIn(open(1))
  const request = ask(cookie)
  await rotated.session(request)
  expect(await counter.during(() => rotated.session(request))).toEqual({ createDecipheriv: 1 })
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
  expect(await counter.during(() => auth.handler(request))).toEqual({ createHash: 1, Response: 1 })
  expect(asked).toEqual(['getSessionAndUser'])
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
  expect(JSON.parse(await ended.promise)).toMatchObject({ user: { name: 'Ada' } })
  expect(outgoing.statusCode).toBe(200)
  expect(taken).toEqual({ createDecipheriv: 1 })
})
