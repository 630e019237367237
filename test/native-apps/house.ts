import { createHash, randomBytes } from 'node:crypto'
import type { AuthConfig, AuthInstance } from '../../src/index.ts'
import { type NativeApp, NativeApps } from '../../src/parts/native-apps.ts'
import GitHub from '../../src/providers/github.ts'
import { memory } from '../../src/storage/memory.ts'
import { type TestAuth, type TestBrowser, testAuth } from '../../src/testing.ts'
import type { Storage } from '../../src/types/storage.ts'

/** The address that each way back into an app is asked for with. */
export const redirects = {
  claimed: 'https://acme.example/app/signed-in',
  scheme: 'com.acme.app:/signed-in',
  loopback: 'http://127.0.0.1:49152/signed-in',
  loopback6: 'http://[::1]:49152/signed-in',
} as const

export const apps: readonly NativeApp[] = [
  {
    id: 'acme',
    name: 'Acme',
    redirects: [
      redirects.claimed,
      redirects.scheme,
      'http://127.0.0.1/signed-in',
      'http://[::1]/signed-in',
    ],
  },
  { id: 'other', name: 'Other', redirects: ['com.other.app:/signed-in', redirects.scheme] },
]

/** What the token endpoint answers. */
export interface Answer {
  access_token: string
  refresh_token: string
  expires_in: number
  session: { user: { id: string; name: string } }
  error?: string
}

/** An application that has apps on phones. */
export interface House extends Omit<TestAuth, 'auth'> {
  auth: AuthInstance
  storage: Required<Storage>
  /** Ada, who is signed in in the browser. */
  userId: string
  /** Posts to a route as an app does, without any cookie. */
  post(
    path: string,
    form: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Response>
  /** Signs the app in, as whoever is signed in in the browser. */
  enter(more?: { device?: string; browser?: TestBrowser }): Promise<Answer>
  /** Asks for the successor of a key. */
  renew(key: string, app?: string): Promise<Response>
  /** Who is there, by a key. */
  who(key: string): Promise<string | undefined>
}

/** Ada is signed in in her browser. */
export async function house(config: Partial<AuthConfig> = {}): Promise<House> {
  const storage = (config.storage as Required<Storage> | undefined) ?? memory()
  const { parts = [], ...rest } = config
  const at = await testAuth({
    providers: [GitHub],
    storage,
    parts: [NativeApps(apps), ...parts],
    ...rest,
  })
  const auth = at.auth as unknown as AuthInstance
  await at.browser.signIn('github', { as: 'ada' })
  const userId = (await at.browser.session())?.user.id ?? ''
  const post: House['post'] = (path, form, headers = {}) =>
    auth.handler(
      new Request(`https://app.test/api/auth/${path}`, {
        method: 'POST',
        headers: { accept: 'application/json', ...headers },
        body: new URLSearchParams(form),
      }),
    )
  const enter: House['enter'] = async ({ device, browser = at.browser } = {}) => {
    const flow = begin()
    const back = await goOn(browser, flow)
    const form = exchange(flow, codeIn(back), device)
    return (await post('native-token', form)).json()
  }
  const renew: House['renew'] = (key, app = 'acme') =>
    post('native-token', { grant_type: 'refresh_token', client_id: app, refresh_token: key })
  const who: House['who'] = async (key) => (await auth.session(bearing(key)))?.user.id
  return { ...at, auth, storage, userId, post, enter, renew, who }
}

/** A sign-in that an app began: what it asks for, and the verifier that it keeps. */
export interface Flow {
  query: Record<string, string>
  verifier: string
}

/** Begins a sign-in, with something changed. */
export function begin(changed: Record<string, string | undefined> = {}): Flow {
  const verifier = randomBytes(32).toString('base64url')
  const query: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: 'acme',
    redirect_uri: redirects.scheme,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: randomBytes(12).toString('base64url'),
    ...changed,
  }
  const given = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  )
  return { verifier, query: Object.fromEntries(given) }
}

/** The address that the app opens the browser with. */
export const startPath = ({ query }: Flow): string =>
  `/api/auth/native-start?${new URLSearchParams(query)}`

/** The person whom the page that asks has named. */
export const namedIn = (page: string): string => /name="as" value="([^"]+)"/.exec(page)?.[1] ?? ''

/** Presses "Continue" on the page that asks; returns where that leads. */
export async function goOn(browser: TestBrowser, { query }: Flow): Promise<string> {
  const page = await browser.submit('/api/auth/native-start', query)
  const as = namedIn(await page.clone().text())
  const answer = as ? await browser.submit('/api/auth/native-start', { ...query, as }) : page
  return answer.headers.get('location') ?? `${answer.status} ${await answer.text()}`
}

/** The code in the address that leads back into the app. */
export const codeIn = (url: string): string => new URL(url).searchParams.get('code') ?? ''

/** The exchange of a code, as the app sends it. */
export function exchange(
  { query, verifier }: Flow,
  code: string,
  device?: string,
): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    client_id: query.client_id ?? '',
    redirect_uri: query.redirect_uri ?? '',
    code,
    code_verifier: verifier,
    ...(device && { device }),
  }
}

/** A request of an app to the application. */
export function bearing(key: string, headers: Record<string, string> = {}): Request {
  return new Request('https://app.test/api/posts', {
    headers: { authorization: `Bearer ${key}`, ...headers },
  })
}
