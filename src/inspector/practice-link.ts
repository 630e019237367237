import { emulatorOf } from '../config/emulator.ts'
import type { Engine } from '../engine.ts'
import type { DeveloperLink } from '../types/language.ts'
import { isThisMachine } from './this-machine.ts'
import { pathParts } from './visit.ts'

/**
 * The developer's link on a built-in page: on the sign-in page to the emulator, to sign in as another person, because practice platforms
 * remember the last one; on the page that says "check your email" to the inbox.
 */
export function practiceLink(engine: Engine, request: Request): DeveloperLink | undefined {
  const { config } = engine
  const [route] = pathParts(engine, request)
  const played = [...config.providers.values()].filter(({ id }) => emulatorOf(config, id))
  const mails = played.some(({ type }) => type === 'email')
  if (!isThisMachine(request)) return undefined
  if (route === 'verify-request' && mails)
    return {
      href: `${config.emulator?.url}/inbox`,
      label: 'Development: the email is in the inbox',
    }
  if (route === 'signin' && played.some(({ type }) => type !== 'email'))
    return { href: `${config.emulator?.url}/`, label: 'Development: sign in as somebody else' }
  return undefined
}
