import type { Ground } from '../../types.ts'

const docs = 'https://developers.tiktok.com/doc'

/** The sources of each kit's rules. */
export const grounds: readonly Ground[] = [
  {
    about: 'Web',
    documented: `https addresses, exact, no localhost; scopes separated by commas; state; disable_auto_auth. ${docs}/login-kit-web`,
    assumed: 'A PKCE pair is ignored, as the overview says that PKCE does not apply to the web.',
  },
  {
    about: 'Desktop',
    documented: `localhost or 127.0.0.1 with a port or *; PKCE with S256 in hexadecimal digits is mandatory. ${docs}/login-kit-desktop/`,
    assumed:
      'A challenge in base64url passes here and fails at the token endpoint, as was recorded. An address without a path is refused, as was observed.',
  },
  {
    about: 'iOS and Android',
    documented: `The redirect is an https link that the app claims; the server exchanges code, link and verifier. ${docs}/login-kit-ios-quickstart/ ${docs}/login-kit-android-quickstart-v2/`,
    assumed:
      'PKCE is mandatory, in hexadecimal digits, and a missing code_challenge_method means S256: both official libraries do that. Verifiers may be short: the library for Android makes 32 characters. Certificates and bundle ids are not checked here.',
  },
  {
    about: 'Minis',
    documented: `The token request has neither redirect_uri nor code_verifier; scopes are user.info.basic and user.info.open_id; the silent login asks nobody. ${docs}/minis-oauth ${docs}/minis-user-data`,
    assumed:
      'Both parameters are refused if they are sent. The silent login grants user.info.open_id alone. The address that plays the SDK is ours.',
  },
  {
    about: 'QR code',
    documented: `get_qrcode and check_qrcode, the client_ticket, and the states new, scanned, confirmed, expired, utilised. ${docs}/login-kit-qr-code-authorization`,
    assumed:
      'A code lives five minutes. The authorization code comes as `code` or inside `redirect_uri`: the documentation has both. The token request needs no redirect_uri.',
  },
]
