import type { Context } from '../../context.ts'
import type { AppUrls } from '../../types/provider.ts'
import type { ResolvedOAuth } from './resolved.ts'

/** The addresses of the application's routes for a provider. */
export function appUrls(context: Context, provider: ResolvedOAuth): AppUrls {
  return {
    signinUrl: `${context.baseUrl}/signin/${provider.id}`,
    callbackUrl: `${context.baseUrl}/callback/${provider.id}`,
  }
}
