import { type Certified, certified } from './certified.ts'

/** A certified server whose access tokens say what somebody may do in so many letters, as those of Keycloak and Entra ID do. */
export function certifiedWithLongTokens(letters: number, redirectUri?: string): Promise<Certified> {
  return certified(redirectUri === undefined ? {} : { redirect_uris: [redirectUri] }, {
    extraTokenClaims: () => ({ roles: 'r'.repeat(letters) }),
    features: {
      resourceIndicators: {
        enabled: true,
        defaultResource: () => 'urn:certified:api',
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'read',
          accessTokenTTL: 600,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  })
}
