import type { GetTokenParams, JWT, JWTDecodeParams } from '../../src/authjs/next-auth/jwt.ts'
import type {
  NextAuthMiddlewareOptions,
  NextRequestWithAuth,
} from '../../src/authjs/next-auth/middleware.ts'
import type * as react from '../../src/authjs/next-auth/react.ts'
import type {
  Account,
  AuthOptions,
  Awaitable,
  CookiesOptions,
  DefaultSession,
  ISODateString,
  NextAuthConfig,
  NextAuthOptions,
  NextAuthRequest,
  NextAuthResult,
  NextRequest,
  Profile,
  Session,
  SessionOptions,
  SessionStrategy,
  Theme,
  TokenSet,
  User,
} from '../../src/authjs/next-auth.ts'
import { type Equal, holds } from './equal.ts'

// Names that applications import from next-auth, of version 4 or 5. What is not here, the codemod names.

/** They are there. */
export type Names = [
  Account,
  Awaitable<User>,
  CookiesOptions,
  DefaultSession,
  GetTokenParams,
  JWT,
  JWTDecodeParams,
  NextAuthConfig,
  NextAuthMiddlewareOptions,
  NextAuthRequest,
  NextRequestWithAuth,
  Profile,
  SessionOptions,
  Theme,
  TokenSet,
  react.ClientSafeProvider,
  react.GetSessionParams,
  react.LiteralUnion<'github'>,
  react.SessionProviderProps,
  react.SignInAuthorizationParams,
  react.SignInOptions,
  react.SignInResponse,
  react.SignOutParams,
  react.SignOutResponse,
  react.UpdateSession,
  react.UseSessionOptions<true>,
]

holds<Equal<AuthOptions, NextAuthOptions>>()
holds<Equal<ISODateString, Session['expires']>>()
holds<Equal<SessionStrategy, 'cookie' | 'database' | 'jwt'>>()

// Next looks at the last way to call a route handler, which must be that of the App Router.
holds<Equal<Parameters<NextAuthResult>[0], Request>>()

/** Code that was written for Auth.js compiles: a middleware may return null, and `authorized` is passed Next's own request. */
export const written = (
  result: NextAuthResult,
  options: NextAuthMiddlewareOptions,
  signIn: typeof react.signIn,
): unknown => [
  result.auth((request) => (request.auth ? null : Response.redirect(request.nextUrl))),
  result.update({ user: { name: 'Ada' } }),
  options.callbacks?.authorized?.({ token: null, req: {} as NextRequest }),
  signIn<'credentials'>('credentials', { redirect: false }),
]
