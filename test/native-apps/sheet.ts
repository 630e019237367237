import { createHash } from 'node:crypto'
import type { AuthConfig, AuthInstance, Session } from '../../src/index.ts'
import { type NativeAppCalls, NativeApps } from '../../src/parts/native-apps.ts'
import Apple from '../../src/providers/apple.ts'
import Google from '../../src/providers/google.ts'
import { memory } from '../../src/storage/memory.ts'
import { type TestAuth, testAuth } from '../../src/testing.ts'
import type { Storage } from '../../src/types/storage.ts'

const grant_type = 'urn:ietf:params:oauth:grant-type:token-exchange'
const subject_token_type = 'urn:ietf:params:oauth:token-type:id_token'

/** The clients of Acme's app at each platform. */
export const ios = 'practice-google-ios'
export const android = 'practice-google-android'
export const web = 'practice-google'
export const bundle = 'com.practice.app'

const idTokens: Readonly<Record<string, readonly string[]>> = {
  google: [ios],
  apple: [bundle],
}

/** The SHA-256 of a nonce, as apps pass it to the platform's library. */
export const hashed = (nonce: string): string => createHash('sha256').update(nonce).digest('hex')

/** A form that an app sends; a value may be missing. */
export type Form = Record<string, string | undefined>

/** An application, and what its app does there. */
export interface Sheets extends Omit<TestAuth, 'auth'> {
  auth: AuthInstance & NativeAppCalls
  storage: Required<Storage>
  /** Posts to a route as an app does, without any cookie. */
  post(path: string, form: Form, headers?: Record<string, string>): Promise<Response>
  /** Asks for a nonce. */
  nonce(app?: string): Promise<string>
  /** Exchanges an id token, with something changed. */
  exchange(form: Form, headers?: Record<string, string>): Promise<Response>
  /** Somebody signs in on the sheet of a platform, with a nonce of ours. */
  signIn(
    provider: 'google' | 'apple',
    as?: string,
    more?: Form,
    headers?: Record<string, string>,
  ): Promise<Response>
  /** Who is there, by a key. */
  who(key: string): Promise<Session | null>
}

/** An application with an app that shows Google's and Apple's own sheets. */
export async function sheets(
  config: Partial<AuthConfig> = {},
  listed: Readonly<Record<string, readonly string[]>> = idTokens,
): Promise<Sheets> {
  const storage = (config.storage as Required<Storage> | undefined) ?? memory()
  const { parts = [], providers = [], ...rest } = config
  const redirects = ['com.acme.app:/signed-in']
  const apps = [
    { id: 'acme', name: 'Acme', redirects, idTokens: listed },
    { id: 'other', name: 'Other', redirects, idTokens: listed },
    { id: 'plain', name: 'Plain', redirects },
  ]
  const at = await testAuth({
    providers: [Google, Apple, ...providers],
    storage,
    parts: [NativeApps(apps), ...parts],
    ...rest,
  })
  const auth = at.auth as unknown as Sheets['auth']
  const post: Sheets['post'] = (path, form, headers = {}) => {
    const given = Object.entries(form).filter((pair): pair is [string, string] => !!pair[1])
    return auth.handler(
      new Request(`https://app.test/api/auth/${path}`, {
        method: 'POST',
        headers: { accept: 'application/json', ...headers },
        body: new URLSearchParams(given),
      }),
    )
  }
  const nonce: Sheets['nonce'] = async (app = 'acme') =>
    (await (await post('native-nonce', { client_id: app })).json()).nonce
  const exchange: Sheets['exchange'] = (form, headers) =>
    post('native-token', { grant_type, subject_token_type, client_id: 'acme', ...form }, headers)
  const signIn: Sheets['signIn'] = async (provider, as = 'ada', more = {}, headers = {}) => {
    const given = await nonce()
    const { id_token, fullName } = await at.platform.appSignIn(provider, {
      client_id: provider === 'google' ? ios : bundle,
      nonce: hashed(given),
      as,
    })
    const name = { firstName: fullName?.givenName, lastName: fullName?.familyName }
    const user = fullName && JSON.stringify({ name })
    return exchange({ provider, subject_token: id_token, nonce: given, user, ...more }, headers)
  }
  const who: Sheets['who'] = async (key) =>
    auth.session(new Request('https://app.test/', { headers: { authorization: `Bearer ${key}` } }))
  return { ...at, auth, storage, post, nonce, exchange, signIn, who }
}
