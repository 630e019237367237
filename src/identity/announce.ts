import type { App } from '../app.ts'
import { emit } from '../callbacks.ts'
import type { Context } from '../context.ts'
import type { Finding, SignInIntent } from '../methods/method.ts'
import type { StoredUser } from '../types/storage.ts'
import { record } from './audit.ts'
import type { Outcome } from './sign-in-outcome.ts'

/** Emits what a sign-in did to users and accounts. */
export async function announce(
  context: Context,
  finding: Finding,
  { data }: Pick<SignInIntent, 'data'>,
  { user, account, isNewUser, linked, updated, takeover, displaced }: Outcome,
): Promise<void> {
  const { config, services, request } = context
  const { events } = config
  const about = { user, request, ...(data !== undefined && { data }) }
  const withProfile = { ...about, account, ...(finding.profile && { profile: finding.profile }) }
  if (isNewUser) await emit(services, events.createUser, about)
  if (updated) await emit(services, events.updateUser, { ...about, user: updated })
  if (takeover) await emit(services, events.takeover, about)
  if (displaced) await announceDisplaced(context, request, displaced)
  if (linked) await emit(services, events.linkAccount, withProfile)
}

/** Somebody lost an address that they never proved, because its owner came. */
export async function announceDisplaced(
  app: App,
  request: Request,
  user: StoredUser,
): Promise<void> {
  await emit(app.services, app.config.events.updateUser, { user, request })
  const detail = { displaced: true }
  await record(app, undefined, { event: 'updateUser', userId: user.id, detail })
}
