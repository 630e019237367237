import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Awaitable, Session, User } from '../types/models.ts'
import type { AuthjsCallbacks, AuthjsConfig } from './config.ts'
import {
  type AuthorizationParams,
  type SignInFields,
  signIn,
  signOut,
  update,
} from './next-auth/actions.ts'
import { type Application, openApplication } from './next-auth/application.ts'
import { type Authorized, guard, type WithAuth } from './next-auth/authorized.ts'
import type { NextRequest } from './next-auth/next-request.ts'
import { readPagesSession } from './next-auth/read-session.ts'
import { sameConfig } from './same-config.ts'

export type {
  Account,
  Awaitable,
  DefaultSession,
  DefaultUser,
  Profile,
  Session,
  TokenSet,
  User,
} from '../types/models.ts'
export type { Theme } from '../types/theme.ts'
export { AuthError, CredentialsSignin } from './errors.ts'
export type { AuthorizationParams, SignInFields } from './next-auth/actions.ts'
export { getServerSession } from './next-auth/next.ts'
export type { NextRequest } from './next-auth/next-request.ts'
export { customFetch } from './symbols.ts'

/** A configuration of version 5. */
export interface NextAuthConfig extends Omit<AuthjsConfig, 'callbacks' | 'raw'> {
  callbacks?: AuthjsCallbacks & { authorized?: Authorized }
}

/** Options of version 4. */
export type NextAuthOptions = Omit<AuthjsConfig, 'raw'>
/** Another name of `NextAuthOptions`. */
export type AuthOptions = NextAuthOptions

/** A user of version 4, who always has an id. */
export interface UserWithId extends User {
  id: string
}

/** Options of sessions. */
export type SessionOptions = NonNullable<AuthjsConfig['session']>
/** The place where sessions are kept. */
export type SessionStrategy = NonNullable<SessionOptions['strategy']>
/** Options of cookies. */
export type CookiesOptions = NonNullable<AuthjsConfig['cookies']>
/** A moment in ISO 8601, as in `expires` of a session. */
export type ISODateString = string

/** A request of Next with its session. */
export type NextAuthRequest = WithAuth<NextRequest>

/** A handler that `auth` can wrap. Declared as a method, so that its request may have Next's own type. */
interface Wrappable<C> {
  handler(request: NextAuthRequest, context: C): Awaitable<Response | null | undefined | void>
}

/** The part of the context of `getServerSideProps` that is needed. */
interface PagesContext {
  req: Pick<IncomingMessage, 'headers' | 'url'>
  res: ServerResponse
}

/** `auth` of version 5, in all its forms. */
export interface AuthFunction {
  /** In server components, server actions and route handlers: the session. */
  (): Promise<Session | null>
  /** In `getServerSideProps`. */
  (context: PagesContext): Promise<Session | null>
  /** In an API route of the pages router. */
  (req: PagesContext['req'], res: ServerResponse): Promise<Session | null>
  /** As a middleware: `export { auth as middleware } from './auth'`. The callback `authorized` decides. */
  (request: Request, event?: unknown): Promise<Response>
  /** Around a route handler or a middleware, which finds the session in `request.auth`. */
  // biome-ignore lint/suspicious/noExplicitAny: the parameters of a route, as Next types them
  <C = { params: Promise<any> }>(
    handler: Wrappable<C>['handler'],
  ): (request: NextRequest, context: C) => Promise<Response>
}

/** The result of `NextAuth()`: all of version 5 and, called as a function, the handler of version 4. */
export interface NextAuthResult {
  /** Version 4: the default export of `pages/api/auth/[...nextauth].ts`. */
  (req: IncomingMessage, res: ServerResponse): Promise<void>
  /** Version 4: `export { handler as GET, handler as POST }`. Next checks only the last of these overloads. */
  // biome-ignore lint/suspicious/noExplicitAny: the parameters of a route, as Next types them
  (request: Request, context?: any): Promise<Response>
  readonly handlers: Record<'GET' | 'POST' | 'OPTIONS', (request: Request) => Promise<Response>>
  readonly auth: AuthFunction
  readonly signIn: <R extends boolean = true>(
    provider?: string,
    options?: FormData | (Exclude<SignInFields, FormData> & { redirect?: R }),
    authorizationParams?: AuthorizationParams,
    // biome-ignore lint/suspicious/noExplicitAny: as Auth.js types it; it is the address
  ) => Promise<R extends false ? any : never>
  readonly signOut: <R extends boolean = true>(options?: {
    redirectTo?: string
    redirect?: R
    // biome-ignore lint/suspicious/noExplicitAny: as Auth.js types it; it is the address
  }) => Promise<R extends false ? any : never>
  readonly unstable_update: (data: object) => Promise<Session | null>
  /** `unstable_update`, as the first betas of version 5 called it. */
  readonly update: (data: object) => Promise<Session | null>
}

