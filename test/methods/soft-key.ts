import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What a passkey may get wrong, or lie about. */
export interface Lies {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  userVerified?: boolean
  userPresent?: boolean
  counter?: number
  userHandle?: string | null
  id?: string
  key?: KeyObject
  attestationObject?: string
  /** Who made it, as 32 hexadecimal digits. */
  aaguid?: string
}

/** A passkey in software, which says whatever it is told to say. */
export interface SoftKey {
  id: string
  /** Answers registration options. */
  create(options: Options, lies?: Lies): Json
  /** Answers authentication options. */
  get(options: Options, lies?: Lies): Json
}

// biome-ignore lint/suspicious/noExplicitAny: the JSON of WebAuthn §5.1.8, which these tests take apart
type Options = any
// biome-ignore lint/suspicious/noExplicitAny: the same
type Json = any

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()

/** Makes a passkey for an origin. */
export function softKey(origin: string): SoftKey {
  const id = randomBytes(32)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const host = new URL(origin).hostname
  let counter = 0
  let handle = ''

  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    )

  // WebAuthn §6.1.
  const authenticatorData = (lies: Lies, credential = Buffer.alloc(0)) => {
    const flags =
      (lies.userPresent === false ? 0 : 1) |
      (lies.userVerified === false ? 0 : 4) |
      (credential.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lies.counter ?? ++counter)
    return Buffer.concat([sha256(lies.rpId ?? host), Buffer.from([flags]), count, credential])
  }

  const shown = (lies: Lies) => {
    const credential = lies.id ?? base64url(id)
    return { id: credential, rawId: credential, type: 'public-key', clientExtensionResults: {} }
  }

  return {
    id: base64url(id),
    create(options, lies = {}) {
      handle = options.user.id
      const rawId = lies.id ? Buffer.from(lies.id, 'base64url') : id
      const length = Buffer.from([rawId.length >> 8, rawId.length & 255])
      const maker = lies.aaguid ? Buffer.from(lies.aaguid, 'hex') : Buffer.alloc(16)
      const credential = Buffer.concat([maker, length, rawId, coseKey(publicKey)])
      const authData = authenticatorData(lies, credential)
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      return {
        ...shown(lies),
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, lies)),
          attestationObject: lies.attestationObject ?? base64url(attestation),
          transports: ['internal'],
        },
      }
    },
    get(options, lies = {}) {
      const data = clientData('webauthn.get', options.challenge, lies)
      const authData = authenticatorData(lies)
      const signature = sign(
        'sha256',
        Buffer.concat([authData, sha256(data)]),
        lies.key ?? privateKey,
      )
      const userHandle = lies.userHandle === undefined ? handle : lies.userHandle
      return {
        ...shown(lies),
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          ...(userHandle !== null && { userHandle }),
        },
      }
    },
  }
}

/** RFC 9053 §7.1.1: an ES256 key. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

/** RFC 8949, as much of it as a passkey needs. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (!(value instanceof Map)) throw new TypeError('A passkey has no use for that')
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)])
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
