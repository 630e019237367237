import type { AuthConfig, AuthInstance } from '../../../src/index.ts'
import { DeviceSignIn } from '../../../src/parts/device-sign-in.ts'
import GitHub from '../../../src/providers/github.ts'
import { memory } from '../../../src/storage/memory.ts'
import { type TestAuth, type TestBrowser, testAuth } from '../../../src/testing.ts'
import type { DeviceCalls, DeviceSignInOptions } from '../../../src/types/device-sign-in.ts'
import type { Storage } from '../../../src/types/storage.ts'

/** The codes that a device gets. */
export interface Codes {
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete: string
  expires_in: number
  interval: number
}

/** The answer to a poll. */
export interface Polled {
  status: number
  error?: string
  access_token?: string
  token_type?: string
  expires_in?: number
  scope?: string
}

/** An application on whose devices people sign in. */
export interface House extends Omit<TestAuth, 'auth'> {
  auth: AuthInstance & DeviceCalls
  storage: Required<Storage>
  /** Ada, who is signed in. */
  userId: string
  /** A device asks for codes. */
  ask(form?: Record<string, string>): Promise<Codes>
  /** The device asks whether the person has answered. */
  poll(codes: Codes, form?: Record<string, string>): Promise<Polled>
  /** A person enters a code. */
  enter(code: string, browser?: TestBrowser): Promise<Response>
  /** A person answers the question. */
  answer(code: string, answer: 'approve' | 'deny', browser?: TestBrowser): Promise<Response>
  /** Signs Ada in on a device, and returns its key. */
  device(form?: Record<string, string>): Promise<string>
}

const clients = {
  'acme-tv': 'Acme TV',
  'acme-cli': { name: 'Acme CLI', scopes: ['read', 'write'] },
} as const

/** Ada is signed in, and two programs may ask her to sign in on them. */
export async function house(
  config: Partial<AuthConfig> = {},
  options: Partial<DeviceSignInOptions> = {},
): Promise<House> {
  const storage = memory()
  const { parts = [], ...rest } = config
  const at = await testAuth({
    providers: [GitHub],
    storage,
    parts: [DeviceSignIn({ clients, ...options }), ...parts],
    ...rest,
  })
  const auth = at.auth as unknown as House['auth']
  const post = (path: string, form: Record<string, string>) =>
    auth.handler(
      new Request(`https://app.test/api/auth/device/${path}`, {
        method: 'POST',
        body: new URLSearchParams(form),
      }),
      { address: '203.0.113.7' },
    )
  await at.browser.signIn('github', { as: 'ada' })
  const userId = (await at.browser.session())?.user.id ?? ''
  const ask: House['ask'] = async (form) => {
    const response = await post('code', { client_id: 'acme-tv', ...form })
    return response.json() as Promise<Codes>
  }
  const poll: House['poll'] = async ({ device_code }, form) => {
    const grant = 'urn:ietf:params:oauth:grant-type:device_code'
    const sent = { grant_type: grant, client_id: 'acme-tv', device_code, ...form }
    const response = await post('token', sent)
    return { status: response.status, ...((await response.json()) as object) }
  }
  const enter: House['enter'] = (user_code, browser = at.browser) =>
    browser.submit('/api/auth/device', { user_code })
  const answer: House['answer'] = async (user_code, answer, browser = at.browser) => {
    const as = (await browser.session())?.user.id ?? ''
    return browser.submit('/api/auth/device', { user_code, answer, as })
  }
  const device: House['device'] = async (form) => {
    const codes = await ask(form)
    await enter(codes.user_code)
    await answer(codes.user_code, 'approve')
    return (await poll(codes, form)).access_token ?? ''
  }
  return { ...at, auth, storage, userId, ask, poll, enter, answer, device }
}

/** A request of a device to the application. */
export function bearing(key: string): Request {
  const headers = { authorization: `Bearer ${key}` }
  return new Request('https://app.test/api/films', { headers })
}
