import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { Hono } from 'hono'
import { describe, expect, test, vi } from 'vitest'
import { jwtClient } from '../../src/client/jwt.ts'
import type { VerifiedClaims } from '../../src/jwt.ts'
import { house, issuer } from './house.ts'

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('a service is protected in one line', () => {
  test('by Hono', async () => {
    const { auth, browser, service, userId } = await house()
    const { token } = await auth.jwt.issue(browser)
    const app = new Hono<{ Variables: { jwt: VerifiedClaims } }>()
    app.use('/posts', service.hono)
    app.get('/posts', (c) => c.text(c.get('jwt').sub))
    const good = await app.request('/posts', { headers: bearer(token) })
    expect([good.status, await good.text()]).toEqual([200, userId])
    const none = await app.request('/posts')
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    const bad = await app.request('/posts', { headers: bearer('x.y.z') })
    expect(bad.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    expect(await bad.json()).toMatchObject({ error: 'Malformed' })
  })

  test('by Express', async () => {
    const { auth, browser, service, userId } = await house()
    const { token } = await auth.jwt.issue(browser)
    const app = express()
    app.use(service.express)
    app.get('/posts', (request, response) => {
      response.send((request as { jwt?: VerifiedClaims }).jwt?.sub)
    })
    const server = createServer(app)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/posts`
      const good = await fetch(at, { headers: bearer(token) })
      expect([good.status, await good.text()]).toEqual([200, userId])
      for (const headers of [
        {},
        bearer(''),
        bearer(`${token}x`),
        { authorization: 'Basic eDp5' },
      ]) {
        const refused = await fetch(at, { headers })
        expect(refused.status).toBe(401)
        expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer/)
      }
    } finally {
      server.close()
    }
  })

  test('protects a Worker', async () => {
    const { auth, browser, service, userId } = await house()
    const { token } = await auth.jwt.issue(browser)
    const worker = {
      fetch: service.fetch((_request, claims, env: { name: string }) =>
        Response.json([claims.sub, env.name]),
      ),
    }
    const ask = (headers: HeadersInit) =>
      worker.fetch(new Request('https://api.example.com/', { headers }), { name: 'Acme' })
    expect(await (await ask(bearer(token))).json()).toEqual([userId, 'Acme'])
    expect((await ask({})).status).toBe(401)
  })

  test('reads nobody’s token from an address or a cookie', async () => {
    const { auth, browser, service } = await house()
    const { token } = await auth.jwt.issue(browser)
    const sent = new Request(`https://api.example.com/?access_token=${token}`, {
      headers: { cookie: `access_token=${token}` },
    })
    await expect(service.read(sent)).rejects.toMatchObject({ code: 'Missing', status: 401 })
    await expect(service.read({ headers: bearer(token) })).resolves.toBeTruthy()
    // As those of undici, or of a test's environment, which are of another class than the global one.
    const headers = { get: (name: string) => new Headers(bearer(token)).get(name) }
    for (const source of [headers, { headers }])
      await expect(service.read(source as Headers)).resolves.toBeTruthy()
  })
})

describe('the client', () => {
  test.each([
    ['behind', -600],
    ['ahead', 600],
  ])('keeps a token no longer than it lives on a device whose clock is %s', async (_, seconds) => {
    const { browser } = await house({ runtime: { now: Date.now } })
    let asked = 0
    vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      asked++
      const there = Date.now()
      vi.setSystemTime(there - seconds * 1000)
      const headers = new Headers(init.headers)
      headers.set('content-type', 'application/json')
      headers.set('origin', 'https://app.test')
      try {
        return await browser.send(new Request(`https://app.test${path}`, { ...init, headers }))
      } finally {
        vi.setSystemTime(there)
      }
    })
    try {
      const client = jwtClient()
      const first = await client.token()
      vi.setSystemTime(Date.now() + 260_000)
      expect([await client.token(), asked]).toEqual([first, 1])
      vi.setSystemTime(Date.now() + 20_000)
      expect(await client.token()).not.toBe(first)
      // The clock is set right.
      vi.setSystemTime(Date.now() - 3_600_000)
      await client.token()
      expect(asked).toBe(3)
    } finally {
      vi.useRealTimers()
      vi.unstubAllGlobals()
    }
  })

  test('asks once for many callers, keeps a token until shortly before its end, and forgets it on demand', async () => {
    const { auth, browser } = await house({ runtime: { now: Date.now } })
    let asked = 0
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      asked++
      const headers = new Headers(init.headers)
      headers.set('content-type', 'application/json')
      headers.set('origin', 'https://app.test')
      return browser.send(new Request(`https://app.test${path}`, { ...init, headers }))
    })
    try {
      const client = jwtClient()
      const tokens = await Promise.all([client.token(), client.token(), client.token()])
      expect([asked, new Set(tokens).size]).toEqual([1, 1])
      expect(await client.token()).toBe(tokens[0])
      client.clear()
      expect(await client.token()).not.toBe(tokens[0])
      expect(asked).toBe(2)
      await expect(client.token({ audience: 'another' })).rejects.toMatchObject({
        code: 'InvalidRequest',
      })
    } finally {
      vi.unstubAllGlobals()
    }
    expect((await auth.handler(new Request(`${issuer}/jwks`))).status).toBe(200)
  })
})
