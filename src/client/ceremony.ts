/** The use of a passkey, or the making of a new one. */
export type Ceremony = 'authenticate' | 'register'

/** The server's request for a passkey. */
export interface PasskeyRequest {
  action: Ceremony
  options: object
}

/** The browser's answer, as JSON. */
export interface CeremonyResult {
  id: string
  [part: string]: unknown
}

/** Extras of a ceremony besides its options. */
export interface CeremonyExtras {
  signal?: AbortSignal | undefined
  mediation?: CredentialMediationRequirement | undefined
}

// biome-ignore lint/suspicious/noExplicitAny: the server's JSON, in the shape that WebAuthn §5.1.8 prescribes
type Json = any

/** Asks the browser to use or to make a passkey. Returns its answer as JSON. Rejects if the person declines. */
export async function performCeremony(
  ceremony: Ceremony,
  options: object,
  extras: CeremonyExtras = {},
): Promise<CeremonyResult> {
  return toJson(await ceremonies[ceremony](options, extras))
}

const ceremonies: Record<Ceremony, (options: Json, extras: object) => Promise<Credential | null>> =
  {
    authenticate: (options, extras) =>
      navigator.credentials.get({ publicKey: requestOptions(options), ...extras }),
    register: (options, extras) =>
      navigator.credentials.create({ publicKey: creationOptions(options), ...extras }),
  }

// Browsers before 2025 do not have parseCreationOptionsFromJSON, and some password managers answer without toJSON.
function requestOptions(options: Json): Json {
  // The server lists no passkeys here: that would tell who has any.
  return { ...options, challenge: bytes(options.challenge) }
}

function creationOptions(options: Json): PublicKeyCredentialCreationOptions {
  return {
    ...requestOptions(options),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: options.excludeCredentials.map((known: Json) => ({
      ...known,
      id: bytes(known.id),
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

function toJson(credential: Json): CeremonyResult {
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
