import { createServer } from 'node:http'
import TheirCredentials from '@auth/core/providers/credentials'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Auth } from '../../src/authjs/auth.ts'
import { getToken } from '../../src/authjs/next-auth/jwt.ts'
import { getServerSession, type NextAuthOptions } from '../../src/authjs/next-auth.ts'
import { memory } from '../../src/storage/memory.ts'
import { cookiesAfter } from '../frameworks/people.ts'
import { secret } from '../setup.ts'
import { day, version4, version5 } from './cookies.ts'

const url = 'http://localhost:3000'
const token = { sub: 'gone', name: 'Ada' }

/** An application whose database does not know everybody whom a cookie names. */
function application(
  more: Partial<NextAuthOptions> = {},
  env: object = { AUTH_FROM_AUTHJS_SINCE: day() },
) {
  const storage = memory()
  const config: NextAuthOptions = {
    secret,
    url,
    adapter: storage as object,
    session: { strategy: 'jwt', check: 0 },
    logger: { warn() {} },
    providers: [
      TheirCredentials({
        credentials: { name: {} },
        authorize: async ({ name }) => (await storage.getUser(String(name))) as { id: string },
      }),
    ],
    ...more,
    runtime: { env: { NODE_ENV: 'test', ...env } },
  }
  const ask = (cookie: string, path = '/session') =>
    Auth(new Request(`${url}/auth${path}`, { headers: { cookie } }), config)
  const believed = (cookie: string) =>
    getToken({ req: new Request(url, { headers: { cookie } }), secret, since: day() })
  return { storage, config, ask, believed }
}

const cookies = [
  ['version 5', () => version5({ token, name: 'authjs.session-token' })],
  ['version 4', async () => version4({ token, name: 'next-auth.session-token' })],
] as const

describe.each(cookies)('a cookie of %s whose user is gone', (_, make) => {
  test('is removed by the first answer, and then getToken says the same as the session', async () => {
    const { ask, believed } = application()
    const cookie = await make()
    expect(await believed(cookie)).toMatchObject({ sub: 'gone' })
    const response = await ask(cookie)
    expect(await response.json()).toBeNull()
    expect(response.headers.get('cache-control')).toContain('no-store')
    const left = cookiesAfter(response, cookie)
    expect(left).toBe('')
    expect(await believed(left)).toBeNull()
  })

  test('is removed by a page of the pages router', async () => {
    const { config } = application()
    const cookie = await make()
    const server = createServer(async (req, res) => {
      res.end(JSON.stringify(await getServerSession(req, res, config)))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = Object(server.address())
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { cookie } })
    expect(await response.json()).toBeNull()
    expect(cookiesAfter(response, cookie)).toBe('')
  })

  test('stays while nobody has said when Auth.js was replaced: its day may still come', async () => {
    const { ask } = application({}, {})
    const cookie = await make()
    const response = await ask(cookie)
    expect(await response.json()).toBeNull()
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

test('a cookie of ours whose user is gone is removed, too', async () => {
  const { storage, config, ask, believed } = application()
  const { id } = await storage.createUser({ id: 'u-ada', name: 'Ada', emailVerified: null })
  const signedIn = await Auth(
    new Request(`${url}/auth/callback/credentials`, {
      method: 'POST',
      headers: { origin: url },
      body: new URLSearchParams({ name: id }),
    }),
    config,
  )
  const cookie = cookiesAfter(signedIn)
  const before = await ask(cookie)
  expect(await before.json()).toMatchObject({ user: { id } })
  expect(cookiesAfter(before, cookie)).toContain('portico.session=')
  await storage.deleteUser(id)
  expect(await believed(cookie)).toMatchObject({ sub: id })
  const after = await ask(cookie)
  expect(await after.json()).toBeNull()
  expect(cookiesAfter(after, cookie)).not.toContain('portico.session=')
})

test('a cookie stays if it is the session callback that shows nobody', async () => {
  const { storage, ask } = application({ callbacks: { session: () => null as never } })
  await storage.createUser({ id: 'gone', name: 'Ada', emailVerified: null })
  const cookie = await version5({ token, name: 'authjs.session-token' })
  const response = await ask(cookie)
  expect(await response.json()).toBeNull()
  expect(response.headers.getSetCookie()).toEqual([])
})
