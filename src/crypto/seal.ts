import type { Awaitable } from '../types/models.ts'
import type { Box, MakeBox, Parts } from './jwe.ts'

/** The content of a sealed token. */
export type Claims = Record<string, unknown>

/**
 * Locks claims into a token that only this application can open, for one purpose. The token is a standard JWE (RFC 7516: `dir`, `A256GCM`);
 * its key is derived from the secret and the purpose: a token sealed for one purpose cannot be opened for another.
 */
export interface Seal {
  seal(claims: Claims): Awaitable<string>
  /** The claims, or undefined when the token is not ours, was changed, or its secret has been retired. */
  open(token: string): Awaitable<Claims | undefined>
}

/** A seal that locks with the first secret and opens with any of them. Keys are derived once, at first use. */
export function createSeal(secrets: readonly string[], purpose: string, makeBox: MakeBox): Seal {
  let boxes: Box[] | undefined
  const ready = () => {
    // An empty secret would give everybody the same key.
    boxes ??= secrets.filter(Boolean).map((secret) => makeBox(secret, `portico ${purpose}`))
    return boxes
  }
  return {
    seal(claims) {
      const [box] = ready()
      if (!box) throw new TypeError('A seal needs a secret')
      return box.lock(JSON.stringify(claims))
    },
    open(token) {
      // A compact JWE has five parts; with `dir` the second is empty.
      const [header, key, iv, text, tag, more] = token.split('.')
      if (!header || key !== '' || !iv || !text || !tag || more !== undefined) return undefined
      // RFC 7518 §5.3: 96 and 128 bits; the spare bits of the last character are unset.
      if (!/^[\w-]{16}$/.test(iv) || !/^[\w-]{21}[AQgw]$/.test(tag)) return undefined
      return openAny(ready(), { header, iv, text, tag })
    },
  }
}

function openAny(boxes: Box[], parts: Parts): Awaitable<Claims | undefined> {
  for (const box of boxes) {
    const opened = box.unlock(parts)
    if (typeof opened === 'object') {
      return opened.then(
        (json) => parse(json) ?? openAny(boxes.slice(boxes.indexOf(box) + 1), parts),
      )
    }
    const claims = parse(opened)
    if (claims) return claims
  }
  return undefined
}

function parse(json: string | undefined): Claims | undefined {
  return json === undefined ? undefined : JSON.parse(json)
}
