import type { Config } from '../config.ts'
import { admit, type Context, tell } from '../context.ts'
import type { Finding, Wish } from '../methods/method.ts'
import type { Storage, StoredUser } from '../types/storage.ts'
import { record } from './audit.ts'
import { accountsCookie } from './keepings.ts'
import {
  accountOf,
  type Outcome,
  type Person,
  personOf,
  recognitionOf,
  type SessionSteps,
  settle,
} from './settle.ts'

export type { Person } from './settle.ts'

/**
 * Turns a finding into a user and a session: asks the application, then finds, creates, links or refuses in one
 * transaction, and tells what happened. The session's cookies go into the response.
 */
export async function login(
  context: Context,
  finding: Finding,
  wish: Pick<Wish, 'data' | 'link'>,
  sessions: SessionSteps,
): Promise<Person | { redirect: string }> {
  const { now } = context.config
  const storage = storageFor(context.config, finding)
  const known = storage ? await recognitionOf(finding).find(storage, finding, false) : null
  const answer = await admit(context, candidateOf(finding, wish, known))
  if (answer) return { redirect: answer }
  const { outcome, cookies } = await settle({ storage, now }, finding, wish, sessions)
  context.outgoing.push(...cookies)
  if (!context.config.storage) await keepInCookie(context, finding)
  await announce(context, finding, wish, outcome)
  sweepNowAndThen(context.config)
  return outcome
}

/** What has expired goes in small batches, now and then, and nobody waits for it. */
function sweepNowAndThen({ storage, memo, logger }: Config): void {
  const sweep = async () => storage?.sweep?.()
  memo('sweep', 600, sweep).catch(() => logger.warn('What has expired could not be removed'))
}

/** Users that the application vouches for need no row of ours, unless their session is one. */
function storageFor(
  { storage, session }: Pick<Config, 'storage' | 'session'>,
  { proves }: Finding,
): Storage | undefined {
  return proves === 'user' && session.strategy === 'cookie' ? undefined : storage
}

/** What the `signIn` callback judges. */
function candidateOf(
  finding: Finding,
  { data }: Pick<Wish, 'data'>,
  known: StoredUser | null,
): Parameters<typeof admit>[1] {
  const { profile, credentials } = finding
  return {
    user: known ?? personOf(finding),
    account: accountOf(finding, known?.id),
    ...(profile && { profile }),
    ...(credentials && { credentials }),
    ...(data !== undefined && { data }),
  }
}

/** Without a storage the tokens go with the browser, sealed, so that `accessToken()` can answer. */
async function keepInCookie(
  { config, header, outgoing, origin }: Context,
  finding: Finding,
): Promise<void> {
  const { id_token, ...kept } = finding.kept
  const tokens = { ...kept, providerAccountId: finding.providerAccountId }
  const secure = origin.startsWith('https:')
  // Whoever was signed in before leaves nothing behind, even when the new one brings no tokens.
  const accounts = kept.access_token ? { [finding.provider.id]: tokens } : {}
  outgoing.push(...(await accountsCookie(config, header, secure, accounts)))
}

async function announce(
  context: Context,
  finding: Finding,
  { data }: Pick<Wish, 'data'>,
  { user, account, isNewUser, linked, updated, takeover }: Outcome,
): Promise<void> {
  const { events } = context.config
  const about = {
    user,
    request: context.request,
    ...(data !== undefined && { data }),
  }
  const withProfile = { ...about, account, ...(finding.profile && { profile: finding.profile }) }
  if (isNewUser) await tell(context, events.createUser, about)
  if (updated) await tell(context, events.updateUser, { ...about, user: updated })
  if (takeover) await tell(context, events.takeover, about)
  if (linked) await tell(context, events.linkAccount, withProfile)
  await tell(context, events.signIn, { ...withProfile, isNewUser })
  await record(context.config, context.request, {
    event: isNewUser ? 'createUser' : linked ? 'linkAccount' : 'signIn',
    userId: user.id,
    provider: account.provider,
    ...(takeover && { detail: { takeover } }),
  })
}
