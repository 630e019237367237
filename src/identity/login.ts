import type { Config } from '../config.ts'
import { type Context, emit, runSignInCallback } from '../context.ts'
import type { Finding, SignInIntent } from '../methods/method.ts'
import type { Storage, StoredUser } from '../types/storage.ts'
import { record } from './audit.ts'
import {
  accountWithTokens,
  findOrCreateUser,
  matcher,
  type Outcome,
  type Person,
  type SessionSteps,
  userWithoutStorage,
} from './find-or-create-user.ts'
import { accountsCookie } from './token-store.ts'

export type { Person } from './find-or-create-user.ts'

/**
 * Turns a finding into a user and a session: asks the application, then finds, creates, links or refuses in one
 * transaction, and tells what happened. The session's cookies go into the response.
 */
export async function login(
  context: Context,
  finding: Finding,
  intent: Pick<SignInIntent, 'data' | 'link'>,
  sessions: SessionSteps,
): Promise<Person | { redirect: string }> {
  const { now } = context.config
  const storage = storageFor(context.config, finding)
  const known = storage ? await matcher(finding).find(storage, finding, false) : null
  const answer = await runSignInCallback(context, signInCandidate(finding, intent, known))
  if (answer) return { redirect: answer }
  const { outcome, cookies } = await findOrCreateUser({ storage, now }, finding, intent, sessions)
  context.outgoing.push(...cookies)
  if (!context.config.storage) await keepInCookie(context, finding)
  await announce(context, finding, intent, outcome)
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
function signInCandidate(
  finding: Finding,
  { data }: Pick<SignInIntent, 'data'>,
  known: StoredUser | null,
): Parameters<typeof runSignInCallback>[1] {
  const { profile, credentials } = finding
  return {
    user: known ?? userWithoutStorage(finding),
    account: accountWithTokens(finding, known?.id),
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
  { data }: Pick<SignInIntent, 'data'>,
  { user, account, isNewUser, linked, updated, takeover }: Outcome,
): Promise<void> {
  const { events } = context.config
  const about = {
    user,
    request: context.request,
    ...(data !== undefined && { data }),
  }
  const withProfile = { ...about, account, ...(finding.profile && { profile: finding.profile }) }
  if (isNewUser) await emit(context, events.createUser, about)
  if (updated) await emit(context, events.updateUser, { ...about, user: updated })
  if (takeover) await emit(context, events.takeover, about)
  if (linked) await emit(context, events.linkAccount, withProfile)
  await emit(context, events.signIn, { ...withProfile, isNewUser })
  await record(context.config, context.request, {
    event: isNewUser ? 'createUser' : linked ? 'linkAccount' : 'signIn',
    userId: user.id,
    provider: account.provider,
    ...(takeover && { detail: { takeover } }),
  })
}
