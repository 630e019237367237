import { describe, expect, test, vi } from 'vitest'
import { toAstro } from '../../src/frameworks/astro.ts'
import { toH3, type WebEvent } from '../../src/frameworks/h3.ts'
import { toNext } from '../../src/frameworks/next.ts'
import { toReactRouter } from '../../src/frameworks/react-router.ts'
import { toSolidStart } from '../../src/frameworks/solid-start.ts'
import { toSvelteKit } from '../../src/frameworks/sveltekit.ts'
import { toTanStackStart } from '../../src/frameworks/tanstack-start.ts'
import { Auth, AuthError, type AuthInstance, type Storage } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser } from '../../src/testing.ts'
import { origin, secret } from '../setup.ts'

vi.mock('next/server', () => ({ NextResponse: { next: () => new Response('the page') } }))

/** An application whose storage can go down. */
function application(url: string) {
  const whole = memory()
  const state = { isDown: false }
  const storage: Storage = {
    ...whole,
    getSessionAndUser(token) {
      if (state.isDown) throw new Error('connection refused by 10.0.0.7')
      return whole.getSessionAndUser(token)
    },
  }
  const auth: AuthInstance = Auth({
    url,
    secret,
    storage,
    runtime: { env: { NODE_ENV: 'test' } },
    logger: { warn: () => {}, error: () => {} },
    providers: [
      Credentials({
        credentials: { name: { label: 'Name' } },
        authorize: ({ name }) => ({ id: String(name), name: 'Ada' }),
      }),
    ],
  })
  return { auth, state }
}

/** The Cookie header of somebody who is signed in, at an application whose storage has gone down since. */
async function stranded() {
  const { auth, state } = application(origin)
  const browser = createBrowser({ origin, app: auth.handler })
  await browser.submit('/api/auth/callback/credentials', { name: 'ada' })
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  expect(await auth.session(new Headers({ cookie }))).not.toBeNull()
  state.isDown = true
  const asked = (headers: Record<string, string> = {}) =>
    new Request(`${origin}/page`, { headers: { accept: 'text/html', cookie, ...headers } })
  return { auth, asked, stranger: new Request(`${origin}/page`) }
}

