import { type Ceremony, type CeremonyExtras, performCeremony } from './ceremony.ts'

/** Options of a ceremony with a passkey. */
export interface PasskeyOptions {
  /** The path of the routes. Default `/api/auth`. */
  basePath?: string
  /** The provider's id. Default `passkey`. */
  provider?: string
  /** The address to go to afterwards. */
  callbackUrl?: string
  /** More for the server, such as the `name` of a new user, or `data` of the application. */
  fields?: Record<string, string>
  /** Ends a ceremony early. */
  signal?: AbortSignal
}

/** The result of a ceremony: the address to go to. `error` says why the sign-in failed. */
export interface PasskeyOutcome {
  url: string
  error?: string
  /** `unknown-passkey`: no user here has the passkey (any more). */
  code?: string
}

/** True if this browser supports passkeys at all. */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/** Asks the browser for a passkey and signs in with it. Rejects if the person declines. */
export function signInWithPasskey(options: PasskeyOptions = {}): Promise<PasskeyOutcome> {
  return perform('authenticate', options)
}

/**
 * Offers passkeys in the autofill of an `<input autocomplete="… webauthn">` and signs in with the chosen one. Resolves with
 * null where they cannot be offered.
 */
export async function autofillPasskey(
  options: PasskeyOptions = {},
): Promise<PasskeyOutcome | null> {
  if (!supportsPasskeys()) return null
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return null
  return perform('authenticate', options, 'conditional')
}

/** Makes a passkey: for the signed-in person, or for a new user, whose `name` is in `fields`. Rejects if the person declines. */
export function createPasskey(options: PasskeyOptions = {}): Promise<PasskeyOutcome> {
  return perform('register', options)
}

type OptionsAnswer = PasskeyOutcome & { options: { rpId: string } }

function perform(action: Ceremony, options: PasskeyOptions): Promise<PasskeyOutcome>
function perform(
  action: Ceremony,
  options: PasskeyOptions,
  mediation: CeremonyExtras['mediation'],
): Promise<PasskeyOutcome | null>
async function perform(
  action: Ceremony,
  { basePath = '/api/auth', provider = 'passkey', callbackUrl, fields, signal }: PasskeyOptions,
  mediation?: CeremonyExtras['mediation'],
): Promise<PasskeyOutcome | null> {
  const said = { action, callbackUrl, ...fields }
  const begun = await post(`${basePath}/webauthn-options/${provider}`, said)
  // With autofill, the visitor has not asked for anything yet, and is not sent to the error's page.
  if (begun.error) return mediation ? null : begun
  const data = await performCeremony(action, begun.options, { mediation, signal })
  const answer = await post(`${basePath}/callback/${provider}`, { ...said, data })
  // Browsers that support this stop offering the unknown passkey.
  if (answer.code)
    PublicKeyCredential.signalUnknownCredential?.({
      rpId: begun.options.rpId,
      credentialId: data.id,
    })
  return answer
}

const json = 'application/json'

async function post(url: string, body: object): Promise<OptionsAnswer> {
  const headers = { accept: json, 'content-type': json }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = await response.json()
  // A gateway may answer with JSON of its own, without options or an address.
  if (answer.options || answer.url) return answer
  throw new Error('Unavailable')
}
