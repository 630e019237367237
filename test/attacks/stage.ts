import { expect } from 'vitest'
import {
  type Emulator,
  emulator,
  oauth2,
  oidc,
  type Person,
  type Platform,
} from '../../src/emulator/index.ts'
import type { Auth, AuthConfig, PasskeyCalls } from '../../src/index.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import type { OAuth2Config, OIDCConfig, Written } from '../../src/types/provider.ts'
import type { Storage } from '../../src/types/storage.ts'
import { type Log, origin, setup } from '../setup.ts'

export const base: string = `${origin}/api/auth`

type OAuthProvider = Written<OAuth2Config<Record<string, unknown>>>
type OidcProvider = Written<OIDCConfig<Record<string, unknown>>>

const keys = (id: string) => ({
  clientId: `practice-${id}`,
  clientSecret: `practice-secret-of-${id}`,
})

/** An ordinary OAuth 2 platform. */
export const plain: OAuthProvider = {
  id: 'plain',
  name: 'Plain',
  type: 'oauth',
  authorization: 'https://plain.test/authorize',
  token: 'https://plain.test/token',
  userinfo: 'https://plain.test/userinfo',
  ...keys('plain'),
}

/** An honest OpenID Connect platform. */
export const idp: OidcProvider = {
  id: 'idp',
  name: 'Idp',
  type: 'oidc',
  issuer: 'https://idp.test',
  checks: ['pkce', 'nonce'],
  ...keys('idp'),
}

/** A platform in the attacker's hands. */
export const evil: OidcProvider = {
  ...idp,
  id: 'evil',
  name: 'Evil',
  issuer: 'https://evil.test',
  ...keys('evil'),
}

/** Everything outside the application: the three platforms, with the same people or with those given. */
export function outside(
  personas?: readonly Person[],
  others: readonly Platform[] = [],
): Promise<Emulator> {
  const people = personas ? { personas } : {}
  return emulator({
    // Time stands still unless a story moves it.
    now: Date.UTC(2026, 5, 1),
    platforms: [
      oauth2({
        id: 'plain',
        authorize: { url: 'https://plain.test/authorize' },
        token: { url: 'https://plain.test/token' },
        resources: [
          {
            url: 'https://plain.test/userinfo',
            answer: ({ person }) => ({
              id: `p-${person.id}`,
              name: person.name,
              email: person.email,
              email_verified: person.email_verified,
            }),
          },
        ],
        ...people,
      }),
      oidc({ id: 'idp', issuer: 'https://idp.test', algorithm: 'ES256', ...people }),
      oidc({ id: 'evil', issuer: 'https://evil.test', algorithm: 'ES256', ...people }),
      ...others,
    ],
  })
}

/** The application on its stage. */
export interface Stage {
  auth: ReturnType<typeof Auth> & PasskeyCalls
  browser: TestBrowser
  world: Emulator
  log: Log
  open: () => TestBrowser
  storage: Required<Storage>
  /** Names of the storage's methods that changed something, in order. */
  writes: string[]
}

/** An application with the three platforms and a storage that tells what was written to it. */
export async function stage(
  config: Partial<AuthConfig> = {},
  personas?: readonly Person[],
): Promise<Stage> {
  const world = await outside(personas)
  const storage = memory({ now: world.clock.now })
  const writes: string[] = []
  const made = await setup(
    { providers: [plain, idp, evil], storage: watched(storage, writes), ...config },
    world,
  )
  return { ...made, storage, writes }
}

const changing = /^(create|update|link|unlink|delete)/

/** The same storage; the names of the methods that change something are written down when they are called. */
export function watched(storage: Storage, writes: string[]): Storage {
  return new Proxy(storage, {
    get(target, name) {
      const method = Reflect.get(target, name)
      if (name === 'transaction') {
        return (work: (inside: Storage) => Promise<unknown>) =>
          target.transaction?.((inside) => work(watched(inside, writes)))
      }
      if (typeof name !== 'string' || !changing.test(name)) return method
      return (...values: unknown[]) => {
        writes.push(name)
        return Reflect.apply(method, target, values)
      }
    },
  })
}

/** Runs an attack and checks that it got nothing: no session, no row, no way out, no crash. */
export async function closed(
  { writes }: Pick<Stage, 'writes'>,
  attack: () => Promise<Response>,
): Promise<Response> {
  const before = [...writes]
  const response = await attack()
  expect(sessionsIn(response)).toEqual([])
  expect(writes).toEqual(before)
  expectOwnPlace(response)
  // A platform's fault may be told to programs as 502; nothing that a visitor sends is our fault.
  if (response.status !== 502) expect(response.status).toBeLessThan(500)
  if (response.status < 300) expect(await response.clone().text()).not.toContain('"user"')
  return response
}

/** The session cookies that a response hands out. */
export function sessionsIn(response: Response): string[] {
  return response.headers
    .getSetCookie()
    .filter((line) => /portico\.session(\.\d+)?=[^;]/.test(line) && !line.includes('Max-Age=0'))
}

/** A redirect, if there is one, stays on the application's origin. */
export function expectOwnPlace(response: Response): void {
  const location = response.headers.get('location')
  if (location !== null) expect(new URL(location, origin).origin).toBe(origin)
}

/** The code of the error page that a response leads to. */
export function errorOf(response: Response): string | null {
  const location = response.headers.get('location')
  return location === null ? null : new URL(location, origin).searchParams.get('error')
}

/** Asks as a program does, so that the answer has the error's own status. */
export const program = { accept: 'application/json' }