type NextAuthArgument =
  | NextAuthConfig
  | ((request: Request | undefined) => Awaitable<NextAuthConfig>)

/**
 * The sign-in of a Next application that was written for `next-auth`, of version 5 or 4.
 *
 * @example
 * export const { handlers, auth, signIn, signOut } = NextAuth({ providers: [GitHub] })
 */
function NextAuth(config: NextAuthArgument | NextAuthOptions): NextAuthResult
function NextAuth(
  req: IncomingMessage,
  res: ServerResponse,
  options: NextAuthOptions,
): Promise<void>
function NextAuth(request: Request, context: unknown, options: NextAuthOptions): Promise<Response>
function NextAuth(
  first: NextAuthArgument | NextAuthOptions | IncomingMessage | Request,
  second?: unknown,
  options?: NextAuthOptions,
): unknown {
  if (options) return version4Handler(options)(first as Request, second)
  return createResult(first as NextAuthArgument)
}

export default NextAuth

/** A route handler, or an API route of the pages router. */
function version4Handler(options: AuthjsConfig): (request: object, second: unknown) => unknown {
  return (request, second) => {
    const { next } = openApplication(options, 4)
    if (request instanceof Request) return next.GET(request)
    return next.handler(request as IncomingMessage, second as ServerResponse)
  }
}

function createResult(written: NextAuthArgument): NextAuthResult {
  // Unless it is a function, a wrong configuration is reported when the module is loaded.
  const application = (request?: Request): Awaitable<Application> =>
    typeof written === 'function'
      ? Promise.resolve(written(request)).then((config) => openApplication(sameConfig(config), 5))
      : openApplication(written, 5)
  const route = async (request: Request) => (await application(request)).next.GET(request)
  const members = {
    handlers: () => {
      if (typeof written !== 'function') application()
      const preflight = async (request: Request) =>
        (await application(request)).next.OPTIONS(request)
      return { GET: route, POST: route, OPTIONS: preflight }
    },
    auth: () => createAuth(application),
    signIn: () => async (provider?: string, options?: SignInFields, params?: AuthorizationParams) =>
      signIn(await application(), provider, options, params),
    signOut: () => async (options?: { redirectTo?: string; redirect?: boolean }) =>
      signOut(await application(), options),
    unstable_update: () => async (data: object) => update(await application(), data),
    update: () => async (data: object) => update(await application(), data),
  }
  const handler = (request: object, second: unknown) =>
    typeof written === 'function'
      ? route(request as Request)
      : version4Handler(written)(request, second)
  for (const [name, get] of Object.entries(members)) Object.defineProperty(handler, name, { get })
  // The members were added by name, which the compiler cannot follow.
  return handler as unknown as NextAuthResult
}

function createAuth(application: (request?: Request) => Awaitable<Application>): AuthFunction {
  const auth = async (first?: object, second?: unknown) => {
    if (!first) return (await application()).next.session()
    if (first instanceof Request) return guard(await application(first), first, second)
    const { req, res } = 'req' in first ? (first as PagesContext) : { req: first, res: second }
    return readPagesSession(
      await application(),
      req as PagesContext['req'],
      res as ServerResponse | undefined,
    )
  }
  const choose = (first?: object, second?: unknown) =>
    typeof first === 'function'
      ? async (request: Request, context: unknown) =>
          guard(await application(request), request, context, first as Parameters<typeof guard>[3])
      : auth(first, second)
  // The arguments decide what it returns, which only an interface with overloads can express.
  return choose as unknown as AuthFunction
}
