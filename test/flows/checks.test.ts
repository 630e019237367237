import { describe, expect, test } from 'vitest'
import Passkey from '../../src/providers/passkey.ts'
import type { TestBrowser } from '../../src/testing.ts'
import {
  base,
  closed,
  errorOf,
  evil,
  idp,
  outside,
  plain,
  type Stage,
  stage,
} from '../attacks/stage.ts'
import { begin, end, signUp } from '../methods/ceremonies.ts'
import { origin, setup } from '../setup.ts'

/** Consents at the platform and stops before the callback. */
const consent = (at: Pick<Stage, 'world'>, url: string, as = 'ada') =>
  at.world.approve(url, { as }).then(String)

const flows = (browser: TestBrowser) =>
  [...browser.cookies.keys()].filter((name) => name.includes('.flow.'))

describe('several flows in one browser', () => {
  test('two tabs both succeed, in either order', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const at = await stage()
      const urls = [await at.browser.start('plain'), await at.browser.start('plain')]
      for (const tab of order) {
        const response = await at.browser.visit(await consent(at, urls[tab] ?? ''))
        expect(response.headers.get('location')).toBe(`${origin}/`)
      }
      expect(flows(at.browser)).toEqual([])
    }
  })

  test('three providers at once all succeed, each to its own target', async () => {
    const at = await stage()
    const started = []
    for (const provider of ['plain', 'idp', 'evil']) {
      started.push({
        provider,
        url: await at.browser.start(provider, { callbackUrl: `/${provider}` }),
      })
    }
    expect(flows(at.browser)).toHaveLength(3)
    for (const { provider, url } of started.reverse()) {
      const back = await consent(at, url, provider === 'idp' ? 'layla' : 'noor')
      const response = await at.browser.visit(back)
      expect(response.headers.get('location')).toBe(`${origin}/${provider}`)
    }
  })

  test('more than five: the oldest is dropped, the newest five succeed', async () => {
    const at = await stage()
    const urls = []
    for (let tab = 0; tab < 7; tab++) {
      urls.push(await at.browser.start('plain'))
      at.world.clock.advance('1s')
    }
    expect(flows(at.browser)).toHaveLength(5)
    const [first = '', second = '', ...rest] = urls
    for (const url of [first, second]) {
      const back = await consent(at, url)
      expect(errorOf(await closed(at, async () => at.browser.visit(back)))).toBe('FlowMissing')
    }
    for (const url of rest) {
      const response = await at.browser.visit(await consent(at, url))
      expect(response.headers.get('location')).toBe(`${origin}/`)
    }
  })

  test('long targets and data never make a Cookie header that servers refuse', async () => {
    const at = await stage()
    const form = { callbackUrl: `/${'a'.repeat(2000)}`, data: 'd'.repeat(1000) }
    let last = ''
    for (let tab = 0; tab < 6; tab++) {
      last = await at.browser.start('plain', form)
      at.world.clock.advance('1s')
      const header = [...at.browser.cookies].map((pair) => pair.join('=')).join('; ')
      expect(header.length).toBeLessThan(8000)
    }
    const response = await at.browser.visit(await consent(at, last))
    expect(response.headers.get('location')).toBe(`${origin}${form.callbackUrl}`)
  })
})

test('sign-ins and passkeys in many tabs share the room, and the newest of each goes on', async () => {
  const at = await stage({ providers: [plain, Passkey] })
  const key = await signUp(at.browser)
  await at.browser.signOut()
  const form = { callbackUrl: `/${'a'.repeat(500)}`, data: 'd'.repeat(300) }
  const begun: string[] = []
  const challenges = []
  for (let tab = 0; tab < 6; tab++) {
    begun.push(await at.browser.start('plain', form))
    challenges.push(await begin(at.browser, 'authenticate', form))
    at.world.clock.advance('1s')
    const header = [...at.browser.cookies].map((pair) => pair.join('=')).join('; ')
    expect(header.length).toBeLessThan(8000)
  }
  // What pages begin by themselves pushes out nothing that somebody started.
  const before = flows(at.browser)
  for (let page = 0; page < 10; page++) {
    at.world.clock.advance('1s')
    challenges.push(await begin(at.browser, 'authenticate', form))
  }
  expect(flows(at.browser)).toEqual(before)
  const answer = await end(at.browser, 'authenticate', key.get(challenges.at(-1)))
  expect(answer).toMatchObject({ status: 200 })
  const response = await at.browser.visit(await consent(at, begun.at(-1) ?? ''))
  expect(response.headers.get('location')).toBe(`${origin}${form.callbackUrl}`)
})

