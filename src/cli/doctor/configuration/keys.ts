import type { AuthError } from '../../../errors.ts'
import type { Application } from '../../application.ts'
import { type Check, note, toFinding } from '../check.ts'

/** The keys by which platforms know the application. */
export const keys: Check<Application> = {
  name: 'keys',
  look: ({ problems, production }) =>
    problems
      .filter(isKey)
      .map((one) =>
        production
          ? toFinding(one)
          : note(`${one.message}; the emulator plays its platform while developing.`),
      ),
}

/** Whether something is wrong because a provider lacks a key. */
export function isKey({ provider, variable }: AuthError): boolean {
  return provider !== undefined && variable !== undefined
}
