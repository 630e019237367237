import type { Context } from '../../context.ts'
import { resolveCallbackUrl } from '../../http/callback-url.ts'
import { json } from '../../http/respond.ts'
import { type Flow, flowId, keepFlow } from '../flow.ts'
import type { ResolvedOAuth } from '../oauth/resolved.ts'

/** A page may lie open for a while before somebody signs in on it. */
const nonceSeconds = 3600

/**
 * Answers with a nonce for the platform's own script on the application's page. It is the id of a flow, so the token that
 * carries it is good in this browser, for this provider, once.
 */
export async function issueNonce(context: Context, provider: ResolvedOAuth): Promise<Response> {
  const { now, query } = context
  const flow: Flow = {
    id: flowId(now),
    provider: provider.id,
    callbackUrl: await resolveCallbackUrl(context, query.get('callbackUrl')),
    expires: now + nonceSeconds,
  }
  // The token may be posted from a page of the platform's.
  await keepFlow(context, flow, { crossSite: true, kind: 'nonce' })
  return json({ nonce: flow.id })
}
