import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Awaitable, Session } from '../../types/models.ts'
import type { AuthjsConfig } from '../config.ts'
import { openApplication } from './application.ts'
import { readPagesSession } from './read-session.ts'

/** The session that the `session` callback of these options returns. */
type SessionOf<O> = O extends { callbacks: { session(params: never): Awaitable<infer S> } }
  ? Exclude<S, null>
  : Session

type Options = Partial<Omit<AuthjsConfig, 'raw'>>

/** Without options, the environment configures everything. */
const noOptions: AuthjsConfig = { providers: [] }

/**
 * The session, or null if nobody is signed in. Called on the server, as in version 4.
 *
 * @example
 * const session = await getServerSession(authOptions)
 * const session = await getServerSession(req, res, authOptions)
 */
export function getServerSession<O extends Options>(options?: O): Promise<SessionOf<O> | null>
export function getServerSession<O extends Options>(
  req: Pick<IncomingMessage, 'headers' | 'url'>,
  res: ServerResponse,
  options: O,
): Promise<SessionOf<O> | null>
export async function getServerSession(...given: unknown[]): Promise<object | null> {
  const [req, res] = given
  const isRequest = given.length > 1
  // The last argument is the configuration for `NextAuth()`.
  const options = (given.at(-1) ?? noOptions) as AuthjsConfig
  const application = openApplication(options, 4)
  if (!isRequest) return application.next.session()
  return readPagesSession(application, req as IncomingMessage, res as ServerResponse | undefined)
}

/**
 * `getServerSession` by its former name.
 *
 * @alias getServerSession
 */
export const unstable_getServerSession: typeof getServerSession = getServerSession
