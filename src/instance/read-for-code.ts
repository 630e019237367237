import type { Engine } from '../engine.ts'
import { toAuthError } from '../errors.ts'
import { publicOrigin } from '../http/origin.ts'
import { requestSite } from '../http/request-site.ts'
import { type RequestSource, readHeader } from '../http/request-source.ts'
import { loadOnce } from '../services/load-once.ts'
import { answerSession } from '../sessions/read-session.ts'
import type { Session } from '../types/models.ts'
import type { SessionOptions } from './auth-instance.ts'

const loadRenewal = loadOnce(() => import('../actions/renew-session.ts'))

/** The answer of `GET /session` as JSON; undefined when only the handler can answer. */
export async function readAsJson(
  engine: Engine,
  method: string,
  path: string,
  source: RequestSource,
): Promise<string | undefined> {
  const { config, sessionPath } = engine
  if (!config.origin || method !== 'GET' || path !== sessionPath) return undefined
  // A page at another origin needs headers that only the handler writes.
  if (config.actingOrigins.length > 0 && readHeader(source, 'origin')) return undefined
  const answer = await answerSession(engine, source, () => undefined)
  return answer === undefined ? undefined : JSON.stringify(answer)
}

/** The session of whoever sent a request, for the application's own code. */
export async function readForCode(
  engine: Engine,
  source: RequestSource,
  { response, sameOrigin }: SessionOptions,
): Promise<Session | null> {
  try {
    const { config } = engine
    if (
      sameOrigin &&
      requestSite(source, publicOrigin(config, source), config.actingOrigins) === 'other'
    )
      return null
    return await answerSession(engine, source, async (current) => {
      if (!response) return current.session
      const { renewInto } = await loadRenewal()
      return renewInto(engine, engine.context(source), current, response)
    })
  } catch (thrown) {
    const error = toAuthError(thrown)
    engine.config.logger.error(error)
    // A database that is down has not said that nobody is signed in.
    if (error.code === 'StorageError') throw error
    return null
  }
}
