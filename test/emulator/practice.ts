import { type Emulator, type EmulatorOptions, emulator } from '../../src/emulator/index.ts'

const authorizeAddress = 'https://www.tiktok.com/v2/auth/authorize/'
export const tokenAddress = 'https://open.tiktokapis.com/v2/oauth/token/'
export const revokeAddress = 'https://open.tiktokapis.com/v2/oauth/revoke/'
export const userInfoAddress = 'https://open.tiktokapis.com/v2/user/info/'

export const web = 'https://app.test/api/auth/callback/tiktok'
export const desktop = 'http://127.0.0.1:3455/api/auth/callback/tiktok'

export const client = {
  client_key: 'sbawpractice000001',
  client_secret: 'practice-secret-of-the-sandbox-01',
}

// The known-answer vector of the fact sheet.
export const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
export const hexChallenge = '13d31e961a1ad8ec2f16b10c4c982e0876a878ad6df144566ee1894acb70f9c3'
export const base64urlChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

export const noon: number = Date.parse('2026-11-15T12:00:00Z')

export type Overrides = Readonly<Record<string, string | undefined>>

export function practice(options: EmulatorOptions = {}): Promise<Emulator> {
  return emulator({ now: noon, ...options })
}

export function authorizeUrl(overrides: Overrides = {}): string {
  return `${authorizeAddress}?${parameters({
    client_key: client.client_key,
    response_type: 'code',
    scope: 'user.info.basic,user.info.profile,user.info.stats',
    redirect_uri: web,
    state: 'the-state',
    ...overrides,
  })}`
}

export function desktopUrl(overrides: Overrides = {}): string {
  return authorizeUrl({
    redirect_uri: desktop,
    code_challenge: hexChallenge,
    code_challenge_method: 'S256',
    ...overrides,
  })
}

export function parameters(values: Overrides): URLSearchParams {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return new URLSearchParams(given)
}

export function post({ fetch }: Emulator, address: string, values: Overrides): Promise<Response> {
  return fetch(address, { method: 'POST', body: parameters(values) })
}

export function redeem(
  tiktok: Emulator,
  code: string | null,
  overrides: Overrides = {},
): Promise<Response> {
  return post(tiktok, tokenAddress, {
    ...client,
    grant_type: 'authorization_code',
    code: code ?? undefined,
    redirect_uri: web,
    ...overrides,
  })
}

export type Tokens = {
  access_token: string
  refresh_token: string
  open_id: string
  scope: string
  expires_in: number
  refresh_expires_in: number
}

export async function signIn(
  tiktok: Emulator,
  decision: Parameters<Emulator['approve']>[1] = {},
  overrides: Overrides = {},
): Promise<Tokens> {
  const back = await tiktok.approve(authorizeUrl(overrides), decision)
  const response = await redeem(tiktok, back.searchParams.get('code'))
  return (await response.json()) as Tokens
}

export function userInfo({ fetch }: Emulator, token: string, fields: string): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` }
  return fetch(`${userInfoAddress}?fields=${fields}`, { headers })
}
