/** What a word is that not everybody may hear. */
export type Kind =
  | 'key'
  | 'token'
  | 'id_token'
  | 'code'
  | 'verifier'
  | 'nonce'
  | 'cookie'
  | 'mail'
  | 'factor'

/** Everything that nobody may hear, and whether somebody did. */
export interface Secrets {
  add(kind: Kind, value: unknown): void
  /** The secret words in a text, but for the kinds that may be there. */
  heardIn(text: string, allowed?: readonly Kind[]): string[]
}

/** Words that are long enough to be nobody's but their own. */
const words = /[A-Za-z0-9_-]{16,}/g

/** A collection of secrets. It looks a text's words up, so that its size costs nothing. */
export function collectSecrets(): Secrets {
  const known = new Map<string, Kind>()
  const codes = new Set<string>()
  return {
    add(kind, value) {
      if (typeof value !== 'string') return
      if (/^\d{6}$/.test(value)) codes.add(value)
      // The first part of a token says how it was made, which is no secret.
      const secret = value.split('.').length > 2 ? value.slice(value.indexOf('.')) : value
      for (const [word] of secret.matchAll(words)) known.set(word, known.get(word) ?? kind)
    },
    heardIn(text, allowed = []) {
      const heard = [...text.matchAll(words)].flatMap(([word]) => {
        const kind = known.get(word)
        return kind && !allowed.includes(kind) ? [`${kind} ${word}`] : []
      })
      const digits = [...text.matchAll(/(?<![#\w])\d{6}(?!\w)/g)].filter(([word]) =>
        codes.has(word),
      )
      return [...heard, ...digits.map(([word]) => `mailed code ${word}`)]
    },
  }
}
