import type {
  DefaultJWT,
  GetTokenParams,
  JWT,
  JWTDecodeParams,
} from '../../src/authjs/next-auth/jwt.ts'
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
  DefaultUser,
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
  UserWithId,
} from '../../src/authjs/next-auth.ts'
import { customFetch } from '../../src/authjs/symbols.ts'
import AzureAD from '../../src/providers/azure-ad.ts'
import Credentials from '../../src/providers/credentials.ts'
import Keycloak from '../../src/providers/keycloak.ts'
import MicrosoftEntraID from '../../src/providers/microsoft-entra-id.ts'
import { type Equal, holds } from './equal.ts'

// Names that applications import from next-auth, of version 4 or 5. What is not here, the codemod names.

/** They are there. */
export type Names = [
  Account,
  Awaitable<User>,
  CookiesOptions,
  DefaultJWT,
  DefaultSession,
  DefaultUser,
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
holds<Equal<UserWithId['id'], string>>()

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

/** Options of providers and loggers, as applications of both versions write them. */
export const options: NextAuthOptions = {
  logger: {
    error(code: string, metadata: Error | { error: Error }) {
      console.error(code, metadata)
    },
    debug(code, metadata) {
      console.debug(code, metadata)
    },
  },
  providers: [
    AzureAD({ clientId: 'a', tenantId: process.env.AZURE_AD_TENANT_ID }),
    MicrosoftEntraID({ clientId: 'a', tenantId: 'contoso.onmicrosoft.com' }),
    Keycloak({ idToken: false, [customFetch]: fetch }),
    // The command writes the type of the fields, which version 4 had.
    Credentials({
      credentials: { email: { label: 'Email' } },
      authorize: (typed: Record<'email', string>) => ({ id: typed.email }),
    }),
  ],
}
export const version5: NextAuthConfig = {
  providers: [],
  logger: { error: (error: Error) => console.error(error.message) },
}
