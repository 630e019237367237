import { AuthError } from '../errors.ts'
import { howToMakeOrDevelop, weaknessOf } from './guessable.ts'
import { configError } from './problems.ts'

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
  for (const secret of given) {
    const weakness = weaknessOf(secret, production)
    if (weakness) throw configError('secret', ...weakness)
  }
  return Object.freeze(given)
}
