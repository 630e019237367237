import type { CurrentSession } from '../context.ts'
import type { Engine } from '../engine.ts'
import { toAuthError } from '../errors.ts'
import { publicOrigin } from '../http/origin.ts'
import { requestSite } from '../http/request-site.ts'
import type { RequestSource } from '../http/request-source.ts'
import { loadOnce } from '../services/load-once.ts'
import { answerSession } from '../sessions/read-session.ts'
import type { Session } from '../types/models.ts'
import type { SessionOptions } from './auth-instance.ts'

const loadRenewal = loadOnce(() => import('../actions/renew-session.ts'))

/** The session of a request's sender, for the application's own code. */
export async function readForCode(
  engine: Engine,
  source: RequestSource,
  options: SessionOptions,
): Promise<Session | null> {
  const { response, sameOrigin } = options
  try {
    const { config } = engine
    if (
      sameOrigin &&
      requestSite(source, publicOrigin(config, source), config.actingOrigins) === 'other'
    )
      return null
    const renew = async (current: CurrentSession) => {
      if (!response) return current.session
      const { renewInto } = await loadRenewal()
      return renewInto(engine, engine.context(source), current, response)
    }
    return await answerSession(engine, source, renew, options)
  } catch (thrown) {
    const error = toAuthError(thrown)
    engine.services.logger.error(error)
    // A database that is down does not mean that nobody is signed in.
    if (error.code === 'StorageError') throw error
    return null
  }
}
