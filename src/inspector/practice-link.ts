import { emulatorOf } from '../config/emulator.ts'
import type { Engine } from '../engine.ts'
import type { DeveloperLink } from '../types/language.ts'
import { isThisMachine } from './this-machine.ts'
import { pathParts } from './visit.ts'

/**
 * The developer's link on a built-in page: on the sign-in page to the emulator, to sign in as another person, because practice platforms
 * remember the last one; on pages that say "check your email" to the inbox.
 */
export function practiceLink(engine: Engine, request: Request): DeveloperLink | undefined {
  const { config } = engine
  const [route] = pathParts(engine, request)
  const played = [...config.providers.values()].filter(({ id }) => emulatorOf(config, id))
  const mailing = played.filter(({ type }) => /^(email|password)$/.test(type))
  if (!isThisMachine(request)) return undefined
  if (/^(verify-request|check-email)$/.test(route ?? '') && mailing[0])
    return {
      href: `${config.emulator?.url}/inbox`,
      label: 'Development: the email is in the inbox',
    }
  if (route === 'signin' && played.length > mailing.length)
    return { href: `${config.emulator?.url}/`, label: 'Development: sign in as somebody else' }
  return undefined
}
