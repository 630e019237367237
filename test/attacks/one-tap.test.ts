import { describe, expect, test } from 'vitest'
import { toBase64url } from '../../src/emulator/encoding.ts'
import { emulator } from '../../src/emulator/index.ts'
import { readJwt, secretKey, signJwt } from '../../src/emulator/jwt.ts'
import Google from '../../src/providers/google.ts'
import { memory } from '../../src/storage/memory.ts'
import { arrival, origin, setup } from '../setup.ts'

const keys = { clientId: 'one-tap', clientSecret: 'one-tap-secret' }
const login_uri = `${origin}/api/auth/callback/google`
const cookie = 'g_csrf_token=from-the-script'

function app(client_id: string) {
  return { client_id, client_secret: keys.clientSecret, redirect_uris: [login_uri] }
}

// One Google for all: its keys take time to make.
const world = await emulator({ platform: 'google', apps: [app(keys.clientId), app('neighbour')] })

/** An application that accepts One Tap; a neighbour of Google's would like to get in. */
async function open(options: object = { oneTap: 'without-nonce' }) {
  const made = await setup(
    { providers: [Google({ ...keys, ...options })], storage: memory() },
    world,
  )

  /** What Google's script posts after a person chose an account. */
  async function credential(asked: Record<string, string> = {}): Promise<string> {
    const query = { client_id: keys.clientId, login_uri, g_csrf_token: 'from-the-script', ...asked }
    const page = await world.fetch(
      `https://accounts.google.com/gsi/select?${new URLSearchParams(query)}`,
    )
    const request = await arrival(page)
    if (typeof request === 'string') throw new Error('Google did not post')
    return (await request.formData()).get('credential') as string
  }

  /** The post reaches the application from the browser in which the script ran, unless said otherwise. */
  function post(
    fields: Record<string, string>,
    cookies = cookie,
    browser = made.browser,
    from: Record<string, string> = { origin: 'https://accounts.google.com' },
  ): Promise<Response> {
    const nonces = [...browser.cookies].filter(([name]) => name.includes('.nonce.'))
    const sent = [cookies, ...nonces.map((pair) => pair.join('='))].filter(Boolean).join('; ')
    const headers = {
      ...from,
      accept: 'text/html',
      ...(sent && { cookie: sent }),
    }
    const body = new URLSearchParams({ g_csrf_token: 'from-the-script', ...fields })
    return browser.send(new Request(login_uri, { method: 'POST', headers, body }))
  }

  /** What the page asks for before it starts the script. */
  async function nonce(query = '', browser = made.browser): Promise<string> {
    const response = await browser.visit(`/api/auth/nonce/google${query}`)
    expect(response.status).toBe(200)
    return (await response.json()).nonce
  }

  return { ...made, credential, post, nonce }
}

async function refused(
  { browser }: { browser: { session(): Promise<unknown> } },
  response: Response,
) {
  expect(response.headers.get('location') ?? '').not.toBe(`${origin}/`)
  expect(await browser.session()).toBeNull()
}

test('somebody who taps Google’s prompt is signed in, without an access token', async () => {
  const { browser, credential, post, log } = await open()
  const response = await post({ credential: await credential({ as: 'ada' }) })
  expect(log).toEqual({ errors: [], warnings: [] })
  expect(response.headers.get('location')).toBe(`${origin}/`)
  expect((await browser.session())?.user).toMatchObject({
    name: 'Ada Lovelace',
    email: 'ada@people.test',
  })
})

test('the same person is found again, whichever way they came in', async () => {
  const { browser, open: another, credential, post } = await open()
  await post({ credential: await credential({ as: 'ada' }) })
  const second = another()
  await second.signIn('google', { as: 'ada' })
  expect((await second.session())?.user.id).toBe((await browser.session())?.user.id)
})

test('a posted token is refused by an application that did not ask for One Tap', async () => {
  const made = await open({})
  await refused(made, await made.post({ credential: await made.credential() }))
})

