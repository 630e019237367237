import { expect } from 'vitest'
import {
  type OAuth2Description,
  type OidcDescription,
  oauth2,
  oidc,
  type Platform,
  type Received,
  type Surroundings,
} from '../../src/emulator/index.ts'
import type { AuthConfig, OAuth2Config, OIDCConfig, Profile, Provider } from '../../src/index.ts'
import { origin, setup } from '../setup.ts'

export const site = 'https://club.example.test'
export const keys = {
  clientId: 'practice-club',
  clientSecret: 'practice-secret-of-club',
}

/** The club's members on its own platform, which holds everyone to the standards. */
export function clubPlatform(rules: Partial<OAuth2Description> = {}): Platform {
  return oauth2({
    id: 'club',
    name: 'Club',
    authorize: { url: `${site}/authorize` },
    token: { url: `${site}/token` },
    resources: [{ url: `${site}/me`, answer: ({ person }) => member(person) }],
    ...rules,
  })
}

/** What the club tells about somebody. */
export function member(person: {
  id: string
  name: string
  email?: string
  picture?: string
}): Profile {
  const { id, name, email, picture } = person
  return { id: `member-${id}`, name, email, picture }
}

/** An application, the outside world and a browser. */
export type Visit = Awaited<ReturnType<typeof setup>>

type Changes<Config> = Partial<Config> & { options?: object }

/** A provider of the club, written by hand. */
export function club(changes: Changes<OAuth2Config<Profile>> = {}): Provider {
  return {
    id: 'club',
    name: 'Club',
    type: 'oauth',
    authorization: `${site}/authorize`,
    token: `${site}/token`,
    userinfo: `${site}/me`,
    ...keys,
    ...changes,
  }
}

/** An application with the club's provider, and the club. */
export function visitClub(
  changes: Changes<OAuth2Config<Profile>> = {},
  rules: Partial<OAuth2Description> = {},
  config: Partial<AuthConfig> = {},
): Promise<Visit> {
  return setup({ providers: [club(changes)], ...config }, { platforms: [clubPlatform(rules)] })
}

export const issuer = 'https://id.example.test'

/** A strict OpenID Connect platform. */
function openPlatform(rules: Partial<OidcDescription> = {}): Platform {
  // Making such a key takes a moment; an RSA key takes a while.
  return oidc({ id: 'open', name: 'Open', issuer, algorithm: 'ES256', ...rules })
}

/** An application with a provider of that platform, and the platform. */
export function visitOpen(
  changes: Changes<OIDCConfig<Profile>> = {},
  rules: Partial<OidcDescription> = {},
  config: Partial<AuthConfig> = {},
  surroundings: Surroundings = {},
): Promise<Visit> {
  const provider: Provider = {
    id: 'open',
    name: 'Open',
    type: 'oidc',
    issuer,
    clientId: 'practice-open',
    clientSecret: 'practice-secret-of-open',
    ...changes,
  }
  return setup(
    { providers: [provider], ...config },
    {
      platforms: [openPlatform(rules)],
      ...surroundings,
    },
  )
}

/** The session of the first person of every practice platform. */
export const signedIn = { user: { name: 'Ada Lovelace', email: 'ada@people.test' } }

/** Signs in, which must fail, and tells the error that the person is shown. */
export async function errorOf(visit: Visit, provider = 'club'): Promise<string | null> {
  const response = await visit.browser.signIn(provider)
  expect(await visit.browser.session()).toBeNull()
  return new URL(response.headers.get('location') ?? '', origin).searchParams.get('error')
}

/** What reached an endpoint of the platform. */
export function requestsTo({ world }: Visit, endpoint: string): readonly Received[] {
  return world.received.filter((received) => received.endpoint === endpoint)
}
