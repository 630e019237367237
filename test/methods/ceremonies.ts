import { expect } from 'vitest'
import type { TestBrowser } from '../../src/testing.ts'
import { origin } from '../setup.ts'
import { type Lies, type SoftKey, softKey } from './soft-key.ts'

const json = { accept: 'application/json', origin, 'content-type': 'application/json' }

/** What a route answered a program. */
export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: JSON, which the tests take apart
  body: any
}

/** Sends JSON, as a script of our own page does. */
export async function post(browser: TestBrowser, path: string, body: object): Promise<Answer> {
  const response = await browser.send(
    new Request(`${origin}/api/auth/${path}`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(body),
    }),
  )
  return { status: response.status, body: await response.json() }
}

/** Begins a ceremony; returns its options. */
export async function begin(
  browser: TestBrowser,
  action: string,
  more: object = {},
  provider = 'passkey',
): Promise<Answer['body']> {
  const { body } = await post(browser, `webauthn-options/${provider}`, { action, ...more })
  return body.options
}

/** Ends a ceremony with what a passkey said. */
export function end(
  browser: TestBrowser,
  action: string,
  data: object,
  provider = 'passkey',
): Promise<Answer> {
  return post(browser, `callback/${provider}`, { action, data })
}

/** Somebody new signs up. */
export async function signUp(browser: TestBrowser, name = 'Ada'): Promise<SoftKey> {
  const key = softKey(origin)
  const options = await begin(browser, 'register', { name })
  const answer = await end(browser, 'register', key.create(options))
  expect(answer).toMatchObject({ status: 200, body: { url: `${origin}/` } })
  return key
}

/** Signs in with a passkey, which may lie. */
export async function signIn(browser: TestBrowser, key: SoftKey, lies: Lies = {}): Promise<Answer> {
  return end(browser, 'authenticate', key.get(await begin(browser, 'authenticate'), lies))
}

/** The signed-in person adds a passkey. */
export async function addPasskey(
  browser: TestBrowser,
  key: SoftKey = softKey(origin),
): Promise<Answer> {
  return end(browser, 'register', key.create(await begin(browser, 'register')))
}
