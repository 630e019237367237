import { sha256 } from './sha256.ts'

/** A sign-in under way. It is stored, because phones end apps that are behind a browser. */
export interface Flow {
  readonly state: string
  readonly verifier: string
  readonly redirect: string
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

function toBase64url(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3)
    const bits = (a << 16) | (b << 8) | c
    for (const shift of [18, 12, 6, 0]) text += alphabet[(bits >>> shift) & 63]
  }
  return text.slice(0, Math.ceil((bytes.length * 4) / 3))
}

/** Random bytes of the runtime. */
export function systemRandom(bytes: number): Uint8Array {
  const { crypto } = globalThis
  if (crypto?.getRandomValues) return crypto.getRandomValues(new Uint8Array(bytes))
  throw new TypeError('Pass `random`, because this runtime has no crypto.getRandomValues')
}

/** Begins a sign-in. */
export function newFlow(redirect: string, random: (bytes: number) => Uint8Array): Flow {
  const text = (bytes: number) => toBase64url(random(bytes))
  return { state: text(16), verifier: text(32), redirect }
}

/** The address that the browser is opened with. */
export function startUrl(base: string, app: string, { state, verifier, redirect }: Flow): string {
  return `${base}/native-start?${form({
    response_type: 'code',
    client_id: app,
    redirect_uri: redirect,
    code_challenge: toBase64url(sha256(verifier)),
    code_challenge_method: 'S256',
    state,
  })}`
}

/** Fields as a form. The `URLSearchParams` of React Native is incomplete. */
export function form(fields: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(fields)
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}=${encodeURIComponent(value)}`))
    .join('&')
}

/** The parameters of the address that led back; undefined if the address is not this redirect. */
export function readAnswer(
  address: string,
  redirect: string,
): Readonly<Record<string, string>> | undefined {
  const [place, query = ''] = address.split('#')[0]?.split('?') ?? []
  if (place !== redirect) return undefined
  const pairs = query.split('&').map((pair) => pair.split('=').map(decode))
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return ''
  }
}
