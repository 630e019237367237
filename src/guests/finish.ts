import type { Context } from '../context.ts'
import { uuid } from '../crypto/random.ts'
import { resolveCallbackUrl } from '../http/callback-url.ts'
import { readForm } from '../http/csrf.ts'
import { leadTo, redirect } from '../http/respond.ts'
import { passGate } from '../methods/gate.ts'
import type { FinishResult } from '../methods/method.ts'
import { signInPageUrl } from '../methods/sign-in-page-url.ts'
import type { ResolvedGuest } from './resolved.ts'
import { guestWord } from './session.ts'

/** Somebody begins as a guest. Whoever is signed in already, as a guest or not, stays who they are. */
export async function finish(
  context: Context,
  provider: ResolvedGuest,
): Promise<FinishResult<true> | { response: Response }> {
  const { request, services } = context
  if (request.method !== 'POST' && !context.form)
    return { response: redirect(signInPageUrl(context)) }
  const body = await readForm(context)
  const callbackUrl = await resolveCallbackUrl(context, body.callbackUrl)
  context.callbackUrl = callbackUrl
  if (await context.currentSession()) return { response: leadTo(callbackUrl, request) }
  await services.consumeLimit('guest', { request })
  await passGate(context, { action: 'guest', provider: provider.id, body })
  const finding = {
    provider,
    providerAccountId: uuid(),
    user: { name: null, email: null, image: null },
    tokens: {},
    kept: {},
    amr: [guestWord],
    methodData: true as const,
  }
  return { finding, intent: { callbackUrl } }
}