test('a token is good once', async () => {
  const made = await open()
  const credential = await made.credential()
  await made.post({ credential })
  expect(await made.browser.session()).not.toBeNull()
  await made.browser.signOut()
  await refused(made, await made.post({ credential }))
})

test('a token for another application is refused', async () => {
  const made = await open()
  await refused(
    made,
    await made.post({ credential: await made.credential({ client_id: 'neighbour' }) }),
  )
})

test.each(['', 'x', 'a.b.c'])('%j is no token, and no failure of ours', async (credential) => {
  const made = await open()
  await refused(made, await made.post({ credential }))
  expect(made.log.errors.map(({ code }) => code)).not.toContain('Internal')
})

const places: [string, boolean, Record<string, string>][] = [
  ['our own page', true, { origin }],
  ['our own page, as the browser says', true, { origin, 'sec-fetch-site': 'same-origin' }],
  ['Google’s', true, { origin: 'https://accounts.google.com', 'sec-fetch-site': 'cross-site' }],
  ['nobody knows where', true, {}],
  ['another site', false, { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
  ['another site, in an old browser', false, { origin: 'https://evil.test' }],
  ['another subdomain', false, { origin: 'https://x.app.test', 'sec-fetch-site': 'same-site' }],
  ['a page without an origin', false, { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['a page that hides itself', false, { 'sec-fetch-site': 'cross-site' }],
  ['a neighbour of Google’s', false, { origin: 'https://sites.google.com' }],
]

test.each(places)('without a nonce, a token that is posted by %s: %j', async (_, isTaken, from) => {
  const made = await open()
  const credential = await made.credential({ as: 'ada' })
  const response = await made.post({ credential }, cookie, made.browser, from)
  expect(await made.browser.session()).toEqual(isTaken ? expect.anything() : null)
  if (isTaken) return
  const { searchParams } = new URL(response.headers.get('location') ?? '', origin)
  expect([response.status, searchParams.get('error')]).toEqual([403, null])
  // It was not used up: the person can still come in by it.
  await made.post({ credential })
  expect(await made.browser.session()).not.toBeNull()
})

test('a token of yesterday is too old', async () => {
  const made = await open()
  const credential = await made.credential()
  world.clock.advance('2h')
  await refused(made, await made.post({ credential }))
})

test.each([
  ['no cookie', ''],
  ['another cookie', 'g_csrf_token=somebody-elses'],
  ['an empty cookie', 'g_csrf_token='],
])('a page elsewhere is refused with %s', async (_, cookies) => {
  const made = await open()
  await refused(made, await made.post({ credential: await made.credential() }, cookies))
})

test('a form that leaves the csrf value out is refused', async () => {
  const made = await open()
  await refused(made, await made.post({ credential: await made.credential(), g_csrf_token: '' }))
})

const forgeries: Record<string, (credential: string) => string | Promise<string>> = {
  'without a signature': (credential) => {
    const [, claims] = credential.split('.')
    return `${toBase64url('{"alg":"none"}')}.${claims}.`
  },
  'with another subject': (credential) => {
    const [header, , signature] = credential.split('.')
    const claims = { ...readJwt(credential)?.claims, sub: 'somebody-else' }
    return `${header}.${toBase64url(JSON.stringify(claims))}.${signature}`
  },
  'signed with the client secret': async (credential) => {
    const { claims = {} } = readJwt(credential) ?? {}
    return signJwt({ alg: 'HS256' }, claims, 'HS256', await secretKey(keys.clientSecret))
  },
  'of another issuer': async (credential) => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify',
    ])
    const claims = { ...readJwt(credential)?.claims, iss: 'https://accounts.evil.example' }
    return signJwt({ alg: 'ES256' }, claims, 'ES256', pair.privateKey)
  },
  'that is none': () => 'credential',
  'that is empty': () => '',
}

test.each(Object.entries(forgeries))('a forged token is refused: one %s', async (_, forge) => {
  const made = await open()
  await refused(made, await made.post({ credential: await forge(await made.credential()) }))
})

describe('a nonce', () => {
  test('brings its owner in, and to where the page wanted', async () => {
    const { browser, credential, post, nonce, log } = await open({ oneTap: true })
    const asked = { nonce: await nonce('?callbackUrl=/basket') }
    const response = await post({ credential: await credential(asked) })
    expect(log).toEqual({ errors: [], warnings: [] })
    expect(response.headers.get('location')).toBe(`${origin}/basket`)
    expect(await browser.session()).not.toBeNull()
    expect([...browser.cookies.keys()].filter((name) => name.includes('.nonce.'))).toEqual([])
  })

  test('is kept where a post from Google’s own page brings it back, and no script reads it', async () => {
    const { browser } = await open()
    const response = await browser.visit('/api/auth/nonce/google')
    const [line = ''] = response.headers.getSetCookie()
    expect(line).toMatch(/^__Host-portico\.nonce\./)
    for (const part of ['HttpOnly', 'Secure', 'SameSite=None', 'Max-Age=3600']) {
      expect(line.split('; ')).toContain(part)
    }
    expect(line).not.toContain((await response.json()).nonce)
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('of two open pages works on both', async () => {
    const made = await open({ oneTap: true })
    const nonces = [await made.nonce(), await made.nonce()]
    for (const nonce of nonces) {
      const response = await made.post({ credential: await made.credential({ nonce }) })
      expect(response.headers.get('location')).toBe(`${origin}/`)
      await made.browser.signOut()
    }
  })

  test.each([true, 'without-nonce'])(
    'is refused if it is not this browser’s, with oneTap: %s',
    async (oneTap) => {
      const made = await open({ oneTap })
      await made.nonce()
      const elsewhere = await made.nonce('', made.open())
      for (const nonce of [elsewhere, 'of-the-attacker']) {
        await refused(made, await made.post({ credential: await made.credential({ nonce }) }))
      }
    },
  )

  test('is good once, even for another token', async () => {
    const made = await open()
    const nonce = await made.nonce()
    const thief = made.browser.clone()
    await made.post({ credential: await made.credential({ nonce }) })
    expect(await made.browser.session()).not.toBeNull()
    const again = await made.credential({ nonce, as: 'noor' })
    await refused({ browser: thief }, await made.post({ credential: again }, cookie, thief))
  })

  test('is refused as expired after an hour', async () => {
    const made = await open()
    const nonce = await made.nonce()
    const thief = made.browser.clone()
    // The cookie of a browser that forgets nothing.
    const kept = [cookie, ...[...thief.cookies].map((pair) => pair.join('='))].join('; ')
    world.clock.advance('61m')
    await refused(made, await made.post({ credential: await made.credential({ nonce }) }, kept))
    expect(made.log.warnings.join()).toContain('expired')
  })

  test.each([true, 'nonce'])('is required with oneTap: %s', async (oneTap) => {
    const made = await open({ oneTap })
    await refused(made, await made.post({ credential: await made.credential() }))
    expect(made.log.warnings.join()).toContain('no nonce')
  })

  test('is required unless the application says otherwise', async () => {
    const made = await open({ oneTap: true })
    await made.nonce()
    const response = await made.post({ credential: await made.credential() })
    await refused(made, response)
  })

  test('is refused if it is taken from a sign-in under way', async () => {
    const made = await open({ oneTap: true })
    const started = new URL(await made.browser.start('google'))
    const { nonce = '', state = '' } = Object.fromEntries(started.searchParams)
    for (const borrowed of [nonce, state]) {
      const credential = await made.credential({ nonce: borrowed })
      await refused(made, await made.post({ credential }))
    }
  })

  test('is a 404 for a provider whose platform posts no tokens', async () => {
    const { browser } = await open({})
    expect((await browser.visit('/api/auth/nonce/google')).status).toBe(404)
    expect((await browser.visit('/api/auth/nonce/nobody')).status).toBe(404)
  })

  test('leads home instead of to another site', async () => {
    const made = await open()
    const nonce = await made.nonce('?callbackUrl=https://evil.example/')
    const response = await made.post({ credential: await made.credential({ nonce }) })
    expect(response.headers.get('location')).toBe(`${origin}/`)
  })
})
