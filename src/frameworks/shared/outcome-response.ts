import type { Outcome } from '../../actions/server-actions.ts'
import type { RequestSource } from '../../http/request-source.ts'
import { actionErrorResponse } from './auth-error-response.ts'

/** The answer to a form that signs in or out: a redirect with cookies or, after a failure, to the error's page; programs get its code. */
export async function outcomeResponse(
  action: Promise<Outcome>,
  source: RequestSource,
): Promise<Response> {
  try {
    const { url, headers } = await action
    headers.set('location', url)
    return new Response(null, { status: 303, headers })
  } catch (error) {
    return actionErrorResponse(error, source)
  }
}
