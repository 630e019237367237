import { isBuilding } from '../config/build-phase.ts'
import { emulatorOf } from '../config/emulator.ts'
import { type Observer, openInspector } from '../config/load-inspector.ts'
import type { Engine } from '../engine.ts'
import { toAuthError } from '../errors.ts'
import { checkAtStart } from '../services/start-check.ts'
import type { AuthConfig } from '../types/config.ts'

/**
 * Begins what runs beside the requests: the storage looks for its driver and the mail for its sender, and the log says what is missing
 * before anybody signs in; the inspector opens.
 */
export function start(
  written: AuthConfig,
  engine: () => Engine,
): Promise<Observer | undefined> | undefined {
  if (!isBuilding()) void reportMissing(engine)
  return openInspector(written, engine)
}

async function reportMissing(engine: () => Engine): Promise<void> {
  // The engine is there when whoever makes it has done so.
  await Promise.resolve()
  const { config, services } = engine()
  // The emulator takes the mail of those whom it plays.
  const sending = [...config.providers.values()].filter(({ id }) => !emulatorOf(config, id))
  for (const needy of [config.storage, ...sending.flatMap(Object.values)])
    await checkAtStart(needy).catch((thrown) => services.logger.error(toAuthError(thrown)))
}
