import type { Method } from '../methods/method.ts'
import { oauth } from '../methods/oauth/method.ts'
import type { ResolvedOAuth } from '../methods/oauth/resolved.ts'
import type { JudgeWebhook } from './judge.ts'
import { receive } from './receive.ts'

/** OAuth with a platform that sends webhooks about its users. */
export function withWebhooks(judge: JudgeWebhook): Method<ResolvedOAuth> {
  return {
    ...oauth,
    pathHandlers: { webhook: (context, provider) => receive(context, provider, judge) },
  }
}
