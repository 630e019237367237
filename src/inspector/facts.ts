import { sha256 } from '../crypto/hash.ts'
import { isOAuth } from '../methods/oauth/resolved.ts'
import type { Steps } from '../types/trace.ts'
import type { Facts, FlowRecord } from './flow-record.ts'
import { mark } from './mask.ts'
import type { Recording } from './recorder-parts.ts'

/** Records the values that the callback will be compared with. */
export async function rememberFlow(
  recording: Recording,
  flow: FlowRecord,
  kept: Steps['kept']['flow'],
): Promise<void> {
  const { redirect_uri, nonce, code_verifier }: Record<string, unknown> = { ...Object(kept.state) }
  const before = flow.facts.flow
  flow.facts.flow = {
    state: mark(kept.id),
    expires: kept.expires * 1000,
    ...(before?.challenge && { challenge: before.challenge }),
    ...(typeof redirect_uri === 'string' && { redirect_uri }),
    ...(typeof nonce === 'string' && { nonce: mark(nonce) }),
  }
  if (typeof code_verifier !== 'string' || before?.challenge) return
  const challenge = await challengeMark(recording, flow, code_verifier)
  flow.facts.flow = { ...flow.facts.flow, challenge }
}

/** The mark of a verifier's challenge (RFC 7636 §4.2), in the platform's encoding. */
export async function challengeMark(
  { engine }: Recording,
  { provider }: FlowRecord,
  verifier: string,
): Promise<string> {
  const found = engine.config.providers.get(provider.id)
  const form = found && isOAuth(found) ? found.dialect.challenge : undefined
  return mark(await sha256(verifier, form))
}

/** The facts in an id token; undefined if it is malformed. The engine verifies it, not the inspector. */
export function idTokenFacts(idToken: unknown): Facts['idToken'] {
  const [header, claims] = String(idToken).split('.').map(decodedPart)
  if (!header || !claims) return undefined
  const { iss, aud, nonce, exp } = claims
  return {
    ...(typeof iss === 'string' && { iss }),
    ...(aud !== undefined && { aud: [aud].flat().join(' ') }),
    ...(typeof nonce === 'string' && { nonce: mark(nonce) }),
    ...(typeof exp === 'number' && { expires: exp * 1000 }),
    ...(typeof header.alg === 'string' && { algorithm: header.alg }),
  }
}

function decodedPart(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
