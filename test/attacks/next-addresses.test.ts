import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import withAuth from '../../src/authjs/next-auth/middleware.ts'
import NextAuth from '../../src/authjs/next-auth.ts'
import { toNext } from '../../src/frameworks/next.ts'
import Credentials from '../../src/providers/credentials.ts'
import { people } from '../frameworks/people.ts'
import { secret } from '../setup.ts'

const url = 'http://localhost:3000'

// CVE-2026-44573, CVE-2026-44575, CVE-2026-45109: one page has many addresses, and the proxy was asked about some of them only.
const addresses = [
  '/guarded',
  '/guarded/',
  '/guarded?_rsc=1a2b3',
  '/guarded.rsc',
  '/guarded.prefetch.rsc',
  '/guarded.segments/_tree.segment.rsc',
  '/guarded.segments/guarded/__PAGE__.segment.rsc',
  '/guarded.json',
  '/de/guarded',
  '/de/guarded.rsc',
  '/index',
  '/index.rsc',
  '/_next/data/build/guarded.json',
  '/_next/data/build/de/guarded.json',
  '/_next/data/build/index.json',
  '/_next/data/build/guarded.json?nextParamSlug=x',
  '/_next/%64ata/build/guarded.json',
  '/_next/Data/build/guarded.json',
  '/_next//data/build/guarded.json',
  '/_next/data%2fbuild/guarded.json',
  '/_next%2fdata/build/guarded.json',
  '/_next/rsc/guarded',
  '/_next/staticguarded',
  '/_next',
  '/_NEXT/static/guarded',
  '/%5fnext/data/build/guarded.json',
  '/favicon.ico/guarded',
  '/favicon.ico%2f..%2fguarded',
  '/api/authguarded',
  '/api%2fauth/guarded',
  '/login/guarded',
  '/login.rsc/guarded',
  '/Login',
]

/** What Next and its clients send about themselves, and what our own proxy tells pages. */
const headers: Record<string, string>[] = [
  {},
  { 'x-nextjs-data': '1' },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
  { 'next-router-state-tree': '%5B%22%22%5D', 'next-url': '/login' },
  { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
  { 'x-middleware-prefetch': '1', purpose: 'prefetch' },
  { 'x-invoke-path': '/login', 'x-matched-path': '/login', 'x-rewrite-url': '/login' },
  { 'x-portico-path': '/login' },
  { 'x-portico-path': '/api/auth/signin' },
  { 'x-forwarded-prefix': '/api/auth' },
]

const cases = addresses.flatMap((path) => headers.map((sent) => ({ path, sent })))

describe('a page that asks for its session is closed to strangers at every address', () => {
  test('in the pages router, whichever way its data is asked for', async () => {
    const { requireSession } = toNext(people(url).auth)
    let served = 0
    const server = createServer(async (req, res) => {
      if (await requireSession({ req, res, resolvedUrl: '/guarded' })) served++
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    for (const { path, sent } of cases) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: sent })
      expect([path, response.status]).toEqual([path, 401])
    }
    expect(served).toBe(0)
  })

  test('in the app router', async () => {
    let served = 0
    const page = toNext(people(url).auth).requireSession(() => {
      served++
      return new Response('for members only')
    })
    for (const { path, sent } of cases) {
      const response = await page(new Request(url + path, { headers: sent }), {})
      expect([path, response.status]).toEqual([path, 401])
    }
    expect(served).toBe(0)
  })
})

describe('a guard in the proxy is asked for every address of a page, and opens none of them', () => {
  const ask = (path: string, sent: Record<string, string>) =>
    new Request(url + path, { headers: { host: 'localhost:3000', ...sent } })
  const event = { waitUntil: () => {} }

  test('by withAuth of version 4', async () => {
    const proxy = withAuth({ secret, pages: { signIn: '/login' } })
    expect(cases.length).toBeGreaterThan(20)
    for (const { path, sent } of cases) {
      const response = await proxy(ask(path, sent), event)
      expect([path, response?.status]).toEqual([path, 303])
      expect(response?.headers.get('location')).toContain(`${url}/login?callbackUrl=`)
    }
    for (const path of ['/login', '/_next/static/chunks/a.js', '/_next/image', '/favicon.ico'])
      expect(await proxy(ask(path, {}), event)).toBeUndefined()
  })

  test('by auth of version 5', async () => {
    const { auth } = NextAuth({
      secret,
      url,
      runtime: { env: { NODE_ENV: 'test' } },
      logger: { warn() {}, error() {} },
      pages: { signIn: '/login' },
      callbacks: { authorized: ({ auth: session }) => session !== null },
      providers: [Credentials({ credentials: {}, authorize: () => null })],
    })
    for (const { path, sent } of cases) {
      const response = await auth(ask(path, sent), event)
      expect([path, response.status]).toEqual([path, 303])
      expect(response.headers.get('location')).toContain(`${url}/login?callbackUrl=`)
    }
  })
})
