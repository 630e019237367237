import type { RequireOptions, ServerActions } from '../actions/server-actions.ts'
import type { RequestSource } from '../http/request-source.ts'
import type { TokenOptions } from '../identity/access-tokens.ts'
import type { AccountChoice } from '../identity/account-tokens.ts'
import type { UserManagement } from '../identity/user-management.ts'
import type { HandlerOptions } from '../router/serve.ts'
import type { Session } from '../types/models.ts'
import type { Who } from '../types/who.ts'

export type {
  Outcome,
  RequireOptions,
  SignInOptions,
  SignOutOptions,
} from '../actions/server-actions.ts'

/** The ids that are completed in an editor; any other text is accepted too. */
type AnyId<Id extends string> = Id | (string & {})

/**
 * The application's sign-in. Its calls take a `Request`, `Headers`, or anything with headers, such as Node's `IncomingMessage`. Callbacks
 * that want a `Request` then get one that is made of the headers.
 */
export interface AuthInstance<
  S extends Session = Session,
  Id extends string = string,
  Scope extends string = string,
> extends ServerActions,
    UserManagement {
  /** The path of the routes, such as `/api/auth`. */
  readonly basePath: string
  /**
   * An access token of the platform that is valid now; concurrent calls share one refresh.
   *
   * @example
   * const token = await auth.accessToken(request, 'tiktok')
   * const other = await auth.accessToken(request, { provider: 'tiktok', account: 'its id there' })
   */
  accessToken(who: Who, account: AccountChoice<AnyId<Id>>, options?: TokenOptions): Promise<string>
  /**
   * Serves everything below the base path.
   *
   * @example
   * export const GET = auth.handler
   * export const POST = auth.handler
   */
  handler(request: Request, options?: HandlerOptions): Promise<Response>
  /**
   * The session, or null if nobody is signed in. Rejects with `StorageError` if the storage cannot be asked. Pass the headers of your
   * response to renew a session that is due; without them only `GET /session` renews sessions.
   *
   * @example
   * const session = await auth.session(request)
   * const session = await auth.session(await headers()) // where only headers are at hand
   * const session = await auth.session(request, { response: response.headers })
   * const session = await auth.session(upgrade, { sameOrigin: true }) // of a WebSocket
   * const session = await auth.session(request, { scopes: ['read'] }) // of a person, or by an access token
   */
  session(source: RequestSource, options?: SessionOptions<Scope>): Promise<S | null>
  /**
   * The session. Rejects with an `AuthError` whose `url` is the sign-in page if nobody is signed in (`SessionRequired`) or the sign-in is
   * older than `maxAge` (`RecentSignInRequired`), and with `StorageError` if the storage cannot be asked.
   *
   * @example
   * const { user } = await auth.requireSession(request)
   * const { user } = await auth.requireSession(request, { maxAge: 600 }) // signed in within ten minutes
   * const { user } = await auth.requireSession(request, { scopes: ['write'] }) // a person, or an access token that may
   */
  requireSession(source: RequestSource, options?: RequireOptions<Scope>): Promise<S>
}

/** Options for reading a session. */
export interface SessionOptions<Scope extends string = string> {
  /** The headers of your response: a session that is due is renewed there. */
  response?: Headers
  /**
   * Returns null also to a page of another origin. Set it for the upgrade request of a WebSocket: any page may open one, and browsers send
   * the cookies along.
   */
  sameOrigin?: boolean
  /** The scopes that an access token needs to be accepted. Without them only people are; they need none. */
  scopes?: readonly Scope[]
}
