import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { resolveCallbackUrl } from '../http/callback-url.ts'
import { readForm } from '../http/csrf.ts'
import { json, redirect, wantsJson } from '../http/respond.ts'
import { itemsOf } from '../identity/items.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import { tellBoth } from './impersonate.ts'
import { actingCookies, actingKey, impersonation } from './impersonation.ts'

/**
 * `POST /impersonation`: the operator goes back to their own session, which is as it was. The key is good for nothing afterwards, also in
 * another tab. Whoever has none has nothing to stop, and is led on all the same.
 */
export async function stopImpersonating(
  context: Context,
  _provider: undefined,
  reader: SessionReader,
): Promise<Response> {
  const { callbackUrl } = await readForm(context)
  const { config, cookies, origin, request } = context
  const secure = origin.startsWith('https:')
  const key = actingKey(config, cookies.header, secure)
  if (key !== undefined) {
    const taken = await itemsOf(context, impersonation).take(await sha256(key))
    cookies.add(actingCookies(config, secure, ''))
    if (taken.state === 'readable') await tell(reader, request, taken.item)
  }
  return wantsJson(request) ? json({}) : redirect(await resolveCallbackUrl(context, callbackUrl))
}

async function tell(
  reader: SessionReader,
  request: Request,
  { userId, data }: { userId: string | null; data: { actor: string; reason: string } },
): Promise<void> {
  const { storage } = reader.config
  const [actor, user] = [
    await storage?.getUser?.(data.actor),
    await storage?.getUser?.(`${userId}`),
  ]
  if (actor && user)
    await tellBoth(reader, request, 'stopImpersonating', { actor, user, reason: data.reason })
}
