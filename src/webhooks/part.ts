import { oauth } from '../methods/oauth/part.ts'
import type { OAuthPart } from '../methods/oauth/resolved.ts'
import type { JudgeWebhook } from './judge.ts'

/** OAuth, and webhooks of the platform at `/webhook/:provider`. A function, so that bundlers drop it if nothing calls it. */
export function webhooks(judge: JudgeWebhook): OAuthPart {
  return {
    ...oauth,
    paths: { webhook: { methods: ['POST'], provider: 'path' } },
    load: async () => (await import('./method.ts')).withWebhooks(judge),
  }
}
