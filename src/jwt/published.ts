import type { Context } from '../context.ts'
import { issuerOf } from './calls.ts'
import { publicJwk } from './ec-key.ts'
import { ringOf } from './key-ring.ts'
import type { JwtSettings } from './settings.ts'

/** Services and caches may keep an answer for five minutes: a new key signs after ten. */
const headers = {
  'content-type': 'application/json',
  'cache-control': 'public, max-age=300',
  'x-content-type-options': 'nosniff',
}

/** `GET /jwks` (RFC 7517 §5): every key that may have signed a token, or soon will. */
export async function showKeys(settings: JwtSettings, context: Context): Promise<Response> {
  const ring = await ringOf(context, settings)
  const keys = ring.map(({ kid, key }) => publicJwk(kid, key))
  return new Response(JSON.stringify({ keys }), { headers })
}

/** `GET /.well-known/openid-configuration`: the part of OpenID Connect Discovery that verifying tokens needs. */
export async function showDiscovery(settings: JwtSettings, context: Context): Promise<Response> {
  const document = {
    issuer: issuerOf(settings, context, context.request),
    jwks_uri: `${context.baseUrl}/jwks`,
    subject_types_supported: ['public'],
    response_types_supported: [],
    id_token_signing_alg_values_supported: ['ES256'],
  }
  return new Response(JSON.stringify(document), { headers })
}
