import type { MethodPart } from '../method.ts'
import { oauth } from '../oauth/part.ts'
import type { ResolvedOAuth } from '../oauth/resolved.ts'
import type { PostedToken } from './posted-token.ts'

/** OAuth, and sign-ins that the platform's own script starts. It is a function, because bundlers leave that out if nobody calls it. */
export function oneTap(posted: PostedToken): MethodPart<ResolvedOAuth> {
  return {
    ...oauth,
    // What the script must put into the token that it posts.
    paths: { nonce: { methods: ['GET'], provider: 'path' } },
    load: async () => (await import('./method.ts')).withPostedTokens(posted),
  }
}
