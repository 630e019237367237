import type { AuthConfig, OAuth2Config, OAuthUserConfig, Provider } from '../../src/index.ts'
import GitHub from '../../src/providers/github.ts'
import TikTok from '../../src/providers/tiktok.ts'

declare function accept(providers: AuthConfig['providers']): void

const endpoints = {
  authorization: 'https://platform.test/authorize',
  token: 'https://platform.test/token',
  userinfo: 'https://platform.test/userinfo',
}

// A provider that somebody writes by hand needs no `jwks_endpoint`, and its keys may be missing in the environment.
accept([
  { id: 'mine', name: 'Mine', type: 'oauth', ...endpoints },
  { id: 'open', name: 'Open', type: 'oidc', issuer: 'https://platform.test', checks: ['nonce'] },
  { id: 'env', name: 'Env', type: 'oauth', ...endpoints, clientId: process.env.MY_CLIENT_ID },
])

// A provider is a function, or what it returns; functions with options of their own are welcome.
accept([TikTok, GitHub(), (own: { tenant: string }) => GitHub({ clientId: own.tenant })])

// What is wrong is told while it is written.
// @ts-expect-error no such check
accept([{ id: 'mine', name: 'Mine', type: 'oauth', ...endpoints, checks: ['hope'] }])
// @ts-expect-error OAuth 2 has no nonce
accept([{ id: 'mine', name: 'Mine', type: 'oauth', ...endpoints, checks: ['nonce'] }])
// @ts-expect-error no such kind
accept([{ id: 'mine', name: 'Mine', type: 'saml', ...endpoints }])
// @ts-expect-error no such field
accept([{ id: 'mine', name: 'Mine', type: 'oauth', ...endpoints, clientID: 'x' }])
// @ts-expect-error an endpoint is an address or a handler
accept([{ id: 'mine', name: 'Mine', type: 'oauth', ...endpoints, token: 7 }])
// @ts-expect-error a user's id is text
accept([{ id: 'mine', name: 'Mine', type: 'oauth', ...endpoints, profile: () => ({ id: 1 }) }])
// @ts-expect-error a kind is not an option
TikTok({ type: 'oidc' })

// The profile's type reaches the callback that reads it.
interface Member {
  number: string
  nickname: string
}
const member: Provider<Member> = {
  id: 'club',
  name: 'Club',
  type: 'oauth',
  ...endpoints,
  profile: (profile) => ({ id: profile.number, name: profile.nickname }),
}
accept([member])
const options: OAuthUserConfig<Member> = {
  // @ts-expect-error a member has no e-mail address
  profile: (profile) => ({ id: profile.number, email: profile.email }),
}
const resolved: Pick<OAuth2Config<Member>, 'jwks_endpoint'> = { jwks_endpoint: options }
// @ts-expect-error a resolved configuration has it
const unresolved: Pick<OAuth2Config<Member>, 'jwks_endpoint'> = {}
Object.freeze([resolved, unresolved])
