import { oauth } from '../methods/oauth/part.ts'
import type { OAuthPart } from '../methods/oauth/resolved.ts'
import type { JudgeWebhook } from './judge.ts'

/** OAuth, and news from the platform at `/webhook/:provider`. It is a function, because bundlers leave that out if nobody calls it. */
export function webhooks(judge: JudgeWebhook): OAuthPart {
  return {
    ...oauth,
    paths: { webhook: { methods: ['POST'], provider: 'path' } },
    load: async () => (await import('./method.ts')).withWebhooks(judge),
  }
}
