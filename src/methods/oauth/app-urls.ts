import type { Context } from '../../context.ts'
import type { AppUrls } from '../../types/provider.ts'
import type { ResolvedOAuth } from './resolved.ts'

/** Where the application's routes for a provider are. */
export function appUrls(context: Context, provider: ResolvedOAuth): AppUrls {
  return {
    signinUrl: `${context.baseUrl}/signin/${provider.id}`,
    callbackUrl: `${context.baseUrl}/callback/${provider.id}`,
  }
}
