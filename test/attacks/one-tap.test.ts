import { expect, test } from 'vitest'
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
async function open(options: object = { oneTap: true }) {
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
  function post(fields: Record<string, string>, cookies = cookie): Promise<Response> {
    const headers = {
      origin: 'https://accounts.google.com',
      accept: 'text/html',
      ...(cookies && { cookie: cookies }),
    }
    const body = new URLSearchParams({ g_csrf_token: 'from-the-script', ...fields })
    return made.browser.send(new Request(login_uri, { method: 'POST', headers, body }))
  }

  return { ...made, credential, post }
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

test('a posted token is nothing to an application that did not ask for One Tap', async () => {
  const made = await open({})
  await refused(made, await made.post({ credential: await made.credential() }))
})

test('a token is good once', async () => {
  const made = await open()
  const credential = await made.credential()
  await made.post({ credential })
  await made.browser.signOut()
  await refused(made, await made.post({ credential }))
})

test('a token for another application opens nothing here', async () => {
  const made = await open()
  await refused(
    made,
    await made.post({ credential: await made.credential({ client_id: 'neighbour' }) }),
  )
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
])('a page elsewhere cannot sign a visitor in as somebody: %s', async (_, cookies) => {
  const made = await open()
  await refused(made, await made.post({ credential: await made.credential() }, cookies))
})

test('nor with a form that leaves the value out', async () => {
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
