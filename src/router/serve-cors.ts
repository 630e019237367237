import type { Engine } from '../engine.ts'
import { toAuthError } from '../errors.ts'
import { allowOrigin, assertSameSite, isPreflight, preflightResponse } from '../http/cors.ts'
import { publicOrigin } from '../http/origin.ts'
import { actingOrigin } from '../http/request-site.ts'
import { withHeaders } from '../http/with-headers.ts'
import { errorResponse } from '../responses/error-response.ts'

/** Answers a request to an application with acting origins, and lets their pages read the response. */
export async function serveCors(
  engine: Engine,
  request: Request,
  respond: () => Promise<Response>,
): Promise<Response> {
  const { config } = engine
  const from = actingOrigin(request, config.actingOrigins)
  const response = await answer()
  return withHeaders(response, (headers) => allowOrigin(headers, from))

  async function answer(): Promise<Response> {
    if (from === undefined) return respond()
    if (isPreflight(request)) return preflightResponse()
    try {
      assertSameSite(request, from, publicOrigin(config, request))
    } catch (thrown) {
      return errorResponse(engine.context(request), toAuthError(thrown))
    }
    return respond()
  }
}
