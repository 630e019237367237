import { AuthError } from '../errors.ts'

/** Loads an optional package; says how to install it when it is not there. */
export async function loadDriver<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new AuthError('Configuration', `This database needs the package ${name}`, {
      field: 'database',
      hint: `npm i ${name}`,
      cause,
    })
  }
}
