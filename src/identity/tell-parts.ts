import type { App } from '../app.ts'
import type { Part } from '../config/part.ts'
import { type Context, createContext } from '../context.ts'
import { toAuthError } from '../errors.ts'
import type { RequestSource } from '../http/request-source.ts'
import { loadPart } from '../methods/load-part.ts'
import type { Told } from '../types/happening.ts'

/** Tells the parts that want to hear of it what happened to a user. None of them stands in its way. */
export async function tellParts(
  app: App,
  source: RequestSource | undefined,
  told: Told,
): Promise<void> {
  const listeners = app.config.parts.filter(({ hears }) => hears?.includes(told.event))
  if (listeners.length === 0) return
  if (isContext(app)) return tellEach(app, listeners, told)
  const later: Promise<unknown>[] = []
  const readSession = async () => null
  const waitUntil = (work: Promise<unknown>) => void later.push(work)
  await tellEach(
    createContext(app, source ?? new Headers(), { readSession, waitUntil }),
    listeners,
    told,
  )
  // Server code has no response to go on after, and a worker stops what nobody waits for.
  await Promise.all(later)
}

function isContext(app: App): app is Context {
  return 'cookies' in app
}

async function tellEach(context: Context, listeners: readonly Part[], told: Told): Promise<void> {
  for (const part of listeners) {
    try {
      await (await loadPart(part)).happened?.(context, told)
    } catch (thrown) {
      context.services.logger.error(toAuthError(thrown))
    }
  }
}
