import type { App } from '../app.ts'
import { sha256 } from '../crypto/hash.ts'
import { random } from '../crypto/random.ts'
import { encode, toBase64url } from '../crypto/runtime.ts'
import { AuthError } from '../errors.ts'
import type { IssuedJwt, JwtClaims, JwtSubject, JwtWish } from '../types/jwt.ts'
import { signer } from './ec-key.ts'
import { currentKey, ringOf } from './key-ring.ts'
import type { JwtSettings } from './settings.ts'

/** The claims that the application's own must not replace. */
const own: readonly string[] = [
  'iss',
  'aud',
  'sub',
  'sid',
  'act',
  'amr',
  'auth_time',
  'exp',
  'iat',
  'nbf',
  'jti',
  'client_id',
]

/** The facts in a token about its user and session. */
export interface Statement extends Omit<JwtSubject, 'audience'> {
  readonly issuer: string
  /** The id of the session. The token has a hash of it. */
  readonly sessionId?: string | undefined
  /** The time of the user's proof, in seconds since 1970; undefined or 0 without one. */
  readonly authTime?: number | undefined
  readonly amr?: readonly string[] | undefined
  /** The operator who acts as the user, and the end of that in milliseconds since 1970. */
  readonly actor?: { readonly id: string; readonly until: number }
}

/** Issues a token (RFC 9068) that other services verify with the published keys. */
export async function issueJwt(
  app: App,
  settings: JwtSettings,
  { user, session, issuer, sessionId, authTime, amr, actor }: Statement,
  wish: JwtWish = {},
): Promise<IssuedJwt> {
  const audience = readAudience(settings, wish.audience)
  const subject = { user, audience, ...(session && { session }) }
  const added = { ...(await settings.claims?.(subject)), ...wish.claims }
  assertOwn(added)
  const now = app.services.now()
  const iat = Math.floor(now / 1000)
  const until = actor ? Math.floor(actor.until / 1000) : Infinity
  const exp = Math.min(iat + settings.maxAgeSeconds, until)
  const payload = {
    ...added,
    iss: issuer,
    aud: audience,
    sub: user.id,
    client_id: new URL(issuer).origin,
    iat,
    exp,
    jti: random(16),
    // RFC 8693 §4.1: services learn who acts as the user.
    ...(actor && { act: { sub: actor.id } }),
    ...(sessionId && { sid: (await sha256(`sid ${sessionId}`)).slice(0, 22) }),
    ...(amr?.length && { amr }),
    ...(authTime && { auth_time: authTime }),
  }
  const current = currentKey(await ringOf(app, settings), now)
  if (!current) throw noKey()
  const { kid, key } = current
  const head = part({ alg: 'ES256', typ: 'at+jwt', kid })
  const signed = `${head}.${part(payload)}`
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await crypto.subtle.sign(algorithm, await signer(key), encode(signed))
  const token = `${signed}.${toBase64url(new Uint8Array(signature))}`
  return { token, expires: new Date(exp * 1000) }
}

function part(value: object): string {
  return toBase64url(encode(JSON.stringify(value)))
}

function readAudience({ audiences }: JwtSettings, wished: string | undefined): string {
  const audience = wished ?? audiences[0] ?? ''
  if (audiences.includes(audience)) return audience
  throw new AuthError('InvalidRequest', 'No token is issued for this audience', {
    field: 'audience',
    hint: `Use one of ${audiences.join(', ')}, or add it to \`audience\` of Jwt().`,
  })
}

function assertOwn(claims: JwtClaims): void {
  const taken = Object.keys(claims).find((name) => own.includes(name))
  if (taken === undefined) return
  throw new AuthError('InvalidRequest', `The claim "${taken}" is written by Portico`, {
    field: 'claims',
    hint: 'Give your claim another name.',
  })
}

function noKey(): AuthError {
  return new AuthError('Configuration', 'No signing key can be decrypted', {
    field: `parts.jwt`,
    hint: 'Add the secret that encrypted it as AUTH_SECRET_1, or make a new key: npx porticojs keys.',
  })
}