describe('a hook that reads the session for every page', () => {
  test('of Astro lets pages through that do not look, and answers 503 for those that do', async () => {
    const { auth, asked } = await stranded()
    const { onRequest, requireSession, session } = toAstro(auth)
    const visit = (page: (context: Context) => Promise<Response>) => {
      const context = { request: asked(), locals: {}, clientAddress: '::1', isPrerendered: false }
      return onRequest(context, () => page(context))
    }
    type Context = Parameters<typeof onRequest>[0]
    expect((await visit(async () => new Response('public'))).status).toBe(200)
    const looks = await visit(async ({ locals }) => Response.json(Reflect.get(locals, 'session')))
    expect(looks.status).toBe(503)
    const asks = await visit(async (context) => Response.json(await session(context)))
    expect(asks.status).toBe(503)
    const guarded = await visit(async (context) => Response.json(await requireSession(context)))
    expect([guarded.status, guarded.headers.get('location')]).toEqual([503, null])
  })

  test.each([false, true])('of SvelteKit does the same (data: %s)', async (isDataRequest) => {
    const { auth, asked } = await stranded()
    const redirect = () => {
      throw new Error('redirected')
    }
    const { handle, requireSession } = toSvelteKit(auth, { redirect })
    const visit = (page: (event: SvelteKitEvent) => unknown) => {
      const request = asked()
      const event = {
        request,
        url: new URL(request.url),
        locals: {},
        isDataRequest,
        getClientAddress: () => '::1',
        cookies: { set() {} },
      }
      const failed = new Response('Internal Error', { status: isDataRequest ? 200 : 500 })
      const resolve = async () => {
        try {
          return Response.json(await page(event))
        } catch (error) {
          expect(error).toBeInstanceOf(AuthError)
          return failed
        }
      }
      return handle({ event, resolve })
    }
    type SvelteKitEvent = Parameters<typeof requireSession>[0]
    expect((await visit(() => 'public')).status).toBe(200)
    expect((await visit(({ locals }) => Reflect.get(locals, 'session'))).status).toBe(503)
    expect((await visit((event) => requireSession(event))).status).toBe(503)
  })

  test('of h3 does the same', async () => {
    const { auth, asked } = await stranded()
    const { middleware, requireSession, upgrade } = toH3(auth)
    const event: WebEvent = { req: asked(), res: { headers: new Headers() }, context: {} }
    await middleware(event)
    const down = expect.objectContaining({ status: 503, data: { error: 'StorageError' } })
    expect(() => Reflect.get(event.context, 'session')).toThrow(down)
    await expect(requireSession(event)).rejects.toEqual(down)
    const { headers } = asked({ origin })
    await expect(upgrade({ headers, context: {} })).rejects.toEqual(down)
  })

  test('of React Router answers 503: its context cannot say that nobody knows', async () => {
    const { auth, asked, stranger } = await stranded()
    const { middleware, requireSession, sessionContext } = toReactRouter(auth)
    const values = new Map<unknown, unknown>()
    const visit = (request: Request) => ({
      request,
      url: new URL(request.url),
      context: {
        get: <T>(key: { defaultValue?: T }) => (values.get(key) ?? key.defaultValue) as T,
        set: (key: unknown, value: unknown) => void values.set(key, value),
      },
    })
    const page = async () => new Response('public')
    const [hook = page] = middleware
    await expect(hook(visit(asked()), page)).rejects.toMatchObject({ status: 503 })
    await expect(requireSession(visit(asked()))).rejects.toMatchObject({ status: 503 })
    expect(await hook(visit(stranger), page)).toMatchObject({ status: 200 })
    expect(visit(stranger).context.get(sessionContext)).toBeNull()
  })

  test('of Next answers 503 in the proxy, since no server component can', async () => {
    const { auth, asked, stranger } = await stranded()
    const { proxy } = toNext(auth)
    const answer = await proxy(asked())
    expect([answer.status, answer.headers.get('location')]).toEqual([503, null])
    expect((await proxy(stranger)).status).toBe(200)
  })
})

test('a guard of SolidStart throws 503, in a page and in a server function', async () => {
  const { auth, asked } = await stranded()
  for (const locals of [{}, { serverFunctionMeta: {} }]) {
    const event = { request: asked(), response: { headers: new Headers() }, locals }
    const { requireSession } = toSolidStart(auth, () => event)
    await expect(requireSession()).rejects.toMatchObject({ status: 503 })
  }
})

test('a guard of TanStack Start throws 503, and what the router shows in a server function', async () => {
  const { auth, asked } = await stranded()
  const guard = (request: Request) =>
    toTanStackStart(auth, {
      redirect: (options) => Object.assign(new Response(null, { status: 307 }), { options }),
      getRequest: () => request,
      getRequestIP: () => undefined,
      appendResponseHeader() {},
      setResponseHeader() {},
    }).requireSession()
  await expect(guard(asked())).rejects.toMatchObject({ status: 503 })
  await expect(guard(asked({ 'x-tsr-serverfn': 'true' }))).rejects.toMatchObject({
    code: 'StorageError',
  })
})

test('guards that are called in a page take maxAge, and 0 lets nobody through', async () => {
  const { auth } = application(origin)
  const browser = createBrowser({ origin, app: auth.handler })
  await browser.submit('/api/auth/callback/credentials', { name: 'ada' })
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const request = new Request(`${origin}/page`, { headers: { cookie } })
  const event: WebEvent = { req: request, res: { headers: new Headers() }, context: {} }
  const { requireSession, session } = toH3(auth)
  expect(await session(event)).not.toBeNull()
  expect((await requireSession(event, { maxAge: 60 })).user.name).toBe('Ada')
  await expect(requireSession(event, { maxAge: 0 })).rejects.toMatchObject({
    status: 403,
    data: { error: 'RecentSignInRequired' },
  })
})
