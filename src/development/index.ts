import type { DevelopmentKit } from '../config/development.ts'
import { environmentOf } from '../config/environment.ts'
import { describeCompletion } from './announcement.ts'
import { practiseMissing } from './practice.ts'
import { developmentSecret } from './secret.ts'

/**
 * Completes a configuration that lacks keys or the secret, while developing. `Auth()` finds this module by itself, and only then;
 * there is nothing to import it for.
 */
export const complete: DevelopmentKit['complete'] = async (config, missing) => {
  const needsSecret = missing.some(({ provider }) => provider === undefined)
  const secret = needsSecret ? developmentSecret(process.cwd()) : undefined
  const ids = new Set(missing.flatMap(({ provider }) => provider ?? []))
  const practice = await practiseMissing(config, ids, environmentOf(config))
  const line = describeCompletion({ secret, ...practice })
  if (config.logger?.warn) config.logger.warn(line)
  else console.info(`[portico] ${line}`)
  return {
    completed: {
      ...config,
      ...(secret && { secret: secret.value }),
      ...(practice.played.length > 0 && { providers: practice.providers }),
    },
    practice: practice.emulator ? { emulator: practice.emulator } : {},
  }
}
