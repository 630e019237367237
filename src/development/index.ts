import type { DevelopmentKit } from '../config/development-kit.ts'
import { environmentOf } from '../config/environment.ts'
import { reasonFor } from '../services/causes.ts'
import { processWide } from '../stores/process-wide.ts'
import { type EmulatedProviders, emulateMissing } from './emulated-providers.ts'
import { developmentSecret } from './secret.ts'
import { describeCompletion } from './startup-message.ts'

/**
 * Completes a configuration that lacks keys or the secret, while developing. `Auth()` finds this module by itself, and only then;
 * there is nothing to import it for.
 */
export const complete: DevelopmentKit['complete'] = async (config, missing) => {
  const say = (line: string) =>
    config.logger?.warn ? config.logger.warn(line) : console.info(`[portico] ${line}`)
  const needsSecret = missing.some(({ provider }) => provider === undefined)
  const secret = needsSecret ? developmentSecret(process.cwd()) : undefined
  const ids = new Set(missing.flatMap(({ provider }) => provider ?? []))
  const emulated = await emulateMissing(config, ids, environmentOf(config)).catch(
    (cause: Error): EmulatedProviders => {
      say(`The emulator could not be started: ${reasonFor(cause)}`)
      return { providers: config.providers, played: [], emulator: undefined, inherited: false }
    },
  )
  const line = describeCompletion({ secret, ...emulated })
  // Development servers evaluate an application again and again; it is news once.
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
