import type { App } from '../../app.ts'
import { emulatorOf } from '../../config/emulator.ts'
import { viaEmulator } from '../../http/via-emulator.ts'
import { authorizationServer } from './authorization-server.ts'
import type { ResolvedOAuth } from './resolved.ts'

/**
 * The address where a person's session at the platform is ended (OpenID Connect RP-Initiated Logout §2), and which brings them back to
 * `returnTo`; undefined if the platform has none.
 */
export async function logoutUrl(
  app: App,
  provider: ResolvedOAuth,
  returnTo: string,
  idToken: string | undefined,
): Promise<string | undefined> {
  const { endSession, clientId, issuer, wellKnown } = provider
  const isKnown = endSession?.url !== undefined || issuer !== undefined || wellKnown !== undefined
  const { end_session_endpoint } = isKnown ? await authorizationServer(app, provider) : {}
  if (!end_session_endpoint) return undefined
  const url = new URL(end_session_endpoint)
  url.searchParams.set('client_id', clientId)
  url.searchParams.set(endSession?.returnTo ?? 'post_logout_redirect_uri', returnTo)
  if (idToken) url.searchParams.set('id_token_hint', idToken)
  return viaEmulator(emulatorOf(app.config, provider.id), url).href
}
