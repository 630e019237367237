import { describe, expect, test } from 'vitest'
import { Auth } from '../../src/index.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { origin, secret } from '../setup.ts'
import { base, plain, stage } from './stage.ts'

const front = 'https://front.app.test'
const trustedOrigins = [{ origin: front, act: true }, 'https://shop.test', 'https://*.shop.test']

/** What a browser sends along with a script of the front end. */
const script = { origin: front, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }

function ask(
  browser: TestBrowser,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Response> {
  const post = body && { method: 'POST', body: JSON.stringify(body) }
  const type = body && { 'content-type': 'application/json' }
  const accept = { accept: 'application/json' }
  return browser.send(
    new Request(base + path, { headers: { ...accept, ...type, ...headers }, ...post }),
  )
}

function preflight(browser: TestBrowser, from: string): Promise<Response> {
  const headers = { origin: from, 'access-control-request-method': 'POST' }
  return browser.send(new Request(`${base}/signout`, { method: 'OPTIONS', headers }))
}

describe('an origin that may act', () => {
  test('reads the session and signs out, and its scripts may see the answers', async () => {
    const { browser } = await stage({ trustedOrigins })
    await browser.signIn('plain', { as: 'ada' })
    const session = await ask(browser, '/session', script)
    expect((await session.json()).user.name).toBe('Ada Lovelace')
    expect(session.headers.get('access-control-allow-origin')).toBe(front)
    expect(session.headers.get('access-control-allow-credentials')).toBe('true')
    expect(session.headers.get('vary')).toContain('Origin')
    expect((await preflight(browser, front)).status).toBe(204)
    const out = await ask(browser, '/signout', script, { callbackUrl: `${front}/bye` })
    expect(await out.json()).toEqual({ url: `${front}/bye` })
    expect(out.headers.get('access-control-allow-origin')).toBe(front)
    expect(await browser.session()).toBeNull()
  })

  test('is told why a script of another site is kept out, and may use a form', async () => {
    const { browser } = await stage({ trustedOrigins })
    await browser.signIn('plain', { as: 'ada' })
    const other = { ...script, 'sec-fetch-site': 'cross-site' }
    for (const response of [
      await ask(browser, '/session', other),
      await ask(browser, '/signout', other, {}),
    ]) {
      expect(response.status).toBe(403)
      expect(response.headers.get('access-control-allow-origin')).toBe(front)
      expect(await response.json()).toMatchObject({ error: 'CrossSite' })
    }
    expect(await browser.session()).not.toBeNull()
    const form = await ask(browser, '/signout', { ...other, 'sec-fetch-mode': 'navigate' }, {})
    expect(form.status).toBe(200)
  })
})

describe.each([
  ['an origin that people may only be sent to', 'https://shop.test'],
  ['a subdomain of one', 'https://a.shop.test'],
  ['a subdomain of one that may act', 'https://x.front.app.test'],
  ['the same name without protection', 'http://front.app.test'],
  ['another port', 'https://front.app.test:8443'],
  ['nobody', 'null'],
  ['several', `${front}, https://evil.test`],
  ['an origin that begins like it', 'https://front.app.test.evil.test'],
])('%s', (_, from) => {
  test('reads nothing, gets 403 for an action, and the visitor stays signed in', async () => {
    const { browser } = await stage({ trustedOrigins })
    await browser.signIn('plain', { as: 'ada' })
    const stranger = { origin: from, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }
    for (const response of [
      await ask(browser, '/session', stranger),
      await ask(browser, '/csrf', stranger),
      await preflight(browser, from),
      await ask(browser, '/signout', stranger, {}),
    ]) {
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    }
    expect((await ask(browser, '/signout', stranger, {})).status).toBe(403)
    expect(await browser.session()).not.toBeNull()
  })
})

test('without an origin that may act, no answer speaks of other origins', async () => {
  const { browser } = await stage()
  const response = await ask(browser, '/session', script)
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  expect(response.headers.get('vary')).toBe('Cookie, Authorization, Accept')
})

function warnings(written: NonNullable<Parameters<typeof Auth>[0]['trustedOrigins']>): string[] {
  const said: string[] = []
  Auth({
    providers: [plain],
    secret,
    url: origin,
    trustedOrigins: written,
    logger: {
      warn: (text) => void said.push(text),
      error: ({ message }) => void said.push(message),
    },
  })
  return said
}

test('a pattern may not act, and another site is pointed out at the start', async () => {
  expect(warnings([{ origin: 'https://*.app.test', act: true }])).toEqual([
    expect.stringContaining('not one origin'),
  ])
  expect(warnings([{ origin: 'https://front.example', act: true }])).toEqual([
    expect.stringContaining('another site than https://app.test'),
  ])
  expect(warnings([{ origin: front, act: true }, { origin: 'https://front.example' }])).toEqual([])
})
