import type { AuthError } from '../../../errors.ts'
import type { Application } from '../../application.ts'
import { type Check, type Finding, note, toFinding, unread } from '../check.ts'

/** Checks the keys by which platforms know the application. */
export const keys: Check<Application> = {
  name: 'keys',
  look({ problems, production, isUnread }) {
    if (isUnread) return [unread]
    const lacking = problems.filter(isKey)
    return production ? lacking.map(toFinding) : playedPlatforms(lacking)
  },
}

/** Notes about missing keys, one for each provider: development needs none of them. */
function playedPlatforms(problems: readonly AuthError[]): Finding[] {
  const first = problems.filter(
    ({ provider }, index) => problems.findIndex((one) => one.provider === provider) === index,
  )
  return first.map(({ message }) =>
    note(`${message}; the emulator plays its platform while developing.`),
  )
}

/** True if the error is that a provider lacks a key. */
export function isKey({ provider, variable }: AuthError): boolean {
  return provider !== undefined && variable !== undefined
}
