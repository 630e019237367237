import { defineProvider, type ProviderFunction } from '../define-provider.ts'
import { oneTap } from '../methods/one-tap/part.ts'
import { openId } from '../methods/open-id/part.ts'
import type { Profile } from '../types/models.ts'
import { logo } from './google.mark.ts'

const posted = { parameter: 'credential', csrf: 'g_csrf_token' }

/** Google's own options. */
export interface GoogleOptions {
  /**
   * Also accepts sign-ins by Google's button or One Tap, in redirect mode, with the callback address as `login_uri` and a nonce that
   * the page got from `/api/auth/nonce/google`. `'without-nonce'` accepts them without a nonce, too. Then only the origin that the
   * browser reports, and Google's cookie, keep another site from signing a visitor in as somebody else.
   */
  oneTap?: boolean | 'nonce' | 'without-nonce'
}

/**
 * Sign in with Google; with `oneTap: true` also by its button and One Tap, whose `login_uri` is the callback address.
 */
const Google: ProviderFunction<Profile, GoogleOptions, 'google'> = defineProvider({
  id: 'google',
  name: 'Google',
  type: 'oidc',
  method: openId,
  docs: 'https://developers.google.com/identity/openid-connect/openid-connect',
  issuer: 'https://accounts.google.com',
  revocation: { url: 'https://oauth2.googleapis.com/revoke', client: false },
  checks: ['pkce', 'nonce'],
  dialect: { repeated: { hd: ['hd'] } },
  client: { token_endpoint_auth_method: 'client_secret_post' },
  // Consent too: without it, Google gives no refresh token for an account that has consented before.
  accountChoice: { prompt: 'select_account consent' },
  provides: { email: 'claimed', refreshToken: { access_type: 'offline', prompt: 'consent' } },
  // "Using Google Account Data": Google is authoritative for gmail.com, and for the domain that `hd` names.
  emailAuthority: { domains: ['gmail.com', 'googlemail.com'], claim: 'hd' },
  variants: {
    oneTap: {
      true: { method: oneTap(posted) },
      nonce: { method: oneTap(posted) },
      'without-nonce': { method: oneTap({ ...posted, nonce: 'optional' }) },
    },
  },
  hints: {
    redirect_uri_mismatch: 'Add {callbackUrl} to the authorized redirect URIs of the OAuth client.',
    invalid_client: 'Compare AUTH_GOOGLE_ID and AUTH_GOOGLE_SECRET with the OAuth client.',
    access_denied: 'While the consent screen is in testing, only its test users may sign in.',
  },
  button: { popular: 1, refusesInApp: true },
  style: {
    brandColor: '#1a73e8',
    logo,
  },
})

export default Google
