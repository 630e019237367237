import { describe, expect, test } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { idp, plain, stage } from '../attacks/stage.ts'
import { Terms } from '../parts/terms/terms.ts'
import { arrival, origin } from '../setup.ts'

const base = `${origin}/api/auth`
const day = 86_400

/** What a response says about the session's cookie. */
function cookieOf(response: Response): string {
  return response.headers.getSetCookie().find((line) => line.includes('portico.session=')) ?? ''
}

/** How long the session's cookie lives, in seconds; null if it ends with the browser. */
function life(response: Response): number | null {
  expect(cookieOf(response)).not.toBe('')
  const [, seconds] = /Max-Age=(\d+)/.exec(cookieOf(response)) ?? []
  return seconds === undefined ? null : Number(seconds)
}

/** An application with a platform and a form. */
function house(config: Partial<AuthConfig> = {}) {
  const seen: Record<string, unknown>[] = []
  const byForm = Credentials({
    credentials: { name: {} },
    authorize(typed) {
      seen.push(typed)
      return { id: 'ada' }
    },
  })
  const made = stage({ providers: [plain, idp, byForm], ...config })
  return made.then((at) => ({ ...at, seen }))
}

type House = Awaited<ReturnType<typeof house>>

/** Signs in by the platform, with what the form says besides. */
async function enter(at: House, browser: TestBrowser, form: Record<string, string> = {}) {
  const back = await arrival(
    await at.world.decide(await browser.start('plain', form), { as: 'ada' }),
  )
  return browser.visit(String(back))
}

/** Asks for the session as a page's script does, which may renew it. */
const read = (browser: TestBrowser) =>
  browser.visit(`${base}/session`, { accept: 'application/json' })

describe.each(['database', 'cookie'] as const)('a session in a %s', (strategy) => {
  test('stays for its maxAge when nobody says otherwise', async () => {
    const at = await house({ session: { strategy } })
    expect(life(await enter(at, at.browser))).toBe(30 * day)
  })

  test('ends with the browser, or a day after the last visit, if it is not to be remembered', async () => {
    const at = await house({ session: { strategy } })
    expect(life(await enter(at, at.browser, { remember: 'false' }))).toBeNull()
    const thief = at.browser.clone()
    at.world.clock.advance('11h')
    expect(cookieOf(await read(at.browser))).toBe('')
    at.world.clock.advance('2h')
    expect(life(await read(at.browser))).toBeNull()
    at.world.clock.advance('23h')
    expect(await at.browser.session()).not.toBeNull()
    at.world.clock.advance('25h')
    expect(await at.browser.session()).toBeNull()
    expect(await thief.session()).toBeNull()
  })

  test('follows the configuration, and a sign-in that says otherwise', async () => {
    const at = await house({ session: { strategy, remember: false } })
    expect(life(await enter(at, at.browser))).toBeNull()
    expect(life(await enter(at, at.open(), { remember: 'true' }))).toBe(30 * day)
  })

  test('is as brief as before after another sign-in in the same browser that says nothing', async () => {
    const at = await house({ session: { strategy } })
    await enter(at, at.browser, { remember: 'false' })
    expect(life(await enter(at, at.browser))).toBeNull()
    expect(life(await enter(at, at.browser, { remember: 'true' }))).toBe(30 * day)
  })

  test('knows the wish after the steps of a sign-in', async () => {
    const at = await house({ session: { strategy }, parts: [Terms({ version: '1' })] })
    await enter(at, at.browser, { remember: 'false' })
    expect(await at.browser.session()).toBeNull()
    const done = await at.browser.submit(`${base}/terms`, { accept: 'yes' })
    expect(await at.browser.session()).not.toBeNull()
    expect(life(done)).toBeNull()
  })

  test('ends at the absolute end, remembered or not', async () => {
    const session = { strategy, absoluteMaxAge: 3 * day, updateAge: 0 }
    const at = await house({ session })
    expect(life(await enter(at, at.browser))).toBe(3 * day)
    at.world.clock.advance('70h')
    expect(life(await read(at.browser))).toBe(2 * 3600)
    at.world.clock.advance('2h')
    expect(await at.browser.session()).toBeNull()
  })
})

test('a form that leads to the callback says it too, and authorize() does not see it', async () => {
  const at = await house()
  const form = { name: 'ada', remember: 'false' }
  expect(life(await at.browser.submit(`${base}/callback/credentials`, form))).toBeNull()
  expect(at.seen).toEqual([{ name: 'ada' }])
  const json = new Request(`${base}/callback/credentials`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ name: 'ada', remember: true }),
  })
  expect(life(await at.browser.send(json))).toBe(30 * day)
})

test('auth.signIn() takes the wish along', async () => {
  const at = await house()
  const { url, headers } = await at.auth.signIn(new Request(origin), 'plain', { remember: false })
  const cookie = headers.getSetCookie().map((line) => line.split(';')[0])
  const back = await arrival(await at.world.decide(url, { as: 'ada' }))
  const request = new Request(String(back), { headers: { cookie: cookie.join('; ') } })
  expect(life(await at.auth.handler(request))).toBeNull()
})

describe('with `remember: "ask"`', () => {
  const config = { session: { remember: 'ask' as const } }

  test('every form of the sign-in page has the box, and an empty one is not remembered', async () => {
    const at = await house(config)
    const page = await (await at.browser.visit(`${base}/signin`)).text()
    expect(page.match(/<form method="post"/g)).toHaveLength(2)
    expect(page.match(/name="remember"[^>]* value="true"/g)).toHaveLength(2)
    expect(life(await enter(at, at.browser))).toBeNull()
    expect(life(await enter(at, at.browser, { remember: 'true' }))).toBe(30 * day)
  })

  test('the box is on no page otherwise', async () => {
    const at = await house()
    const page = await (await at.browser.visit(`${base}/signin`)).text()
    expect(page).not.toContain('name="remember"')
  })
})

test('a default that is none of ours is refused', async () => {
  const at = await house({ session: { remember: 'sometimes' as 'ask' } })
  expect((await at.browser.visit(`${base}/signin`)).status).toBe(500)
  expect(at.log.errors).toMatchObject([{ code: 'Configuration', field: 'session.remember' }])
})
