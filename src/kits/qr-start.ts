import type { Context } from '../context.ts'
import { random } from '../crypto/random.ts'
import { flowId, flowSeconds, keepFlow } from '../methods/flow.ts'
import type { SignInIntent, StartResult } from '../methods/method.ts'
import { platformError } from '../methods/oauth/platform-response.ts'
import type { ResolvedOAuth } from '../methods/oauth/resolved.ts'
import { askPlatform, type QrFlow } from './qr-flow.ts'
import type { QrRules } from './qr-rules.ts'

/** Asks the platform for a code, and leads to the page that shows it. */
export async function startQr(
  context: Context,
  provider: ResolvedOAuth,
  { name, codeUrl, names, placeholder }: QrRules,
  { callbackUrl, data, link }: SignInIntent,
): Promise<StartResult> {
  await context.services.consumeLimit('qrCode', { request: context.request })
  const id = flowId(context.now)
  const { scope = '' } = provider.authorizationParams
  const answer = await askPlatform(context, provider, codeUrl, { scope, state: id })
  const [shown, token] = [answer[names.url], answer[names.token]]
  const unfilled = `${names.ticket}=${placeholder}`
  if (typeof shown !== 'string' || typeof token !== 'string' || !shown.includes(unfilled)) {
    const failure = { error: 'malformed_answer', description: 'The code cannot be shown' }
    throw platformError(provider, 'QR code', undefined, failure)
  }
  const ticket = random(24)
  const url = shown.replace(unfilled, `${names.ticket}=${ticket}`)
  const flow: QrFlow = {
    id,
    provider: provider.id,
    callbackUrl,
    expires: context.now + flowSeconds,
    ...(data !== undefined && { data }),
    ...(link && { link }),
    state: { qr: { token, ticket, url } },
  }
  await keepFlow(context, flow)
  context.services.trace(() => ({
    step: 'shown',
    line: `${provider.id}: a QR code is shown for ${scope}`,
    provider: provider.id,
    kit: name,
    scope,
  }))
  const query = new URLSearchParams({ kit: name, state: id })
  return { redirect: `${context.baseUrl}/callback/${provider.id}?${query}` }
}
