import type { Engine } from '../engine.ts'
import { publicOrigin } from '../http/origin.ts'
import { isThisMachine } from './this-machine.ts'
import { pathParts } from './visit.ts'

/** How long the application may take to say whether it has a start page, in milliseconds. */
const patience = 2_000

/**
 * Lets a sign-in that would end at a start page that is not there end at the inspector's page for it: whoever follows the first guide
 * has none yet, and should not meet a 404 where everything went well.
 */
export async function landed(
  engine: Engine,
  request: Request,
  response: Response,
  page: string,
): Promise<Response> {
  const home = `${publicOrigin(engine.config, request)}/`
  const [route] = pathParts(engine, request)
  if (route !== 'callback' || response.headers.get('location') !== home) return response
  if (!isThisMachine(request) || !(await isMissing(home))) return response
  const headers = new Headers(response.headers)
  headers.set('location', new URL(page, home).href)
  return new Response(null, { status: response.status, headers })
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
