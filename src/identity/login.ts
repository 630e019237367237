import { emit, runSignInCallback, type SignInCandidate } from '../callbacks.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Finding, SignInIntent } from '../methods/method.ts'
import {
  keepPendingSignIn,
  type PendingSignIn,
  pendingSignIn,
  takePendingSignIn,
} from '../methods/pending-sign-in.ts'
import type { Issued, NewSession } from '../sessions/session.ts'
import type { Storage, StoredUser } from '../types/storage.ts'
import { record } from './audit.ts'
import { writeCookieTokens } from './cookie-tokens.ts'
import { enginePart } from './engine-part.ts'
import {
  accountWithTokens,
  type Outcome,
  type Person,
  type SessionSteps,
} from './sign-in-outcome.ts'
import { sweepNowAndThen } from './sweep.ts'
import { signInWithoutStorage, userWithoutStorage } from './user-without-storage.ts'

export type { Person } from './sign-in-outcome.ts'

type Intent = Omit<SignInIntent, 'body' | 'params'>

/** How the caller starts sessions, and how it knows that a session which asked for a link still exists. */
export interface LoginSteps extends Pick<SessionSteps, 'mayStillLink'> {
  issue(newSession: NewSession, storage: Storage | undefined): Promise<Issued>
}

/**
 * Turns a finding into a user and a session: asks the application, then finds, creates, links or refuses in one
 * transaction, and emits what happened. The session's cookies go into the response. A finding that needs another step makes no
 * session; the browser keeps a sealed note of who must take that step.
 */
export async function login(
  context: Context,
  finding: Finding,
  wanted: Intent,
  { issue, mayStillLink }: LoginSteps,
): Promise<(Person & { callbackUrl: string }) | { redirect: string }> {
  const { config } = context
  const before = await takeStepBefore(context, finding)
  const intent = before ? { ...wanted, ...continued(before) } : wanted
  const storage = storageFor(config, finding, before)
  const users = await enginePart(config.storage)?.users()
  const kept = storage && users && { storage, ...users }
  if (config.callbacks.signIn) {
    const known = kept ? await kept.findUser(kept.storage, finding) : null
    const redirect = await runSignInCallback(context, signInCandidate(finding, intent, known))
    if (redirect) return { redirect }
  }
  const proof = combineProofs(context, finding, before, intent.link)
  const audit = users?.auditSignIn(context, finding)
  const steps: SessionSteps = {
    mayStillLink,
    async issue(outcome, inside) {
      const newSession = { ...outcome, ...proof, ...sessionExtras(finding, intent) }
      const issued =
        finding.nextStep === undefined ? await issue(newSession, inside) : { cookies: [] }
      await audit?.inside(outcome, inside)
      return issued
    },
  }
  const { outcome, issued } = kept
    ? await kept.findOrCreateUser(config, kept.storage, finding, intent, steps)
    : await signInWithoutStorage(config, finding, steps.issue)
  const isNewUser = before?.isNewUser ?? outcome.isNewUser
  if (finding.nextStep !== undefined) {
    const step = { userId: outcome.user.id, provider: finding.provider.id, isNewUser }
    await keepPendingSignIn(context, { ...step, ...proof, ...intent })
    await announce(context, finding, intent, outcome)
    await audit?.afterwards(outcome)
    return { redirect: new URL(finding.nextStep, context.origin).href }
  }
  context.cookies.add(issued.cookies)
  if (!config.storage) await keepTokens(context, finding, issued.userId)
  await announce(context, finding, intent, outcome, { isNewUser })
  await audit?.afterwards(outcome)
  sweepNowAndThen(context)
  return { ...outcome, isNewUser, callbackUrl: intent.callbackUrl }
}

/** The step that this finding completes, used up: it is good once, and only for the user who took it. */
async function takeStepBefore(
  context: Context,
  { proves, providerAccountId }: Finding,
): Promise<PendingSignIn | undefined> {
  const pending = await pendingSignIn(context)
  if (!pending || proves !== 'user' || providerAccountId !== pending.userId) return undefined
  if (await takePendingSignIn(context, pending)) return pending
  throw new AuthError('FlowMissing', 'This step of the sign-in was already taken')
}

/** Where the person wanted to go, and what the application sent along, when the sign-in began. */
function continued({ callbackUrl, data }: PendingSignIn): Pick<Intent, 'callbackUrl' | 'data'> {
  return { callbackUrl, ...(data !== undefined && { data }) }
}

/**
 * What was proven, and when: by this finding, and by the step before. Two different methods are two factors. A way in that is added
 * makes no sign-in recent: whoever holds an old session may add their own.
 */
function combineProofs(
  { now }: Context,
  { amr = [], authTime = now, provider }: Finding,
  before: PendingSignIn | undefined,
  link: Intent['link'],
): { amr: string[]; authTime: number } {
  if (link) return { amr: [...(link.amr ?? [])], authTime: link.authTime ?? 0 }
  const factors = before && before.provider !== provider.id ? ['mfa'] : []
  return {
    amr: [...new Set([...(before?.amr ?? []), ...amr, ...factors])],
    authTime: Math.min(authTime, now, before?.authTime ?? now),
  }
}

function sessionExtras(
  { profile }: Finding,
  { data }: Intent,
): Pick<NewSession, 'profile' | 'data'> {
  return { ...(profile && { profile }), ...(data !== undefined && { data }) }
}

/** Users that the application vouches for need no row of ours, unless their session is one, or they have one already. */
function storageFor(
  { storage, session }: Pick<Config, 'storage' | 'session'>,
  { proves }: Finding,
  pending: PendingSignIn | undefined,
): Storage | undefined {
  return proves === 'user' && session.strategy === 'cookie' && !pending ? undefined : storage
}

/** What the `signIn` callback judges. */
function signInCandidate(
  finding: Finding,
  { data }: Intent,
  known: StoredUser | null,
): SignInCandidate {
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
async function keepTokens(
  context: Context,
  finding: Finding,
  userId: string | undefined,
): Promise<void> {
  const { id_token, ...kept } = finding.kept
  const tokens = { ...kept, providerAccountId: finding.providerAccountId }
  // Whoever was signed in before leaves nothing behind, even when the new one brings no tokens.
  const accounts = kept.access_token && userId ? { [finding.provider.id]: tokens } : {}
  const { config, cookies, origin } = context
  const secure = origin.startsWith('https:')
  const own = { userId: userId ?? '', accounts }
  cookies.add(await writeCookieTokens(config, cookies.header, secure, own))
}

/** Emits what happened to users and accounts and, once somebody is signed in, that. */
async function announce(
  { config, request }: Context,
  finding: Finding,
  { data }: Intent,
  { user, account, isNewUser, linked, updated, takeover, displaced }: Outcome,
  signedIn?: { isNewUser: boolean },
): Promise<void> {
  const { events } = config
  const about = { user, request, ...(data !== undefined && { data }) }
  const withProfile = { ...about, account, ...(finding.profile && { profile: finding.profile }) }
  if (isNewUser) await emit(config, events.createUser, about)
  if (updated) await emit(config, events.updateUser, { ...about, user: updated })
  if (takeover) await emit(config, events.takeover, about)
  if (displaced) await announceDisplaced(config, request, displaced)
  if (linked) await emit(config, events.linkAccount, withProfile)
  if (signedIn) await emit(config, events.signIn, { ...withProfile, ...signedIn })
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
