import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emulator } from '../../src/emulator/index.ts'
import { toNode } from '../../src/frameworks/node.ts'
import { authErrorResponse } from '../../src/frameworks/shared/auth-error-response.ts'
import { Auth } from '../../src/index.ts'
import Google from '../../src/providers/google.ts'
import { type Place, startPlace } from '../inspector/place.ts'
import { origin } from '../setup.ts'
import { base, program, stage } from './stage.ts'

/** What a browser must not take for anything else than it says, whatever a visitor got into it. */
function expectNoSniffing(response: Response, type: RegExp): void {
  const told = [
    response.headers.get('content-type'),
    response.headers.get('x-content-type-options'),
  ]
  expect(told, response.url).toEqual([expect.stringMatching(type), 'nosniff'])
}

const json = /^application\/json/

const answers = [
  'session',
  'csrf',
  'providers',
  'error?error=<b>',
  'account',
  'nowhere',
  'signin/x',
]

test.each(answers)(
  'the JSON of /%s names its type and says nosniff, signed in or not',
  async (path) => {
    const at = await stage()
    expectNoSniffing(await at.browser.visit(`${base}/${path}`, program), json)
    await at.browser.signIn('plain', { as: 'ada' })
    expectNoSniffing(await at.browser.visit(`${base}/${path}`, program), json)
  },
)

test('the answer to a form says nosniff, and so does a refusal of it', async () => {
  const { browser } = await stage()
  expectNoSniffing(await browser.submit(`${base}/signin/plain`, {}, program), json)
  expectNoSniffing(await browser.submit(`${base}/callback/plain`, {}, program), json)
  expectNoSniffing(await browser.submit(`${base}/session`, { data: '<b>' }, program), json)
  const foreign = { ...program, 'sec-fetch-site': 'cross-site' }
  expectNoSniffing(await browser.submit(`${base}/signout`, {}, foreign), json)
})

test('the nonce for Google’s script says nosniff', async () => {
  const keys = { clientId: 'one-tap', clientSecret: 'one-tap-secret' }
  const { browser } = await stage({ providers: [Google({ ...keys, oneTap: true })] })
  expectNoSniffing(await browser.visit(`${base}/nonce/google`, program), json)
})

test('the refusal of an application that is not configured says nosniff', async () => {
  const auth = Auth({
    providers: [],
    runtime: { env: { NODE_ENV: 'production' } },
    logger: { error() {} },
  })
  expectNoSniffing(await auth.handler(new Request(`${base}/session`)), json)
})

test('a framework’s answer to a program that is not signed in says nosniff', async () => {
  const { auth } = await stage()
  const refused = await auth.requireSession(new Request(origin)).catch((error: unknown) => error)
  expectNoSniffing(authErrorResponse(refused, new Request(origin, { headers: program })), json)
})

test('the session that node:http answers without a Request says nosniff', async () => {
  const { auth } = await stage()
  const server = createServer(toNode(auth))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/session`)
  server.close()
  expectNoSniffing(response, json)
})

let place: Place

beforeAll(async () => {
  place = await startPlace()
})

afterAll(() => place.close())

test('the inspector’s data and sentences say nosniff', async () => {
  const at = (path: string) => fetch(`${place.url}/api/auth/inspect${path}`)
  for (const path of ['/changes?since=-1', '/nobody.json', '/a/b/c', '']) {
    expectNoSniffing(await at(path), /^(application\/json|text\/)/)
  }
})

test('everything that the emulator answers a browser says nosniff', async () => {
  const world = await emulator({ platform: 'google' })
  const { url, close } = await world.listen()
  const paths = ['/', '/nowhere', '/accounts.google.com/.well-known/openid-configuration', '/inbox']
  for (const path of paths) expectNoSniffing(await fetch(url + path), /./)
  const [rebound] = await once(get(url, { headers: { host: 'rebound.example' } }), 'response')
  const { statusCode, headers } = rebound.resume()
  expect([statusCode, headers['x-content-type-options']]).toEqual([403, 'nosniff'])
  await close()
})
