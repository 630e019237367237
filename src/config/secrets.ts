import { AuthError } from '../errors.ts'
import { toDevelop } from './environment.ts'
import { configError } from './problems.ts'

const howToMake = 'Run `npx porticojs secret`: it prints a new AUTH_SECRET.'
const howToMakeOrDevelop = `${howToMake} ${toDevelop}`

/** The secrets, newest first: as written, else from the environment. One that could be guessed is refused. */
export function readSecrets(
  written: string | readonly string[] | undefined,
  env: Record<string, string | undefined>,
  production: boolean,
): readonly string[] {
  const environment = ['', '_1', '_2', '_3'].map((number) => env[`AUTH_SECRET${number}`])
  const secrets = [written ?? environment].flat().filter((secret) => secret !== undefined)
  const given = secrets.filter((secret) => secret !== '')
  if (given.length === 0) {
    throw new AuthError('Configuration', 'There is no secret', {
      field: 'secret',
      variable: 'AUTH_SECRET',
      hint: howToMakeOrDevelop,
    })
  }
  for (const secret of given) assertUnguessable(secret, production)
  return Object.freeze(given)
}

/** People write these into secrets; chance does not. */
const exampleWords = /secret|password|change.?me|example|replace|placeholder|default/i

/** Says that a secret would be refused because strangers could guess it. */
export function isGuessable(secret: string, production: boolean): boolean {
  try {
    assertUnguessable(secret, production)
    return false
  } catch {
    return true
  }
}

function assertUnguessable(secret: unknown, production: boolean): void {
  if (typeof secret !== 'string') throw configError('secret', 'A secret is not a text', howToMake)
  if (secret.startsWith('AUTH_SECRET='))
    throw configError('secret', 'A secret begins with "AUTH_SECRET="', 'Remove that part.')
  const { length } = secret
  if (length < 32)
    throw configError('secret', `A secret has ${length} characters, not at least 32`, howToMake)
  if (new Set(secret).size < 10) throw configError('secret', 'A secret repeats itself', howToMake)
  if (production && exampleWords.test(secret))
    throw configError('secret', 'A secret is an example', howToMakeOrDevelop)
}
