import { createHash } from 'node:crypto'
import { once } from './authorization.ts'
import { demand, type Inside, person } from './provider.ts'
import { type Json, jws } from './signing.ts'

/** What the person allowed, and what the code is bound to. */
export interface Grant {
  scopes: string[]
  nonce: string | undefined
  code_challenge: string | undefined
  redirect_uri: string | undefined
}

type Form = Partial<Record<string, string>>

/** OpenID Connect Core §3.1.3 and §12. */
export async function answerToken(inside: Inside, request: Request): Promise<Response> {
  demand(!request.url.includes('?'), 'parameters in the address')
  const type = request.headers.get('content-type') ?? ''
  demand(/^application\/x-www-form-urlencoded(;|$)/.test(type), 'the body is no form')
  const form = once(new URLSearchParams(await request.text()))
  const { grant_type, ...rest } = authenticated(inside, request, form)
  const answer = answers[grant_type ?? '']
  demand(answer, `the grant_type is ${grant_type}`)
  return Response.json(answer(inside, rest), { headers: { 'cache-control': 'no-store' } })
}

/** RFC 6749 §2.3.1: in the registered place, and nowhere else. Returns the rest of the form. */
function authenticated({ client }: Inside, request: Request, form: Form): Form {
  const { client_id, client_secret, ...rest } = form
  const header = request.headers.get('authorization')
  if (client.token_endpoint_auth_method === 'client_secret_post') {
    demand(header === null, 'client_secret_post, but there is an Authorization header')
    demand(client_id === client.client_id, 'another client_id in the form')
    demand(client_secret === client.client_secret, 'another client_secret in the form')
    return rest
  }
  demand(client_id === undefined, 'client_secret_basic, but the form names the client, too')
  demand(client_secret === undefined, 'client_secret_basic, but the form holds the secret')
  const [, encoded = ''] = /^Basic ([\w+/]+=*)$/.exec(header ?? '') ?? []
  const parts = Buffer.from(encoded, 'base64').toString().split(':')
  demand(parts.length === 2, 'no Basic header, or one whose parts are not form-encoded')
  const [id, secret] = parts.map(formDecoded)
  demand(id === client.client_id, 'another client_id in the header')
  demand(secret === client.client_secret, 'another client_secret in the header')
  return rest
}

function formDecoded(text: string): string {
  demand(/^[\w.~*%+-]*$/.test(text), 'a part of the Basic header is not form-encoded')
  return new URLSearchParams(`x=${text}`).get('x') ?? ''
}

type Answer = (inside: Inside, form: Form) => Json

const answers: Record<string, Answer> = {
  authorization_code(inside, { code = '', redirect_uri, code_verifier = '', ...rest }) {
    nothingElse(rest)
    const grant = inside.codes.get(code)
    demand(grant, 'an unknown code, or one that was used')
    inside.codes.delete(code)
    demand(redirect_uri === grant.redirect_uri, 'another redirect_uri than at the start')
    demand(/^[\w.~-]{43,128}$/.test(code_verifier), 'a code_verifier that RFC 7636 does not allow')
    const challenge = createHash('sha256').update(code_verifier).digest('base64url')
    demand(challenge === grant.code_challenge, 'the code_verifier of another flow')
    const { nonce } = grant
    const claims = inside.act.claims({ ...idClaims(inside), ...(nonce && { nonce }) })
    return tokens(inside, grant, claims)
  },
  refresh_token(inside, { refresh_token = '', ...rest }) {
    nothingElse(rest)
    const grant = inside.refreshTokens.get(refresh_token)
    demand(grant, 'an unknown refresh token, or one that was used')
    inside.refreshTokens.delete(refresh_token)
    // OpenID Connect Core §12.2: the same issuer, subject and audience; no nonce.
    return tokens(inside, grant, inside.act.refreshed(idClaims(inside)))
  },
}

function nothingElse(rest: Form): void {
  const [odd] = Object.keys(rest)
  demand(!odd, `a parameter that nobody asked for: ${odd}`)
}

/** OpenID Connect Core §2: what an id token must say, and no more; user info has the rest. */
function idClaims({ issuer, client, now }: Inside): Json {
  return {
    iss: issuer,
    ...person.openid,
    aud: client.client_id,
    iat: now(),
    exp: now() + 300,
  }
}

function tokens(inside: Inside, grant: Grant, claims: Json): Json {
  const [access_token, refresh_token] = [crypto.randomUUID(), crypto.randomUUID()]
  inside.accessTokens.set(access_token, grant)
  inside.refreshTokens.set(refresh_token, grant)
  const id_token = idToken(inside, claims)
  return { access_token, token_type: 'Bearer', expires_in: 300, refresh_token, id_token }
}

function idToken({ act, client, keys, rotate }: Inside, claims: Json): string {
  act.beforeSigning(rotate)
  const alg = client.id_token_signed_response_alg
  const [first] = keys
  const header = act.header(alg === 'HS256' ? { alg } : { alg, kid: first?.kid })
  return act.token(jws(header, claims, alg === 'HS256' ? client.client_secret : first))
}
