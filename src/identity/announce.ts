import { emit } from '../callbacks.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Finding, SignInIntent } from '../methods/method.ts'
import type { StoredUser } from '../types/storage.ts'
import { record } from './audit.ts'
import type { Outcome } from './sign-in-outcome.ts'

/** Emits what a sign-in did to users and accounts. */
export async function announce(
  { config, request }: Context,
  finding: Finding,
  { data }: Pick<SignInIntent, 'data'>,
  { user, account, isNewUser, linked, updated, takeover, displaced }: Outcome,
): Promise<void> {
  const { events } = config
  const about = { user, request, ...(data !== undefined && { data }) }
  const withProfile = { ...about, account, ...(finding.profile && { profile: finding.profile }) }
  if (isNewUser) await emit(config, events.createUser, about)
  if (updated) await emit(config, events.updateUser, { ...about, user: updated })
  if (takeover) await emit(config, events.takeover, about)
  if (displaced) await announceDisplaced(config, request, displaced)
  if (linked) await emit(config, events.linkAccount, withProfile)
}

/** Somebody lost an address that they never proved, because its owner came. */
async function announceDisplaced(
  config: Config,
  request: Request,
  user: StoredUser,
): Promise<void> {
  await emit(config, config.events.updateUser, { user, request })
  const detail = { displaced: true }
  await record(config, undefined, { event: 'updateUser', userId: user.id, detail })
}
