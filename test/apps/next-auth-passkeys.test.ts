import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as simpleWebAuthn from '@simplewebauthn/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthConfig, Auth as OurAuth } from '../../src/authjs/index.ts'
import { toNode } from '../../src/frameworks/node.ts'
import type { AuthError } from '../../src/index.ts'
import { memory } from '../../src/storage/memory.ts'
import { signsUpAndIn } from '../authjs/passkeys.ts'
import { addAuthenticator, haveChromium, launch } from '../browser.ts'
import { type SoftKey, softKey } from '../methods/soft-key.ts'
import { origin, secret } from '../setup.ts'
import { installNextAuth } from './next-auth/install.ts'
import { serve } from './next-auth/server.ts'

let folder: string

beforeAll(async () => {
  folder = await installNextAuth()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const installed = (path: string) => join(folder, 'node_modules', path)

/** An application with the passkey modules of Auth.js, as they are or with another version of what judges passkeys. */
async function application(url: string, version: object = {}) {
  const load = async (name: string) =>
    (await import(pathToFileURL(installed(`@auth/core/providers/${name}.js`)).href)).default
  const errors: AuthError[] = []
  const config: AuthConfig & { raw?: never } = {
    secret,
    url,
    basePath: '/api/auth',
    runtime: { env: { NODE_ENV: 'test' } },
    logger: { error: (error) => void errors.push(error) },
    storage: memory(),
    providers: [(await load('passkey'))(version), (await load('webauthn'))(version)],
    experimental: { enableWebAuthn: true },
  }
  return { errors, handler: (request: Request) => OurAuth(request, config) }
}

test('a passkey module of Auth.js works here with the package that it demands', async () => {
  const { errors, handler } = await application(origin)
  await signsUpAndIn(handler, readableByVersion9(softKey(origin)))
  expect(errors).toEqual([])
})

/** `@simplewebauthn/server` 9 refuses signatures whose r or s is shorter than 32 bytes: one in 128. Version 10 mended it. */
function readableByVersion9(key: SoftKey): SoftKey {
  const get: SoftKey['get'] = (...asked) => {
    const answer = key.get(...asked)
    const der = Buffer.from(answer.response.signature, 'base64url')
    const numbers = [der.subarray(4, 4 + (der[3] ?? 0)), der.subarray(6 + (der[3] ?? 0))]
    const short = numbers.some((one) => (one[0] === 0 ? one.length - 1 : one.length) < 32)
    return short ? get(...asked) : answer
  }
  return { ...key, get }
}

const own = join(import.meta.dirname, '../../src/authjs/next-auth/react.ts')

describe.skipIf(!haveChromium('next-auth/webauthn')).each([
  ['unmodified', () => [installed('next-auth5/react.js'), installed('next-auth5/webauthn.js')]],
  ['moved to porticojs/next-auth/react', () => [own, own]],
])('next-auth/webauthn, %s', (_, modules) => {
  test('signs up with a passkey, and in again', async () => {
    const [react = '', webauthn = ''] = modules()
    const client = join(folder, 'client.js')
    writeFileSync(
      client,
      `export * from ${JSON.stringify(react)}
export { signIn as signInWithPasskey } from ${JSON.stringify(webauthn)}`,
    )
    const place = await serve(client)
    // A browser's signatures cannot be chosen, see `readableByVersion9`.
    const { handler } = await application(place.origin, { simpleWebAuthn })
    place.use(toNode({ handler }))
    const browser = await launch()
    const page = await browser.newPage()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await addAuthenticator(devtools)
    await page.goto(place.origin)
    const greeting = expect.poll(() => page.textContent('h1'))
    const call = (name: string, ...values: unknown[]) =>
      page.evaluate(
        ([of, given]) => Reflect.get(window, 'client')[String(of)](...(given as unknown[])),
        [name, values],
      )
    await greeting.toBe('unauthenticated ')
    const somebody = { action: 'register', email: 'ada@people.test', redirect: false }
    await call('signInWithPasskey', 'passkey', somebody)
    await greeting.toBe('authenticated ')
    await call('signOut', { redirect: false })
    await greeting.toBe('unauthenticated ')
    await call('signInWithPasskey', 'passkey', { action: 'authenticate', redirect: false })
    await greeting.toBe('authenticated ')
    await browser.close()
    await place.close()
  })
})
