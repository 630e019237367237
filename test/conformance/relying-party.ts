import { expect } from 'vitest'
import {
  Auth,
  type AuthConfig,
  type AuthInstance,
  type OIDCConfig,
  type Profile,
} from '../../src/index.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser, type TestBrowser } from '../../src/testing.ts'
import type { PlatformFacts } from '../../src/types/dialect.ts'
import type { StoredAccount } from '../../src/types/storage.ts'
import { arrival, origin, secret } from '../setup.ts'
import { type Provider, person } from './provider.ts'

/** An application that signs people in at the provider, and a person's browser. */
export interface RelyingParty {
  auth: AuthInstance
  browser: TestBrowser
  op: Provider
  /** What the log told, one line each. */
  log: string[]
  /** Goes through the provider, from an authorization address to the end. */
  follow(url: string): Promise<Response>
  /** What is kept of the person's account at the provider. */
  account(): Promise<StoredAccount | null>
}

/** Portico as set up for an OpenID provider that tells about people at its user-info endpoint. */
export function relyingParty(
  op: Provider,
  changes: Partial<OIDCConfig<Profile> & PlatformFacts> = {},
  config: Partial<AuthConfig> = {},
): RelyingParty {
  const { client_id, client_secret, response_mode } = op.client
  const log: string[] = []
  const storage = memory({ now: op.now })
  const auth = Auth({
    providers: [
      {
        id: 'op',
        name: 'The provider',
        type: 'oidc',
        issuer: op.issuer,
        clientId: client_id,
        clientSecret: client_secret,
        checks: ['pkce', 'nonce'],
        idToken: false,
        ...(response_mode === 'form_post' && { authorization: { params: { response_mode } } }),
        ...changes,
      },
    ],
    secret,
    url: origin,
    storage,
    logger: {
      error: ({ code, message }) => void log.push(`${code}: ${message}`),
      warn: (line) => void log.push(line),
    },
    ...config,
    runtime: { env: { NODE_ENV: 'test' }, fetch: op.fetch, now: op.now, ...config.runtime },
  })
  const atPlatform = async (url: string) => arrival(await op.visit(url))
  const browser = createBrowser({ origin, app: auth.handler, now: op.now, atPlatform })
  const follow = async (url: string) => {
    const back = await atPlatform(url)
    return typeof back === 'string' ? browser.visit(back) : browser.send(back, { crossSite: true })
  }
  const account = async () => storage.getAccount(person.openid.sub, 'op')
  return { auth, browser, op, log, follow, account }
}

/** The person is signed in, and the provider has nothing to complain of. */
export async function expectAccepted(
  { browser, op, log }: RelyingParty,
  response: Response,
): Promise<void> {
  expect({ log, complaints: op.complaints }).toEqual({ log: [], complaints: [] })
  expect(response.headers.get('location')).toBe(`${origin}/`)
  const { name, email } = { ...person.profile, ...person.email }
  expect((await browser.session())?.user).toMatchObject({ name, email })
}

/**
 * Nobody is signed in and nothing is kept; the log has the code and the reason; the misbehaviour is
 * the provider's alone.
 */
export async function expectRefused(
  { browser, op, log, account }: RelyingParty,
  response: Response,
  code: string,
  reason: RegExp,
): Promise<void> {
  expect(op.complaints).toEqual([])
  expect(op.deviated()).toBeGreaterThan(0)
  expect(new URL(response.headers.get('location') ?? '', origin).searchParams.get('error')).toBe(
    code,
  )
  expect(await browser.session()).toBeNull()
  expect(await account()).toBeNull()
  expect(log).toHaveLength(1)
  expect(log[0]).toMatch(new RegExp(`^${code}\\b`))
  expect(log[0]).toMatch(reason)
}
