import type { ClientAuth, IDToken } from 'oauth4webapi'
import type { App } from '../../app.ts'
import type { Profile, TokenSet } from '../../types/models.ts'
import { lacksOpenId } from './configure/lacks-open-id.ts'
import type { PlatformClient } from './platform-client.ts'
import type { Answer } from './platform-response.ts'
import type { ResolvedOAuth } from './resolved.ts'

/** The demands of the moment when the sign-in started. */
export interface Expected {
  nonce?: string | undefined
  /** Seconds since the person has proven themselves to the platform, at most; a token that does not say when is refused. */
  maxAge?: number | undefined
}

/** The code that only OpenID Connect needs. A provider that speaks it brings it along by its method, so that nobody else ships it. */
export interface OpenIdCode {
  validateIdToken(platform: PlatformClient, answer: Answer, expected: Expected): Promise<IDToken>
  validateRefreshedIdToken(
    platform: PlatformClient,
    answer: Answer,
    subject: unknown,
  ): Promise<void>
  assertAccessToken(provider: ResolvedOAuth, answer: Answer, claims: IDToken): Promise<void>
  fetchUserinfo(platform: PlatformClient, tokens: TokenSet, claims: IDToken): Promise<Profile>
  signedAuthentication(provider: ResolvedOAuth, method: string, secret: string): ClientAuth
  pushAuthorization(
    app: App,
    provider: ResolvedOAuth,
    params: Record<string, string>,
  ): Promise<{ request_uri: string }>
}

/** The code of OpenID Connect. The configuration has refused a provider that needs it where there is none. */
export async function openIdCode({ id, openId }: ResolvedOAuth): Promise<OpenIdCode> {
  if (!openId) throw lacksOpenId(id)
  return openId.load() as Promise<OpenIdCode>
}
