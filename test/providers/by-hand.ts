import { type Decision, type EmulatorOptions, emulator } from '../../src/emulator/index.ts'
import { origin } from '../setup.ts'

type Named = Extract<EmulatorOptions, { platform?: string }>
type Words = Record<string, string>

/** A pair for PKCE (RFC 7636, appendix B). */
export const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
export const pkce = {
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}

/** The code that a callback brings. */
export const codeOf = (back: URL) => back.searchParams.get('code') ?? ''

/** A practice platform with its practice application, spoken to by hand. */
export async function open(
  options: Named & { platform: string },
  authorize: string,
  endpoint: string,
) {
  const world = await emulator(options)
  const id = options.platform
  const client = { client_id: `practice-${id}`, client_secret: `practice-secret-of-${id}` }
  const redirect_uri = `${origin}/api/auth/callback/${id}`

  /** Opens the authorization page and decides there; the callback address, with what it brings. */
  const ask = (asked: Words, decision: Decision = {}) => {
    const { client_id } = client
    const query = { client_id, redirect_uri, response_type: 'code', state: 'state', ...asked }
    return world.approve(`${authorize}?${new URLSearchParams(query)}`, decision)
  }
  const post = (url: string, body: Words, headers: Words = {}, method = 'POST') =>
    world.fetch(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      body: new URLSearchParams(body),
    })
  const exchange = (body: Words, headers: Words = {}) =>
    post(endpoint, { grant_type: 'authorization_code', redirect_uri, ...body }, headers)
  const refresh = (refresh_token: string, body: Words = client, headers: Words = {}) =>
    post(endpoint, { grant_type: 'refresh_token', refresh_token, ...body }, headers)
  /** Signs somebody in, with the secret in the body. */
  const tokens = async (asked: Words, decision: Decision = {}) =>
    (await exchange({ ...client, code: codeOf(await ask(asked, decision)) })).json()
  const get = (url: string, token: string, headers: Words = {}) =>
    world.fetch(url, { headers: { authorization: `Bearer ${token}`, ...headers } })
  const basic = {
    authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}`,
  }
  return { world, client, redirect_uri, ask, exchange, refresh, tokens, get, post, basic }
}
