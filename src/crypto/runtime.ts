/**
 * Node's own cryptography where the runtime has it: synchronous, and many times faster than WebCrypto for small inputs. It takes longer to
 * load than the rest of an application's sign-in, so it is loaded only when it is needed.
 */
export function nodeCrypto(): typeof import('node:crypto') | undefined {
  try {
    return globalThis.process?.getBuiltinModule?.('node:crypto')
  } catch {
    // Next's Edge runtime has the function, and it throws.
    return undefined
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Text as UTF-8 bytes. */
export function encode(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text)
}

/** UTF-8 bytes as text; throws for anything else. */
export function decode(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

/** Bytes as base64url without padding. */
export function toBase64url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The bytes of a base64url text; undefined if it is not one. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    )
  } catch {
    return undefined
  }
}

/** Bytes as lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
