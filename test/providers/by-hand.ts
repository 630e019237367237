import {
  type Decision,
  type Emulator,
  type EmulatorOptions,
  emulator,
} from '../../src/emulator/index.ts'
import { origin } from '../setup.ts'

type Named = Extract<EmulatorOptions, { platform?: string }>
type Words = Record<string, string>

/** A pair for PKCE (RFC 7636, appendix B). */
export const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
export const pkce: Words = {
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}

/** The code that a callback brings. */
export function codeOf(back: URL): string {
  return back.searchParams.get('code') ?? ''
}

/** What one can say to a practice platform. */
export interface ByHand {
  world: Emulator
  client: { client_id: string; client_secret: string }
  /** The client's id and secret in a header. */
  basic: Words
  /** Opens the authorization page and decides there; the callback address, with what it brings. */
  ask: (asked: Words, decision?: Decision) => Promise<URL>
  exchange: (body: Words, headers?: Words) => Promise<Response>
  refresh: (refresh_token: string, body?: Words, headers?: Words) => Promise<Response>
  /** Signs somebody in, with the secret in the body. */
  // biome-ignore lint/suspicious/noExplicitAny: each platform answers in its own way
  tokens: (asked: Words, decision?: Decision) => Promise<any>
  get: (url: string, token: string, headers?: Words) => Promise<Response>
  post: (url: string, body: Words, headers?: Words) => Promise<Response>
}

/** A practice platform with its practice application, spoken to by hand. */
export async function open(
  options: Named & { platform: string },
  authorize: string,
  endpoint: string,
): Promise<ByHand> {
  const world = await emulator(options)
  const id = options.platform
  const client = { client_id: `practice-${id}`, client_secret: `practice-secret-of-${id}` }
  const redirect_uri = `${origin}/api/auth/callback/${id}`

  const ask: ByHand['ask'] = (asked, decision = {}) => {
    const { client_id } = client
    const query = { client_id, redirect_uri, response_type: 'code', state: 'state', ...asked }
    return world.approve(`${authorize}?${new URLSearchParams(query)}`, decision)
  }
  const post: ByHand['post'] = (url, body, headers = {}) =>
    world.fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', ...headers },
      body: new URLSearchParams(body),
    })
  const exchange: ByHand['exchange'] = (body, headers) =>
    post(endpoint, { grant_type: 'authorization_code', redirect_uri, ...body }, headers)
  return {
    world,
    client,
    basic: { authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}` },
    ask,
    exchange,
    refresh: (refresh_token, body = client, headers = {}) =>
      post(endpoint, { grant_type: 'refresh_token', refresh_token, ...body }, headers),
    tokens: async (asked, decision) =>
      (await exchange({ ...client, code: codeOf(await ask(asked, decision)) })).json(),
    get: (url, token, headers = {}) =>
      world.fetch(url, { headers: { authorization: `Bearer ${token}`, ...headers } }),
    post,
  }
}
