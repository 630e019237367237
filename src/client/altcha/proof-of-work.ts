/** The server's challenge: ALTCHA's proof of work, version 2. */
interface Challenge {
  parameters: { nonce: string; salt: string; cost: number; keyLength: number; keyPrefix: string }
}

/** The keys that are derived at once. */
const batch = 8

/** Fetches a challenge from an address, and computes the token that solves it. */
export async function earnToken(address: string): Promise<string> {
  const response = await fetch(address, { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`The challenge was answered with ${response.status}`)
  const challenge: Challenge = await response.json()
  return btoa(JSON.stringify({ challenge, solution: await solve(challenge) }))
}

async function solve({ parameters }: Challenge): Promise<object> {
  const { keyPrefix } = parameters
  for (let first = 0; ; first += batch) {
    const counters = Array.from({ length: batch }, (_, index) => first + index)
    const keys = await Promise.all(counters.map((counter) => deriveKey(parameters, counter)))
    const found = keys.findIndex((key) => key.startsWith(keyPrefix))
    if (found >= 0) return { counter: first + found, derivedKey: keys[found] }
  }
}

/** PBKDF2 over the nonce and the counter, as four bytes in big-endian order. */
async function deriveKey(
  { nonce, salt, cost, keyLength }: Challenge['parameters'],
  counter: number,
): Promise<string> {
  const password = new Uint8Array([...bytes(nonce), 0, 0, 0, 0])
  new DataView(password.buffer).setUint32(password.length - 4, counter)
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: bytes(salt), iterations: cost }
  const derived = new Uint8Array(await crypto.subtle.deriveBits(how, key, keyLength * 8))
  return Array.from(derived, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function bytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
