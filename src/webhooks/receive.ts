import { emit } from '../callbacks.ts'
import type { Context } from '../context.ts'
import { equal } from '../crypto/compare.ts'
import { hmac, sha256 } from '../crypto/hash.ts'
import { AuthError } from '../errors.ts'
import { readText } from '../http/body.ts'
import { json } from '../http/respond.ts'
import { clearedTokens } from '../identity/account-tokens.ts'
import { record } from '../identity/audit.ts'
import { endAllSessions } from '../identity/end-all-sessions.ts'
import { changeUser } from '../identity/ways-in.ts'
import type { ResolvedOAuth } from '../methods/oauth/resolved.ts'
import type { WebhookEvent } from '../types/dialect.ts'
import type { TokenSet } from '../types/models.ts'
import type { StoredUser } from '../types/storage.ts'
import type { JudgeWebhook } from './judge.ts'

/** The time for which repeated webhooks are recognized. Platforms retry for days; TikTok, for example, for three. */
const rememberedSeconds = 7 * 86_400

/** The age in seconds from which the person may have consented again, so that the tokens may be newer than the event. */
const lateSeconds = 60

/** Clears the access token only. The next call refreshes: the platform knows if the refresh token is still valid. */
const doubtful: TokenSet = { access_token: '', expires_at: 0 }

/** Receives a platform's webhook about one of its users. */
export async function receive(
  context: Context,
  provider: ResolvedOAuth,
  judge: JudgeWebhook,
): Promise<Response> {
  const event = await judged(context, provider, judge)
  await once(context, `webhook ${provider.id} ${await sha256(event.id)}`, () =>
    act(context, provider, event),
  )
  return json({ received: true })
}

/** Does work once per key. If it fails, the key is free again for the platform's next attempt. */
async function once(
  { services, now }: Context,
  key: string,
  work: () => Promise<void>,
): Promise<void> {
  if (!(await services.claim(key, new Date((now + rememberedSeconds) * 1000)))) return
  try {
    await work()
  } catch (thrown) {
    await services.release(key)
    throw thrown
  }
}

async function judged(
  context: Context,
  provider: ResolvedOAuth,
  judge: JudgeWebhook,
): Promise<WebhookEvent> {
  const { request, now } = context
  const body = await readText(request)
  const { clientId, clientSecret = '' } = provider
  try {
    const event = await judge({
      headers: request.headers,
      body,
      clientId,
      clientSecret,
      now,
      hmac,
      equal,
    })
    if (event) return event
  } catch {
    // A body that cannot be read was not signed by the platform either.
  }
  throw new AuthError('InvalidRequest', 'The webhook is not signed by the platform, or too old', {
    provider: provider.id,
    field: 'signature',
    status: 401,
    hint: 'The client secret must be that of the app which sends the webhook, and the body must arrive unchanged.',
  })
}

async function act(context: Context, provider: ResolvedOAuth, event: WebhookEvent): Promise<void> {
  const { config, services, request, now } = context
  const user = await accountOwner(context, provider.id, event)
  if (event.removed && user && event.providerAccountId) {
    const key = { provider: provider.id, providerAccountId: event.providerAccountId }
    const isLate = event.at !== undefined && event.at < now - lateSeconds
    await config.storage?.updateAccount?.({ ...(isLate ? doubtful : clearedTokens), ...key })
    if (config.webhooks.endSessions) {
      const asker = { userId: user.id, async assertSignedIn() {} }
      // A session that is raised meanwhile waits for the lock, and finds that it has ended.
      await changeUser(config, asker, (inside) => endAllSessions(inside, user.id))
    }
    const detail = { event: event.event, ...(event.reason && { reason: event.reason }) }
    await record(context, request, {
      event: 'webhook',
      userId: user.id,
      provider: provider.id,
      detail,
    })
  }
  await emit(services, config.events.webhook, {
    provider: provider.id,
    event,
    request,
    ...(user && { user }),
  })
}

async function accountOwner(
  { config }: Context,
  provider: string,
  event: WebhookEvent,
): Promise<StoredUser | null> {
  const { providerAccountId } = event
  if (!providerAccountId) return null
  return (await config.storage?.getUserByAccount?.({ provider, providerAccountId })) ?? null
}
