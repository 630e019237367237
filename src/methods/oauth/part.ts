import type { MethodPart } from '../method.ts'
import { configureOAuth } from './configure.ts'
import type { ResolvedOAuth, WrittenOAuth } from './resolved.ts'

/** The names of what a provider of this method can say; one that is nearly like them is pointed out. */
const options: readonly (keyof WrittenOAuth)[] = [
  'id',
  'name',
  'type',
  'issuer',
  'wellKnown',
  'authorization',
  'token',
  'userinfo',
  'jwks_endpoint',
  'checks',
  'idToken',
  'client',
  'clientId',
  'clientSecret',
  'profile',
  'account',
  'style',
  'redirectProxyUrl',
  'allowDangerousEmailAccountLinking',
  'dialect',
  'variables',
  'revocation',
  'endSession',
  'provides',
  'emailAuthority',
  'button',
  'docs',
  'hints',
  'signClientSecret',
  'problem',
  'callback',
  'checkCallback',
  'formParams',
  'accountChoice',
  'options',
]

/** OAuth 2 and OpenID Connect. */
export const oauth: MethodPart<ResolvedOAuth> = {
  name: 'oauth',
  platforms: true,
  configure: (written, inputs) => configureOAuth(written as WrittenOAuth, inputs),
  options,
  // Codes that the platform refuses, in 15 minutes; what it accepts is not counted, and there is no account to count by before it did.
  // `Infinity` and sums are written out: bundlers leave out only what certainly does nothing.
  limits: { oauth: { perAccount: Infinity, perClient: 100, seconds: 900 } },
  load: async () => (await import('./method.ts')).oauth,
}
