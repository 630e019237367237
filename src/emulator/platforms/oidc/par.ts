import { json } from '../../reply.ts'
import type { EmulatorContext, Endpoint, Exchange } from '../../types.ts'
import type { Complete } from '../oauth2/description.ts'
import { readParameters, recognise, refuser } from '../oauth2/token.ts'

const lifetime = 600
const prefix = 'urn:ietf:params:oauth:request_uri:'

/** The endpoint for pushed authorization requests (RFC 9126 §2). */
export function pushed(platform: Complete, url: string): Endpoint {
  const answer = async (exchange: Exchange): Promise<Response> => {
    const { context } = exchange
    const refuse = refuser(platform)
    const parameters = readParameters('form', exchange)
    if (typeof parameters === 'string') return refuse('invalid_request', parameters)
    const app = await recognise(platform, platform.authentication, parameters, exchange)
    if ('error' in app) return refuse(app.error, app.description)
    if (parameters.has('request_uri'))
      return refuse('invalid_request', 'request_uri is given out here')
    for (const name of ['client_secret', 'client_assertion', 'client_assertion_type']) {
      parameters.delete(name)
    }
    parameters.set('client_id', app.client_id)
    const request_uri = prefix + context.random.text(32)
    const expires = String(context.clock.now() + lifetime * 1000)
    context.state.notes.set(pushedNote(platform.id, request_uri), {
      query: parameters.toString(),
      expires,
    })
    return json({ request_uri, expires_in: lifetime }, 201)
  }
  return { name: 'par', url, methods: ['POST'], answer, faults: {} }
}

/** Finds a pushed request; refuses an unknown, expired, used or foreign one, and, if required, requests that were not pushed. */
export function resolvePushed(
  id: string,
  isRequired: boolean,
): (parameters: URLSearchParams, exchange: Exchange) => URLSearchParams | undefined {
  return (parameters, { context }) => {
    const request_uri = parameters.get('request_uri')
    if (request_uri === null) return isRequired ? undefined : parameters
    const note = context.state.notes.get(pushedNote(id, request_uri))
    if (!note || Number(note.expires) <= context.clock.now() || wasUsed(context, id, request_uri)) {
      return undefined
    }
    const found = new URLSearchParams(note.query)
    found.set('request_uri', request_uri)
    return found.get('client_id') === parameters.get('client_id') ? found : undefined
  }
}

// The page and its form both read a request, but it is good for one code (RFC 9126 §7.3).
function wasUsed({ state }: EmulatorContext, id: string, request_uri: string): boolean {
  return [...state.codes.values()].some(
    (code) => code.platform === id && code.details.request_uri === request_uri,
  )
}

function pushedNote(id: string, request_uri: string): string {
  return `par ${id} ${request_uri}`
}
