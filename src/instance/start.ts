import { isBuilding } from '../config/build-phase.ts'
import { emulatorOf } from '../config/emulator.ts'
import { type Observer, openInspector } from '../config/load-inspector.ts'
import type { Engine } from '../engine.ts'
import { toAuthError } from '../errors.ts'
import { checkAtStart } from '../services/start-check.ts'
import type { AuthConfig } from '../types/config.ts'

/**
 * Starts what runs beside the requests: opens the inspector, and checks that the storage has its driver and the mail its sender, so that
 * the log names what is missing before anybody signs in.
 */
export function start(
  written: AuthConfig,
  engine: () => Engine,
): Promise<Observer | undefined> | undefined {
  if (!isBuilding()) void reportMissing(engine)
  return openInspector(written, engine)
}

async function reportMissing(engine: () => Engine): Promise<void> {
  // `engine()` works once the caller has finished making the engine.
  await Promise.resolve()
  const { config, services } = engine()
  // The emulator takes the mail of the providers that it plays.
  const sending = [...config.providers.values()].filter(({ id }) => !emulatorOf(config, id))
  for (const needy of [config.storage, ...sending.flatMap(Object.values)])
    await checkAtStart(needy).catch((thrown) => services.logger.error(toAuthError(thrown)))
}