describe('a person who', () => {
  /** The page that a failed callback leads to. */
  const page = async (browser: TestBrowser, response: Response) =>
    (await browser.visit(response.headers.get('location') ?? '')).text()

  test('presses Back and allows it again reads that they are signed in, and can go on', async () => {
    const at = await stage()
    const back = await consent(at, await at.browser.start('plain'))
    await at.browser.visit(back)
    const again = await at.browser.visit(back)
    expect(errorOf(again)).toBe('FlowMissing')
    const shown = await page(at.browser, again)
    expect(shown).toContain('You are signed in as Ada Lovelace.')
    expect(shown).toMatch(/<a class="button main" href="https:\/\/app\.test\/">Continue/)
    expect(await at.browser.session()).not.toBeNull()
  })

  test('opens the callback in another browser finds a way on', async () => {
    const at = await stage()
    const back = await consent(at, await at.browser.start('plain'))
    const phone = at.open()
    const shown = await page(phone, await phone.visit(back))
    expect(shown).toContain('began in another browser')
    expect(shown).toContain('Continue with Plain')
  })

  test('takes too long is told so, and comes to the right place in the end', async () => {
    const at = await stage()
    const url = await at.browser.start('plain', { callbackUrl: '/invoice/7' })
    at.world.clock.advance('10m')
    const late = await at.browser.visit(await consent(at, url))
    expect(errorOf(late)).toBe('FlowExpired')
    const shown = await page(at.browser, late)
    expect(shown).toContain('took too long')
    expect(shown).toContain('invoice/7')
  })

  test('blocks cookies is told so', async () => {
    const at = await stage()
    const url = await at.browser.start('plain')
    const blocked = await at.browser.visit(await consent(at, url), { cookie: 'none=1' })
    expect(errorOf(blocked)).toBe('FlowMissing')
    expect(await page(at.browser, blocked)).toContain('cookies are blocked')
  })

  test('says no at the platform comes back calmly, target in hand', async () => {
    const at = await stage()
    const url = await at.browser.start('plain', { callbackUrl: '/invoice/7' })
    const denied = await at.browser.visit(String(await at.world.approve(url, { deny: true })))
    expect(errorOf(denied)).toBe('AccessDenied')
    const shown = await page(at.browser, denied)
    expect(shown).toMatch(/role="status"><strong>Sign-in canceled/)
    expect(shown).not.toContain('role="alert"')
    expect(shown).toContain('invoice/7')
    expect(flows(at.browser)).toEqual([])
  })

  test('meets a platform in trouble can try again', async () => {
    const at = await stage()
    at.world.next({ endpoint: 'token', platform: 'plain', answer: 'unavailable' })
    const failed = await at.browser.signIn('plain', { as: 'ada', callbackUrl: '/invoice/7' })
    const retry = new URL(failed.headers.get('location') ?? '')
    expect(retry.searchParams.get('error')).toBe('PlatformError')
    const callbackUrl = retry.searchParams.get('callbackUrl') ?? ''
    const response = await at.browser.signIn('plain', { as: 'ada', callbackUrl })
    expect(response.headers.get('location')).toBe(`${origin}/invoice/7`)
  })
})

describe('the target', () => {
  test.each([
    ['/welcome', `${origin}/welcome`],
    ['/a?b=c#d', `${origin}/a?b=c#d`],
    [`${origin}/deep/path`, `${origin}/deep/path`],
    ['/über?ü=ß', `${origin}/%C3%BCber?%C3%BC=%C3%9F`],
  ])('%s survives the trip', async (callbackUrl, expected) => {
    const { browser } = await stage()
    const response = await browser.signIn('plain', { as: 'ada', callbackUrl })
    expect(response.headers.get('location')).toBe(expected)
  })

  test('may be on a trusted origin', async () => {
    const { browser } = await stage({ trustedOrigins: ['https://*.preview.test'] })
    const callbackUrl = 'https://pr-7.preview.test/x'
    const response = await browser.signIn('plain', { as: 'ada', callbackUrl })
    expect(response.headers.get('location')).toBe(callbackUrl)
  })
})

