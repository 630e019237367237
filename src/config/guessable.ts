import { toDevelop } from './environment.ts'

const howToMake = 'Run `npx porticojs secret`: it prints a new AUTH_SECRET.'
export const howToMakeOrDevelop: string = `${howToMake} ${toDevelop}`

/** Words that example secrets contain, and random ones hardly ever. */
const exampleWords = /secret|password|change.?me|example|replace|placeholder|default/i

/** The reason why strangers can guess a secret, and what to do; undefined if they cannot. */
export function weaknessOf(
  secret: unknown,
  production: boolean,
): [found: string, hint: string] | undefined {
  if (typeof secret !== 'string') return ['A secret is not a text', howToMake]
  if (secret.startsWith('AUTH_SECRET='))
    return ['A secret begins with "AUTH_SECRET="', 'Remove that.']
  if (secret.length < 32)
    return [`A secret has ${secret.length} characters, not at least 32`, howToMake]
  if (new Set(secret).size < 10) return ['A secret repeats itself', howToMake]
  if (production && exampleWords.test(secret)) return ['A secret is an example', howToMakeOrDevelop]
  return undefined
}

/** True if a secret would be refused because strangers could guess it. */
export function isGuessable(secret: string, production: boolean): boolean {
  return !!weaknessOf(secret, production)
}
