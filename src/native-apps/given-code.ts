import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import { loadMethod } from '../methods/load.ts'
import type { Finding } from '../methods/method.ts'
import { requestedProvider } from '../route.ts'
import { claimNonce, openNonce } from './nonce.ts'
import type { KnownApp } from './settings.ts'

/** An app's request to sign in by a code of the platform's own library, not yet validated. */
export interface GivenAppCode {
  readonly provider: unknown
  readonly kit: unknown
  readonly code: unknown
  readonly codeVerifier: unknown
  readonly redirectUri: unknown
  readonly nonce: unknown
}

/** Finds the account of a code. The provider's kits say which codes are accepted, and with what. */
export async function judgeCode(
  context: Context,
  app: KnownApp,
  { provider: id, nonce, ...given }: GivenAppCode,
): Promise<Finding> {
  const provider = requestedProvider({ ...context, provider: String(id) })
  const method = await loadMethod(provider)
  // A made-up code causes a request to the platform in our name.
  return context.services.limitFailures('oauth', context.request, async () => {
    const claim = async () => claimNonce(context, await openNonce(context, app, nonce))
    const found = await method.redeem?.(context, provider, { ...given, claimNonce: claim })
    if (found) return found
    throw new AuthError('InvalidRequest', `${provider.name} takes no codes of apps here`, {
      provider: provider.id,
      field: 'provider',
      hint: 'Pass the kits of the platform to the provider: `TikTok({ kits: [Ios({ redirects })] })`.',
    })
  })
}
