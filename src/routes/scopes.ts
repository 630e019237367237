import { startSignIn } from '../actions/sign-in.ts'
import { AuthError } from '../errors.ts'
import { leadTo } from '../http/respond.ts'
import { oauthProvider } from '../identity/access-tokens.ts'
import { requireCurrentSession } from '../identity/require-user.ts'
import { openWish } from '../identity/scope-wish.ts'
import type { ResolvedOAuth } from '../methods/oauth/resolved.ts'
import type { Route } from '../route.ts'

/** `GET /scopes/:provider`: the address of a `ScopeMissing`. It leads the person whom that was about to the platform, which asks for more. */
export const scopes: Route = {
  provider: {
    async GET(context, engine) {
      const { query, request, config } = context
      const callbackUrl = query.get('callbackUrl') ?? undefined
      const provider = oauthProvider(config, context.provider ?? '')
      const wish = await openWish(context, query.get('more') ?? '')
      const { userId } = await requireCurrentSession(engine, request)
      if (wish?.userId !== userId || wish.provider !== provider.id) {
        throw new AuthError('InvalidRequest', 'The address does not ask this user for scopes', {
          provider: provider.id,
          field: 'more',
          hint: 'Use the `url` of a `ScopeMissing` error as it is, for the person whom it is about.',
        })
      }
      const started = await startSignIn(context, provider, {
        callbackUrl,
        link: false,
        // A platform that knows the answer of last time would repeat it silently.
        body: { prompt: 'select_account' },
        params: { scope: allScopes(provider, wish.scopes) },
      })
      return 'response' in started ? started.response : leadTo(started.redirect, request)
    },
  },
}

/** The configured scopes and those of the wish, as the platform separates them. */
function allScopes(
  { authorizationParams, dialect }: ResolvedOAuth,
  wanted: readonly string[],
): string {
  const { scopes, scopeSeparator = scopes === 'comma' ? ',' : ' ' } = dialect
  const configured = (authorizationParams.scope ?? '').split(scopeSeparator).filter(Boolean)
  return [...new Set([...configured, ...wanted])].join(scopeSeparator)
}
