import type { MethodPlugin } from '../methods/method.ts'
import { oauth } from '../methods/oauth/plugin.ts'
import type { ResolvedOAuth } from '../methods/oauth/resolved.ts'
import type { JudgeWebhook } from './judge.ts'

/** OAuth, and news from the platform at `/webhook/:provider`. A function, so that bundlers leave it out where nobody calls it. */
export function webhooks(judge: JudgeWebhook): MethodPlugin<ResolvedOAuth> {
  return {
    ...oauth,
    paths: { webhook: { methods: ['POST'], provider: 'path' } },
    load: async () => (await import('./method.ts')).withWebhooks(judge),
  }
}
