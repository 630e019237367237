import { AuthError } from '../../errors.ts'
import { authErrorResponse } from '../shared/auth-error-response.ts'
import { eventRequest, eventSource, type H3Event, inOrder, setLocation } from './event.ts'

/** An error that versions 1 and 2 of h3 take for their own: they answer it, and do not log it. */
export class Refusal extends Error {
  /** The mark by which version 1 knows its errors. */
  static readonly __h3_error__ = true
  /** The mark of version 2. */
  override readonly name = 'HTTPError'
  readonly status: number
  readonly statusCode: number
  readonly statusMessage = ''
  readonly fatal = false
  readonly unhandled = false
  readonly headers: Headers
  readonly data: { error: string }
  /** The same as a response, for `errorHandler` and the upgrade of a WebSocket, which can answer with one. */
  readonly response: Response

  constructor(code: string, response: Response) {
    super(code)
    this.status = this.statusCode = response.status
    this.headers = response.headers
    this.data = { error: code }
    this.response = response
  }

  toJSON(): { error: string } {
    return this.data
  }
}

/** Answers an event. Refuses a request that cannot become a `Request`, such as one with an invalid Host header. */
export async function answer(
  event: H3Event,
  respond: (request: Request) => Promise<Response>,
): Promise<Response> {
  try {
    return inOrder(event, await respond(eventRequest(event)))
  } catch (error) {
    return inOrder(event, authErrorResponse(error, eventSource(event)))
  }
}

/** The error that a refusing guard throws. Other errors are returned unchanged. */
export function refusal(event: H3Event, error: unknown): unknown {
  if (!(error instanceof AuthError)) return error
  const response = authErrorResponse(error, eventSource(event))
  const location = response.headers.get('location')
  if (location) setLocation(event, location)
  return new Refusal(error.code, response)
}

/**
 * For Nitro 2, whose own errors have another form: answers with the JSON that programs get everywhere else. The Nuxt module sets it.
 *
 * @example
 * export { errorHandler as default } from 'porticojs/h3'
 */
export async function errorHandler(
  error: unknown,
  event: { respondWith(response: Response): Promise<void> },
): Promise<void> {
  if (error instanceof Refusal) await event.respondWith(error.response)
}
