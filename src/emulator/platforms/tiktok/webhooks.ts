import { hmacHex, toJson } from '../../encoding.ts'
import type { Notice } from '../../records.ts'
import type { EmulatorContext, Webhooks } from '../../types.ts'
import { openId } from './people.ts'
import type { TikTokApp } from './registration.ts'
import type { TikTokState } from './tiktok-state.ts'

/** The contents and signatures of TikTok's webhooks. */
export function createWebhooks(practice: TikTokState): Webhooks {
  return {
    subjectOf: openId,
    removed: (subject, client_id, reason) => ({
      client_id,
      event: 'authorization.removed',
      subject,
      content: { reason },
    }),
    async compose(context, notice) {
      const app = practice.apps.find(({ client_key }) => client_key === notice.client_id)
      return app?.webhook_url === undefined
        ? undefined
        : signed(context, app, app.webhook_url, notice)
    },
  }
}

// `t` is the time of sending, by which receivers refuse old requests; `create_time` is the event's.
async function signed(
  { clock }: EmulatorContext,
  app: TikTokApp,
  address: string,
  { event, subject, content = {}, at = clock.now() }: Notice,
): Promise<Request> {
  const body = toJson({
    client_key: app.client_key,
    event,
    create_time: Math.floor(at / 1000),
    user_openid: subject,
    content: toJson(content),
  })
  const t = Math.floor(clock.now() / 1000)
  const s = await hmacHex(app.client_secret, `${t}.${body}`)
  const headers = { 'content-type': 'application/json', 'tiktok-signature': `t=${t},s=${s}` }
  return new Request(address, { method: 'POST', headers, body })
}
