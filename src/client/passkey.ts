/** Where and how passkeys are asked for. */
export interface PasskeyOptions {
  /** Where the routes are. Default `/api/auth`. */
  basePath?: string
  /** The provider's id. Default `passkey`. */
  provider?: string
  /** Where to go afterwards. */
  callbackUrl?: string
  /** More for the server, such as the `name` of somebody who signs up, or `data` of the application. */
  fields?: Record<string, string>
  /** Ends a ceremony early. */
  signal?: AbortSignal
}

/** Where a ceremony leads: the address to go to. `error` says why nobody was signed in. */
export interface PasskeyOutcome {
  url: string
  error?: string
}

type Ceremony = 'authenticate' | 'register'

/** Whether this browser knows passkeys at all. */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/** Asks the browser for a passkey and signs in with it. Rejects if the person declines. */
export function signInWithPasskey(options: PasskeyOptions = {}): Promise<PasskeyOutcome> {
  return perform('authenticate', options, async ({ publicKey, signal }) =>
    navigator.credentials.get({ publicKey: requestOptions(publicKey), ...signal }),
  )
}

/**
 * Offers passkeys in the autofill of an `<input autocomplete="… webauthn">` and signs in with the chosen one. Resolves with
 * null where the browser cannot.
 */
export async function autofillPasskey(
  options: PasskeyOptions = {},
): Promise<PasskeyOutcome | null> {
  if (!supportsPasskeys()) return null
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return null
  return perform('authenticate', options, async ({ publicKey, signal }) =>
    navigator.credentials.get({
      mediation: 'conditional',
      publicKey: requestOptions(publicKey),
      ...signal,
    }),
  )
}

/** Makes a passkey: for the signed-in person, or for somebody new, who says a `name`. Rejects if the person declines. */
export function createPasskey(options: PasskeyOptions = {}): Promise<PasskeyOutcome> {
  return perform('register', options, async ({ publicKey, signal }) =>
    navigator.credentials.create({ publicKey: creationOptions(publicKey), ...signal }),
  )
}

interface Asked {
  publicKey: Json
  signal: { signal?: AbortSignal }
}

// biome-ignore lint/suspicious/noExplicitAny: the server's JSON, in the shape that WebAuthn §5.1.8 prescribes
type Json = any

async function perform(
  action: Ceremony,
  { basePath = '/api/auth', provider = 'passkey', callbackUrl, fields, signal }: PasskeyOptions,
  ask: (asked: Asked) => Promise<Credential | null>,
): Promise<PasskeyOutcome> {
  const said = { action, callbackUrl, ...fields }
  const begun = await post(`${basePath}/webauthn-options/${provider}`, said)
  if (begun.error) return begun
  const credential = await ask({ publicKey: begun.options, signal: signal ? { signal } : {} })
  return post(`${basePath}/callback/${provider}`, { ...said, data: toJson(credential) })
}

async function post(url: string, body: object): Promise<Json> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.json()
}

// Browsers before 2025 do not have parseCreationOptionsFromJSON, and some password managers answer without toJSON.
function requestOptions(options: Json): PublicKeyCredentialRequestOptions {
  // The server names no passkeys: that would tell who has any.
  return { ...options, challenge: bytes(options.challenge) }
}

function creationOptions(options: Json): PublicKeyCredentialCreationOptions {
  return {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: options.excludeCredentials.map(({ id, type }: Json) => ({
      id: bytes(id),
      type,
    })),
  }
}

const parts = [
  'clientDataJSON',
  'attestationObject',
  'authenticatorData',
  'signature',
  'userHandle',
]

function toJson(credential: Json): object {
  const { id, type, response } = credential
  const found = parts.filter((part) => response[part])
  return {
    id,
    rawId: id,
    type,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: {
      ...Object.fromEntries(found.map((part) => [part, base64url(response[part])])),
      transports: response.getTransports?.(),
    },
  }
}

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

function base64url(buffer: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(buffer))
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
}
