import type { OAuthPart } from '../oauth/resolved.ts'
import { openId } from '../open-id/part.ts'
import type { PostedToken } from './posted-token.ts'

/** OpenID Connect, and sign-ins that the platform's own script starts. It is a function, because bundlers leave that out if nobody calls it. */
export function oneTap(posted: PostedToken): OAuthPart {
  return {
    ...openId,
    // What the script must put into the token that it posts.
    paths: { nonce: { methods: ['GET'], provider: 'path' } },
    load: async () => (await import('./method.ts')).withPostedTokens(posted),
  }
}
