import type { Engine } from '../engine.ts'
import { publicOrigin } from '../http/origin.ts'
import { isThisMachine } from './this-machine.ts'
import { pathParts } from './visit.ts'

/** The time to wait for the start page, in milliseconds. */
const patience = 2_000

/**
 * Logs once, after a successful sign-in, that the start page it leads to does not exist: developers who follow the first guide have none
 * yet, and see a 404. The answer stays what it is in production.
 */
export function missingStartPageWarning(
  engine: Engine,
): (request: Request, response: Response) => Promise<void> {
  let isSaid = false
  return async (request, response) => {
    const home = publicOrigin(engine.config, request) + engine.config.home
    const [route] = pathParts(engine, request)
    if (isSaid || route !== 'callback' || response.headers.get('location') !== home) return
    if (!isThisMachine(request) || !(await isMissing(home)) || isSaid) return
    isSaid = true
    engine.services.logger.warn(
      `The sign-in worked, but ${home} answers 404: add a page there, or name another with \`callbackUrl\``,
    )
  }
}

async function isMissing(address: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(patience)
    const headers = { accept: 'text/html' }
    const { status, body } = await fetch(address, { headers, redirect: 'manual', signal })
    await body?.cancel()
    return status === 404
  } catch {
    return false
  }
}
