import { decode } from '../crypto/runtime.ts'
import { readWithin } from '../http/bounded-fetch.ts'
import { jwtError } from './jwt-error.ts'

/** A published key, ready to verify. */
export interface VerifyingKey {
  /** The algorithm of the key, whatever a token says. */
  readonly alg: string
  readonly key: CryptoKey
  readonly algorithm: EcdsaParams | { name: 'Ed25519' }
}

/** Finds a key by its `kid`. */
export type FindKey = (kid: string) => Promise<VerifyingKey | undefined>

/** Keys are fetched again after this time, in milliseconds. A new one signs ten minutes after it was published. */
const freshMs = 300_000

/** The shortest time between two fetches. Anybody can make up a `kid`, and an unknown one causes a fetch. */
const unknownMs = 30_000

/** While the issuer does not answer, known keys are trusted for this time. */
const staleMs = 3_600_000

const timeoutMs = 5000
const maxBytes = 65_536
const maxKeys = 32

/** The place from which a verifier fetches keys, and how. */
export interface RemoteKeyOptions {
  readonly jwksUri: string
  readonly fetch: typeof globalThis.fetch
  readonly now: () => number
}

/** The keys of an issuer, cached. Concurrent calls share a fetch, and unknown names cause one every `unknownMs` at most. */
export function remoteKeys({ jwksUri, fetch, now }: RemoteKeyOptions): FindKey {
  let keys = new Map<string, VerifyingKey>()
  let fetchedAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  let failure: unknown
  let fetching: Promise<void> | undefined
  const renew = () => {
    triedAt = now()
    fetching ??= fetchKeys(jwksUri, fetch)
      .then((found) => {
        keys = found
        fetchedAt = now()
        failure = undefined
      })
      .catch((thrown: unknown) => {
        failure = thrown
      })
      .finally(() => {
        fetching = undefined
      })
    return fetching
  }
  return async (kid) => {
    const isRested = () => now() - triedAt >= unknownMs
    const isFresh = () => now() - fetchedAt < freshMs
    if (fetching && !keys.has(kid)) await fetching
    else if (isRested() && (!isFresh() || !keys.has(kid))) {
      const renewal = renew()
      // A token whose key is known does not wait for the fetch.
      if (!keys.has(kid) || now() - fetchedAt >= staleMs) await renewal
    }
    if (now() - fetchedAt < staleMs) return keys.get(kid)
    throw jwtError('KeysUnavailable', `The keys at ${jwksUri} could not be fetched`, failure)
  }
}

async function fetchKeys(
  jwksUri: string,
  fetch: typeof globalThis.fetch,
): Promise<Map<string, VerifyingKey>> {
  const response = await fetch(jwksUri, {
    headers: { accept: 'application/json' },
    // Keys come from the configured address, or not at all.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const body = await readWithin(maxBytes, response.body)
  if (!response.ok || !body) throw new Error(`The issuer answered with ${response.status}`)
  const set: unknown = JSON.parse(decode(body))
  const listed: unknown = Object(set).keys
  if (!Array.isArray(listed)) throw new Error('The issuer sent no set of keys')
  const found = await Promise.all(listed.slice(0, maxKeys).map(importKey))
  return new Map(found.flatMap((each) => (each ? [each] : [])))
}

/** The kinds of keys that are accepted: public ones only, each with its algorithm. */
const kinds: readonly {
  kty: string
  crv: string
  alg: string
  import: EcKeyImportParams | { name: 'Ed25519' }
  verify: VerifyingKey['algorithm']
}[] = [
  {
    kty: 'EC',
    crv: 'P-256',
    alg: 'ES256',
    import: { name: 'ECDSA', namedCurve: 'P-256' },
    verify: { name: 'ECDSA', hash: 'SHA-256' },
  },
  {
    kty: 'OKP',
    crv: 'Ed25519',
    alg: 'EdDSA',
    import: { name: 'Ed25519' },
    verify: { name: 'Ed25519' },
  },
]

/** A key with its `kid`; undefined for one that this verifier does not use. */
async function importKey(jwk: unknown): Promise<[string, VerifyingKey] | undefined> {
  const { kid, kty, crv, x, y, alg, use } = Object(jwk) as Record<string, unknown>
  const kind = kinds.find((each) => each.kty === kty && each.crv === crv)
  if (!kind || typeof kid !== 'string') return undefined
  if ((alg !== undefined && alg !== kind.alg) || (use !== undefined && use !== 'sig'))
    return undefined
  try {
    // Only these fields: a private part that was published by mistake is left out.
    const bare = JSON.parse(JSON.stringify({ kty, crv, x, y })) as JsonWebKey
    const key = await crypto.subtle.importKey('jwk', bare, kind.import, false, ['verify'])
    return [kid, { alg: kind.alg, key, algorithm: kind.verify }]
  } catch {
    return undefined
  }
}
