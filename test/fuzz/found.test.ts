import { expect, test } from 'vitest'
import { softKey } from '../methods/soft-key.ts'
import { arrival, origin } from '../setup.ts'
import { chance } from './chance.ts'
import { google, openPlace, password } from './place.ts'
import { form, type Sent, script, visit } from './requests.ts'
import { type Run, send, type Visitor } from './visitor.ts'
import { fields, names } from './words.ts'

/** A visitor of an application, who sends what the fuzzer found. */
async function arrive() {
  const place = await openPlace('database', 2)
  const visitor: Visitor = { jar: new Map(), address: '10.1.1.1' }
  const run: Run = {
    place,
    chance: chance(1),
    mischief: 0,
    requests: 0,
    statuses: new Map(),
    reached: new Map(),
    slowest: { took: 0 },
    problems: [],
  }
  return { place, run, visitor, ask: (sent: Sent) => send(run, visitor, sent) }
}

test.each(['__proto__', 'constructor'])(
  'a content type that every object inherits is refused (%s)',
  async (type) => {
    const { ask } = await arrive()
    const sent = form('signout', {})
    const headers: Sent['headers'] = [
      ['origin', origin],
      ['accept', 'application/json'],
      ['content-type', type],
    ]
    expect((await ask({ ...sent, headers })).status).toBe(415)
  },
)

test('transports of a passkey that are no list are refused', async () => {
  const { ask, run } = await arrive()
  const person = { action: 'register', name: 'Ada', email: 'ada@example.com' }
  const begun = await ask(script('webauthn-options/passkey', person))
  const data = softKey(origin).create(JSON.parse(begun.text).options)
  data.response.transports = 'internal'
  const { status } = await ask(script('callback/passkey', { action: 'register', data }))
  expect(run.problems).toEqual([])
  expect(status).toBe(400)
})

test('a field of the credentials that is no text is refused', async () => {
  const { ask } = await arrive()
  const username = { toString: 1, valueOf: 1 }
  const password = 'the-password-of-everybody-here'
  const { status } = await ask(script('callback/credentials', { username, password }))
  expect(status).toBe(400)
})

test('a mailed code that is no text is refused', async () => {
  const { ask } = await arrive()
  const asked = await ask(form('signin/email', { email: 'ada@example.com' }))
  const flow = new URL(asked.headers.get('location') ?? '').searchParams.get('flow')
  const code = { toString: 1, valueOf: 1 }
  expect((await ask(script('callback/email', { code, flow }))).status).toBeLessThan(500)
})

test('a cookie whose name is no name gets a deliberate answer', async () => {
  const { ask, visitor, run } = await arrive()
  for (let index = 0; index < 5; index++) visitor.jar.set(`__Host-portico.flow.a ${index}`, 'x')
  await ask(form('signin/plain', {}))
  expect(run.problems).toEqual([])
})

test('a token of One Tap whose signature is no base64url is refused', async () => {
  const { ask, place, run, visitor } = await arrive()
  const { nonce } = JSON.parse((await ask(visit('/api/auth/nonce/google'))).text)
  visitor.jar.set('g_csrf_token', 'of-the-script')
  const login_uri = `${origin}/api/auth/callback/google`
  const chosen = { client_id: google.clientId, login_uri, nonce }
  const page = await place.world.fetch(
    `https://accounts.google.com/gsi/select?${new URLSearchParams(chosen)}`,
  )
  const posted = await arrival(page)
  if (typeof posted === 'string') throw new Error('Google did not post')
  const credential = String((await posted.formData()).get('credential'))
  const forged = `${credential.slice(0, credential.lastIndexOf('.'))}.no signature!`
  const fields = { credential: forged, g_csrf_token: 'of-the-script' }
  const { status } = await ask(script('callback/google', fields))
  expect(run.problems).toEqual([])
  expect(status).toBe(400)
})

test('each field of each path may be an object that cannot become text', async () => {
  const { ask, run } = await arrive()
  await ask(script('callback/credentials', { username: 'ada', password: 'wrong' }))
  await ask(script('callback/guest', {}))
  const paths = names.filter((name) => /^[\w./-]+$/.test(name) && !name.startsWith('..'))
  for (const path of ['callback/password', ...paths]) {
    for (const field of fields) await ask(script(path, { [field]: { toString: 1, valueOf: 1 } }))
  }
  expect(run.problems).toEqual([])
  expect(run.requests).toBeGreaterThan(2000)
})

test('a session of somebody whom only the application knows is told so, and waits for no mail', async () => {
  const place = await openPlace('cookie', 1)
  const { run, visitor } = await arrive()
  const ask = (sent: Sent) => send({ ...run, place }, visitor, sent)
  await ask(script('callback/credentials', { username: 'ada', password }))
  const wish = { email: 'ada@example.com', password: 'seven old boats at noon' }
  expect((await ask(script('password', wish))).status).toBe(501)
  expect(run.problems).toEqual([])
  const page = await ask(visit('/api/auth/account'))
  expect(page.text).toContain('Your account')
  expect(page.text).not.toContain('Passkeys')
})
