import type { Cookie } from '../http/cookies.ts'
import type { AuthjsConfig } from './config.ts'
import { instanceOf } from './instances.ts'
import { cookiesOf } from './set-cookie.ts'
import type { raw } from './symbols.ts'

/** The result of `Auth()` with `raw`. */
export interface ResponseInternal {
  status: number
  headers: Headers
  body?: unknown
  redirect?: string
  cookies: Cookie[]
}

/**
 * Answers a request below the base path, which is `/auth` unless the configuration says otherwise. Keep the configuration outside of
 * the function that handles requests: it is read once.
 *
 * @example
 * const config: AuthConfig = { providers: [GitHub] }
 * export const handler = (request: Request) => Auth(request, config)
 */
export function Auth(
  request: Request,
  config: AuthjsConfig & { raw: typeof raw },
): Promise<ResponseInternal>
export function Auth(request: Request, config: AuthjsConfig & { raw?: never }): Promise<Response>
export async function Auth(
  request: Request,
  config: AuthjsConfig,
): Promise<Response | ResponseInternal> {
  const auth = instanceOf(config, { version: 5, basePath: '/auth' })
  const response = await auth.handler(request)
  return config.raw ? inParts(response) : response
}

async function inParts(response: Response): Promise<ResponseInternal> {
  const { status, headers } = response
  const redirect = headers.get('location')
  const isJson = headers.get('content-type')?.includes('json')
  const body: unknown = isJson ? await response.json() : await response.text()
  const cookies = cookiesOf(headers)
  return { status, headers, cookies, body, ...(redirect && { redirect }) }
}
