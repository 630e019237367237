import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './cognito.mark.ts'

/** Sign in with an Amazon Cognito user pool. */
const Cognito: ProviderFunction<Profile, object, 'cognito'> = defineProvider({
  id: 'cognito',
  name: 'Cognito',
  type: 'oidc',
  method: openId,
  docs: 'https://docs.aws.amazon.com/cognito/latest/developerguide/federation-endpoints.html',
  issuer: '{issuer}',
  variables: {
    issuer: {
      kind: 'origin',
      example: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEfGhI',
    },
  },
  // Discovery has the endpoint, but the parameter with the return address has a name of Cognito's own.
  endSession: { returnTo: 'logout_uri' },
  checks: ['pkce', 'nonce'],
  profile: {
    id: 'sub',
    name: ['name', '{given_name} {family_name}', 'cognito:username'],
    email: 'email',
    image: 'picture',
    emailVerified: 'email_verified',
  },
  accountChoice: { prompt: 'select_account' },
  provides: { email: 'claimed', refreshToken: true },
  hints: { invalid_scope: 'Allow openid, profile and email for the app client.' },
  style: { brandColor: '#c17b9e', logo },
})

export default Cognito
