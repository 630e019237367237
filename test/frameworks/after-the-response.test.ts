import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { toAstro } from '../../src/frameworks/astro.ts'
import { toH3 } from '../../src/frameworks/h3.ts'
import { toHono } from '../../src/frameworks/hono.ts'
import { toNext } from '../../src/frameworks/next.ts'
import { sendResponse } from '../../src/frameworks/shared/node-response.ts'
import { toSolidStart } from '../../src/frameworks/solid-start.ts'
import { toSvelteKit } from '../../src/frameworks/sveltekit.ts'
import { toTanStackStart } from '../../src/frameworks/tanstack-start.ts'
import { toWorkers } from '../../src/frameworks/workers.ts'
import type { AuthInstance, SignInOptions } from '../../src/index.ts'
import { passwordHouse } from '../password/house.ts'
import { origin } from '../setup.ts'
import { Redirect } from './doors/sveltekit.ts'
import { redirect as tanStackRedirect } from './doors/tanstack-start.ts'

const next = vi.hoisted(() => ({ after: (_work: Promise<unknown>) => {}, headers: new Headers() }))
vi.mock('next/server', () => ({
  after: (work: Promise<unknown>) => next.after(work),
  connection: undefined,
}))
vi.mock('next/headers', () => ({
  headers: async () => next.headers,
  cookies: async () => ({ set() {} }),
}))
vi.mock('next/navigation', () => ({
  redirect: (url: string) => {
    throw new Redirect(303, url)
  },
}))

/** The address that a thrown redirect leads to. */
function thrown(error: unknown): Redirect {
  if (error instanceof Redirect) return error
  throw error
}

const address = '203.0.113.7'
const fields = { action: 'forgot', email: 'nobody@people.test' }
const headers = { origin, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }

function forgotten(): Request {
  const body = new URLSearchParams(fields)
  return new Request(`${origin}/api/auth/callback/password`, { method: 'POST', headers, body })
}

interface Worker {
  waitUntil(work: Promise<unknown>): void
}

/** The two ways in which a door lets a mail be sent: by its route, and by the application's own code. */
interface Ways {
  route(request: Request): unknown
  call(request: Request, options: SignInOptions): unknown
}

const doors: Readonly<Record<string, (auth: AuthInstance, worker: Worker) => Ways>> = {
  astro(auth, worker) {
    const { ALL, signIn } = toAstro(auth)
    const locals = { cfContext: worker }
    const context = (request: Request) => ({
      request,
      locals,
      clientAddress: address,
      isPrerendered: false,
    })
    return {
      route: (request) => ALL(context(request)),
      call: (request, options) => signIn(context(request), 'password', options),
    }
  },
  'h3, version 2'(auth, worker) {
    const { handler, signIn } = toH3(auth)
    const event = (request: Request) => ({
      req: Object.assign(request, {
        waitUntil: (work: Promise<unknown>) => worker.waitUntil(work),
      }),
      res: { headers: new Headers() },
      context: {},
    })
    return {
      route: (request) => handler(event(request)),
      call: (request, options) => signIn(event(request), 'password', options),
    }
  },
  hono(auth, worker) {
    const { handler, signIn } = toHono(auth)
    const app = new Hono().all('/api/auth/*', handler)
    const context = { ...worker, passThroughOnException() {}, props: {} }
    return {
      route: (request) => app.fetch(request, {}, context),
      call: (request, options) =>
        new Hono().all('*', (c) => signIn(c, 'password', options)).fetch(request, {}, context),
    }
  },
  next(auth, worker) {
    const { POST, signIn } = toNext(auth)
    next.after = (work) => worker.waitUntil(work)
    next.headers = new Headers({ ...headers, host: new URL(origin).host })
    return {
      route: POST,
      call: (_request, options) => signIn('password', options).catch(thrown),
    }
  },
  'solid start'(auth, worker) {
    const at = (request: Request) => ({
      request: Object.assign(request, worker),
      response: { headers: new Headers() },
      locals: {},
    })
    let current: ReturnType<typeof at> | undefined
    const { POST, signIn } = toSolidStart(auth, () => current)
    return {
      route: (request) => POST(at(request)),
      call(request, options) {
        current = at(request)
        return signIn('password', options)
      },
    }
  },
  sveltekit(auth, worker) {
    const redirect = (status: number, location: string): never => {
      throw new Redirect(status, location)
    }
    const { handle, signIn } = toSvelteKit(auth, { redirect })
    const event = (request: Request) => ({
      request,
      url: new URL(request.url),
      locals: {},
      isDataRequest: false,
      platform: { env: {}, context: worker },
      getClientAddress: () => address,
      cookies: { set() {} },
    })
    return {
      route: (request) =>
        handle({ event: event(request), resolve: () => new Response(null, { status: 404 }) }),
      call: (request, options) => signIn(event(request), 'password', options).catch(thrown),
    }
  },
  'tanstack start'(auth, worker) {
    let current = forgotten()
    const { handlers, signIn } = toTanStackStart(auth, {
      redirect: tanStackRedirect,
      getRequest: () => current,
      getRequestIP: () => address,
      appendResponseHeader() {},
      setResponseHeader() {},
    })
    const at = (request: Request) => {
      current = Object.assign(request, worker)
    }
    return {
      route(request) {
        at(request)
        return handlers.POST()
      },
      call(request, options) {
        at(request)
        return signIn('password', options)
      },
    }
  },
  workers(auth, worker) {
    const { handler, signIn } = toWorkers(() => auth)
    const { waitUntil } = worker
    return {
      route: (request) => handler(request, {}, worker),
      call: (request, options) => signIn(request, 'password', { env: {}, waitUntil, ...options }),
    }
  },
}

describe.each(Object.entries(doors))('%s', (_name, open) => {
  test.each(['route', 'call'] as const)('waits for a mail after the response: %s', async (way) => {
    const { auth, mails } = await passwordHouse()
    const kept: Promise<unknown>[] = []
    const ways = open(auth, { waitUntil: (work) => void kept.push(work) })
    await ways[way](forgotten(), { fields })
    expect(kept).not.toEqual([])
    await Promise.all(kept)
    expect(mails.map(({ to }) => to)).toEqual(['nobody@people.test'])
  })
})

test('the event of Nitro 2 waits for a mail after the response', async () => {
  const { auth, mails } = await passwordHouse()
  const kept: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => void kept.push(work)
  const { handler } = toH3(auth)
  const server = createServer(async (req, res) => {
    const event = { node: { req, res }, context: {}, waitUntil }
    await sendResponse(await handler(event), res)
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const path = `http://127.0.0.1:${port}/api/auth/callback/password`
  const body = new URLSearchParams(fields)
  await fetch(path, { method: 'POST', headers, body, redirect: 'manual' })
  expect(kept).not.toEqual([])
  await Promise.all(kept)
  expect(mails).toHaveLength(1)
})
