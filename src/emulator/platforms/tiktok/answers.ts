import { hex } from '../../random.ts'
import { json, text } from '../../reply.ts'
import type { Answer, EmulatorContext } from '../../types.ts'

/** The errors of the token and revoke endpoints. */
export type OAuthProblem =
  | 'invalid_client'
  | 'invalid_grant'
  | 'refresh_token'
  | 'access_token'
  | 'redirect_mismatch'
  | 'pkce'
  | 'malformed'
  | 'missing'
  | 'unsupported_grant_type'
  | 'server_error'
  | 'temporarily_unavailable'

/** The errors of the resource endpoints: TikTok's own codes. */
export type ApiProblem =
  | 'access_token_invalid'
  | 'scope_not_authorized'
  | 'scope_permission_missed'
  | 'invalid_params'
  | 'rate_limit_exceeded'
  | 'internal_error'

// Error and description, as recorded or documented.
const oauthErrors: Readonly<Record<OAuthProblem, readonly [string, string]>> = {
  invalid_client: ['invalid_client', 'Client key or secret is incorrect.'],
  invalid_grant: ['invalid_grant', 'Authorization code is expired.'],
  refresh_token: ['invalid_grant', 'Refresh token is invalid or expired.'],
  access_token: ['invalid_grant', 'Access token is invalid or expired.'],
  redirect_mismatch: [
    'invalid_request',
    'Redirect_uri is not matched with the uri when requesting code.',
  ],
  pkce: ['invalid_request', 'Code verifier or code challenge is invalid.'],
  malformed: ['invalid_request', 'The request parameters are malformed.'],
  missing: ['invalid_request', 'The request is missing a required parameter.'],
  unsupported_grant_type: ['unsupported_grant_type', 'The grant type is not supported.'],
  server_error: ['server_error', 'The server encountered an unexpected error.'],
  temporarily_unavailable: ['temporarily_unavailable', 'The service is temporarily unavailable.'],
}

// HTTP status and message, as recorded or documented.
const apiErrors: Readonly<Record<ApiProblem, readonly [number, string]>> = {
  access_token_invalid: [401, 'The access token is invalid or not found in the request.'],
  scope_not_authorized: [
    401,
    'The user did not authorize the scope required for completing this request.',
  ],
  scope_permission_missed: [400, 'Access token is invalid, some fields need additional scopes.'],
  invalid_params: [400, 'One or more fields in request is invalid.'],
  rate_limit_exceeded: [429, 'The API rate limit was exceeded. Please try again later.'],
  internal_error: [500, 'Something went wrong. Please try again later.'],
}

/** An error of the token or revoke endpoint. Recorded live: the HTTP status is 200. */
export function oauthError(context: EmulatorContext, name: OAuthProblem, status = 200): Response {
  const [error, error_description] = oauthErrors[name]
  return json({ error, error_description, log_id: logId(context) }, status)
}

/** An error of a resource endpoint. */
export function apiError(context: EmulatorContext, code: ApiProblem, status?: number): Response {
  const [usual, message] = apiErrors[code]
  const error = { code, message, log_id: logId(context) }
  return json({ data: {}, error }, status ?? usual)
}

/** The gateway's answer to an unknown path or a wrong method. */
export function unsupportedPath(): Response {
  return text('Unsupported path(Janus)', 404)
}

/** The documented failures of the token and revoke endpoints, for tests to order. */
export const oauthFaults: Readonly<Record<string, Answer>> = {
  ...Object.fromEntries(
    Object.entries(oauthErrors).map(([name, [error, error_description]]) => [
      name,
      ({ context }) => json({ error, error_description, log_id: logId(context) }),
    ]),
  ),
  // Some developers report error statuses; a client must decide by the body.
  invalid_grant_400: ({ context }) => oauthError(context, 'invalid_grant', 400),
  invalid_client_401: ({ context }) => oauthError(context, 'invalid_client', 401),
  janus: unsupportedPath,
}

/** The documented failures of the user info endpoint, for tests to order. */
export const apiFaults: Readonly<Record<string, Answer>> = {
  ...Object.fromEntries(
    Object.entries(apiErrors).map(([code, [status, message]]) => [
      code,
      ({ context }) => json({ data: {}, error: { code, message, log_id: logId(context) } }, status),
    ]),
  ),
  rate_limit: ({ context }) => apiError(context, 'rate_limit_exceeded'),
  internal: ({ context }) => apiError(context, 'internal_error'),
  // One source reports errors with HTTP 200 here too; and `data` may be missing.
  error_200: ({ context }) => apiError(context, 'internal_error', 200),
  error_without_data: ({ context }) => {
    const [status, message] = apiErrors.access_token_invalid
    return json(
      { error: { code: 'access_token_invalid', message, log_id: logId(context) } },
      status,
    )
  },
  janus: unsupportedPath,
}

/** The number of a request, which TikTok's support asks for. */
export function logId({ clock, random }: EmulatorContext): string {
  const stamp = new Date(clock.now()).toISOString().replace(/\D/g, '').slice(0, 14)
  return stamp + random.text(18, hex.toUpperCase())
}
