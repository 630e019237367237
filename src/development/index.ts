import type { DevelopmentKit } from '../config/development-kit.ts'
import { environmentOf } from '../config/environment.ts'
import { isMissingSender } from '../methods/mail-sender.ts'
import { reasonFor } from '../services/causes.ts'
import { processWide } from '../stores/process-wide.ts'
import { type EmulatedProviders, emulateMissing, nothingPlayed } from './emulated-providers.ts'
import { developmentSecret } from './secret.ts'
import { describeCompletion } from './startup-message.ts'

/**
 * Completes a configuration without keys or secret in development. `Auth()` imports this module itself, and only then; applications
 * never need to.
 */
export const complete: DevelopmentKit['complete'] = async (config, missing) => {
  const say = (line: string) =>
    config.logger?.warn ? config.logger.warn(line) : console.info(`[portico] ${line}`)
  const needsSecret = missing.some(({ field }) => field === 'secret')
  const secret = needsSecret ? developmentSecret(process.cwd()) : undefined
  const lacking = {
    keys: new Set(missing.flatMap(({ provider }) => provider ?? [])),
    // The name of a part or provider, as in `parts.notices.send`.
    senders: missing.filter(isMissingSender).map(({ field }) => field?.split('.')[1] ?? ''),
  }
  const emulated = await emulateMissing(config, lacking, environmentOf(config)).catch(
    (cause: Error): EmulatedProviders => {
      say(`The emulator could not be started: ${reasonFor(cause)}`)
      return { ...nothingPlayed, providers: config.providers }
    },
  )
  const line = describeCompletion({ secret, ...emulated })
  // Development servers evaluate an application repeatedly; one line in the log is enough.
  if (line && !emulated.inherited) processWide(`said ${line}`, () => say(line))
  return {
    completed: {
      ...config,
      ...(secret && { secret: secret.value }),
      ...(emulated.played.length > 0 && { providers: emulated.providers }),
    },
    emulation: emulated.emulator ? { emulator: emulated.emulator } : {},
  }
}