describe('the application’s own data', () => {
  test('travels along and is seen by callbacks and events', async () => {
    const seen: Record<string, unknown> = {}
    const note =
      (name: string) =>
      ({ data }: { data?: unknown }) => {
        seen[name] = data
        return true as never
      }
    const at = await stage({
      callbacks: { signIn: note('signIn callback') },
      events: {
        signIn: note('signIn'),
        createUser: note('createUser'),
        linkAccount: note('linkAccount'),
      },
    })
    await at.browser.signIn('plain', { as: 'ada', data: 'invite-7' })
    expect(seen).toEqual({
      'signIn callback': 'invite-7',
      signIn: 'invite-7',
      createUser: 'invite-7',
      linkAccount: 'invite-7',
    })
  })

  test('can be an object, reaches the jwt callback, and never the platform', async () => {
    const data = { invite: 'invite-7', from: ['ada'] }
    const seen: unknown[] = []
    const made = await setup(
      {
        providers: [plain],
        callbacks: {
          jwt: ({ token, data: own }) => {
            seen.push(own)
            return token
          },
        },
      },
      await outside(),
    )
    const started = await made.browser.send(
      new Request(`${base}/signin/plain`, {
        method: 'POST',
        headers: { origin, accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify({ data }),
      }),
    )
    const { url } = await started.json()
    expect(url).not.toContain('invite-7')
    await made.browser.visit(await consent(made, url))
    expect(seen).toEqual([data])
  })

  test.each([
    ['a page of ours', { 'sec-fetch-site': 'same-origin' }, true],
    ['a page of ours, by plain http', { referer: `${origin}/join` }, true],
    ['another site', { 'sec-fetch-site': 'cross-site', referer: `${origin}/join` }, false],
    ['a neighbour', { 'sec-fetch-site': 'same-site' }, false],
    ['a mail', { 'sec-fetch-site': 'none' }, false],
    ['nobody knows where', {}, false],
  ])('from the sign-in page’s address, reached from %s', async (_where, headers, isOwn) => {
    const { browser } = await stage()
    const visit = (path: string) => browser.send(new Request(base + path, { headers }))
    const page = await (await visit('/signin?data=invite-7')).text()
    expect(page.includes('name="data" value="invite-7"')).toBe(isOwn)
    const link = await visit('/signin/plain?data=invite-7')
    expect(link.headers.get('location')?.includes('invite-7')).toBe(isOwn)
  })

  test('gets 400 before anything starts if it is too long', async () => {
    const at = await stage()
    const response = await closed(at, () =>
      at.browser.submit(`${base}/signin/plain`, { data: 'x'.repeat(2000) }),
    )
    expect(response.status).toBe(400)
  })
})

describe('checks in every combination', () => {
  type Check = 'none' | 'state' | 'pkce' | 'nonce'
  const cases: [Check[] | undefined, Check[]][] = [
    [undefined, ['pkce', 'state']],
    [['pkce'], ['pkce', 'state']],
    [['state'], ['state']],
    [
      ['state', 'pkce'],
      ['pkce', 'state'],
    ],
    [['none'], []],
    [['none', 'pkce'], ['pkce']],
    [['none', 'state'], ['state']],
    [
      ['none', 'state', 'pkce'],
      ['pkce', 'state'],
    ],
  ]

  test.each(cases)('%j', async (written, made) => {
    const provider = { ...plain, ...(written && { checks: written as ('pkce' | 'state')[] }) }
    const at = await stage({ providers: [provider] })
    const url = await at.browser.start('plain')
    const { searchParams } = new URL(url)
    expect(searchParams.has('state')).toBe(made.includes('state'))
    expect(searchParams.has('code_challenge')).toBe(made.includes('pkce'))
    const response = await at.browser.visit(await consent(at, url))
    expect(response.headers.get('location')).toBe(`${origin}/`)
    const body = at.world.received.find(({ endpoint }) => endpoint === 'token')?.body
    expect(Object.keys(Object(body)).includes('code_verifier')).toBe(made.includes('pkce'))
    // Whatever the checks, a callback needs the browser that started, once.
    await closed(at, async () => at.browser.visit(await consent(at, url)))
    const elsewhere = await consent(at, await at.browser.start('plain'))
    await closed(at, () => at.open().visit(elsewhere))
    expect(at.log.warnings.some((line) => line.includes('without state'))).toBe(
      !made.includes('state'),
    )
  })

  test.each<[Check[], string[]]>([
    [['nonce'], ['nonce', 'state']],
    [
      ['pkce', 'nonce'],
      ['code_challenge', 'nonce', 'state'],
    ],
    [['none', 'nonce'], ['nonce']],
  ])('OpenID Connect with %j', async (checks, sent) => {
    const at = await stage({ providers: [{ ...idp, checks }] })
    const url = await at.browser.start('idp')
    const names = ['code_challenge', 'nonce', 'state']
    expect(names.filter((name) => new URL(url).searchParams.has(name))).toEqual(sent)
    await at.browser.visit(await consent(at, url))
    expect((await at.browser.session())?.user.name).toBe('Ada Lovelace')
  })

  test('a redirect proxy adds state, even to none', async () => {
    const proxied = {
      ...plain,
      checks: ['none' as const],
      redirectProxyUrl: 'https://login.test/api/auth',
    }
    const at = await stage({ providers: [proxied, evil] })
    expect(new URL(await at.browser.start('plain')).searchParams.has('state')).toBe(true)
  })
})
