/** People write these into secrets; chance does not. */
const exampleWords = /secret|password|change.?me|example|replace|placeholder|default/i

export const prefixed = 'A secret begins with "AUTH_SECRET="'
export const example = 'A secret is an example'

/** What makes a secret guessable for strangers; undefined for one that nobody guesses. */
export function weaknessOf(secret: unknown, production: boolean): string | undefined {
  if (typeof secret !== 'string') return 'A secret is not a text'
  if (secret.startsWith('AUTH_SECRET=')) return prefixed
  const { length } = secret
  if (length < 32) return `A secret has ${length} characters, not at least 32`
  if (new Set(secret).size < 10) return 'A secret repeats itself'
  return production && exampleWords.test(secret) ? example : undefined
}

/** Says that a secret would be refused because strangers could guess it. */
export function isGuessable(secret: string, production: boolean): boolean {
  return weaknessOf(secret, production) !== undefined
}
