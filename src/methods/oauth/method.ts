import type { ResolvedOAuth } from '../../config/resolved.ts'
import type { Method } from '../method.ts'
import { issueNonce } from './nonce.ts'
import { start } from './start.ts'

/** OAuth 2 and OpenID Connect. What the callback needs is loaded when the first person comes back. */
export const oauth: Method<ResolvedOAuth> = {
  start,
  async finish(context, provider) {
    const load = () => import('./finish.ts')
    const { finish } = await context.config.memo('oauth finish', Number.POSITIVE_INFINITY, load)
    return finish(context, provider)
  },
  steps: { nonce: issueNonce },
}
