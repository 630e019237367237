import { expect, test } from 'vitest'
import Passkey from '../../src/providers/passkey.ts'
import { memory } from '../../src/storage/memory.ts'
import { origin, setup } from '../setup.ts'
import { begin, end, post, signUp } from './ceremonies.ts'
import { softKey } from './soft-key.ts'

async function house() {
  const storage = memory()
  return { storage, ...(await setup({ providers: [Passkey({})], storage })) }
}

test('a passkey is kept in standard base64, with its transports as a list of words', async () => {
  const { auth, browser, storage } = await house()
  const key = softKey(origin)
  const options = await begin(browser, 'register', { name: 'Ada' })
  const made = key.create(options)
  const response = { ...made.response, transports: ['internal', 'hybrid'] }
  expect(await end(browser, 'register', { ...made, response })).toMatchObject({ status: 200 })
  const user = (await browser.session())?.user.id ?? ''
  const [kept] = await storage.listAuthenticatorsByUserId(user)
  expect(kept?.credentialID).toBe(Buffer.from(key.id, 'base64url').toString('base64'))
  expect(kept?.transports).toBe('internal,hybrid')
  expect(await auth.passkeys.list({ userId: user })).toMatchObject([{ id: kept?.credentialID }])
})

test('the script of the sign-in page is sent as a script, with nosniff', async () => {
  const { browser } = await house()
  const { headers } = await browser.visit('/api/auth/passkey.js')
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test.each([[undefined], [7], [['Ada']], ['  '], ['x'.repeat(101)]])(
  'a sign-up by the name %j gets 400',
  async (name) => {
    const { browser } = await house()
    const answer = await post(browser, 'webauthn-options/passkey', { action: 'register', name })
    expect(answer).toMatchObject({ status: 400 })
  },
)

test.each([
  ['no response', () => null],
  ['a response that is a number', () => 7],
  ['client data that is no text', (response: object) => ({ ...response, clientDataJSON: 7 })],
  ['client data that is no JSON', (response: object) => ({ ...response, clientDataJSON: 'e30x' })],
  [
    'client data without a challenge',
    (response: object) => ({
      ...response,
      clientDataJSON: Buffer.from('{"type":"webauthn.get"}').toString('base64url'),
    }),
  ],
  [
    'client data that is a text',
    (response: object) => ({
      ...response,
      clientDataJSON: Buffer.from('"x"').toString('base64url'),
    }),
  ],
])('a passkey with %s signs nobody in, and is refused', async (_, change) => {
  const { browser, open, log } = await house()
  const key = await signUp(browser)
  const thief = open()
  const answer = key.get(await begin(thief, 'authenticate'))
  const sent = { ...answer, response: change(answer.response) }
  const { status } = await end(thief, 'authenticate', sent)
  expect(status).toBe(400)
  expect(await thief.session()).toBeNull()
  expect(log.errors.filter(({ code }) => code === 'Internal')).toEqual([])
})

test.each([
  ['x', 'x'],
  ['', undefined],
])('data %j of the page reaches the application as %j', async (data, expected) => {
  const told: unknown[] = []
  const events = { signIn: (message: { data?: unknown }) => void told.push(message.data) }
  const providers = [Passkey({})]
  const { browser } = await setup({ providers, storage: memory(), events })
  const key = softKey(origin)
  const options = await begin(browser, 'register', { name: 'Ada', data })
  await end(browser, 'register', key.create(options))
  expect(told).toEqual([expected])
})
