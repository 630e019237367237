import type { Method } from '../method.ts'
import { callbackParams, finish } from '../oauth/finish.ts'
import { oauth } from '../oauth/method.ts'
import type { ResolvedOAuth } from '../oauth/resolved.ts'
import { bringsToken, finishWithToken } from './finish.ts'
import { issueNonce } from './nonce.ts'
import type { PostedToken } from './posted-token.ts'

// Other parts take it from here, so that what everybody loads is cut into files as before.
export { findByIdToken } from '../open-id/given-id-token.ts'

/** OAuth, whose callback also takes an id token that the platform's own script posts. */
export function withPostedTokens(posted: PostedToken): Method<ResolvedOAuth> {
  return {
    ...oauth,
    async finish(context, provider) {
      const params = await callbackParams(context, provider)
      return bringsToken(context, posted, params)
        ? finishWithToken(context, provider, posted, params)
        : finish(context, provider)
    },
    pathHandlers: { nonce: issueNonce },
  }
}
