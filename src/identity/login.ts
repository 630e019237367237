import { runSignInCallback, type SignInCandidate } from '../callbacks.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import { loadMethod } from '../methods/load.ts'
import type { Finding, LinkRequest, SignInIntent } from '../methods/method.ts'
import { type HeldSignIn, keepPendingSignIn } from '../methods/pending-sign-in.ts'
import type { Issued, NewSession } from '../sessions/session.ts'
import type { Storage, StoredUser } from '../types/storage.ts'
import { announce } from './announce.ts'
import type { Attempt, Intent } from './attempt.ts'
import { writeCookieTokens } from './cookie-tokens.ts'
import { enginePart } from './engine-part.ts'
import { holdFindings } from './held-findings.ts'
import { findStep } from './next-step.ts'
import {
  accountWithTokens,
  type Outcome,
  type Person,
  type SessionSteps,
} from './sign-in-outcome.ts'
import { sweepNowAndThen } from './sweep.ts'
import { combineProofs, continueAfterFinding, continueAfterPart } from './taken-step.ts'
import { signInWithoutStorage, userWithoutStorage } from './user-without-storage.ts'

export type { Person } from './sign-in-outcome.ts'

/** How the caller starts sessions, and how it knows that a session which asked for a link still exists. */
export interface LoginSteps {
  issue(newSession: NewSession, storage: Storage | undefined): Promise<Issued>
  linkGuard(link: LinkRequest | undefined): Promise<SessionSteps['mayStillLink']>
}

/** The result of a sign-in: somebody is signed in, or led to another page first. */
export type LoginResult = (Person & { callbackUrl: string }) | { redirect: string }

/**
 * Turns a finding into a user and a session: asks the application, then finds, creates, links or refuses in one
 * transaction, and emits what happened. The session's cookies go into the response.
 */
export async function login(
  context: Context,
  finding: Finding,
  wanted: Intent,
  steps: LoginSteps,
): Promise<LoginResult> {
  const attempt = (await continueAfterFinding(context, finding)) ?? {
    findings: [finding],
    intent: wanted,
    proof: combineProofs(context, finding, undefined, wanted.link),
    passed: [],
  }
  const redirect = await askApplication(context, finding, attempt)
  return redirect ? { redirect } : proceed(context, attempt, steps, finding.nextStep)
}

/** Goes on with a sign-in whose visitor took the step that a part had asked for. */
export async function loginAfterStep(
  context: Context,
  step: { part: string; amr: readonly string[] },
  steps: LoginSteps,
): Promise<LoginResult> {
  return proceed(context, await continueAfterPart(context, step), steps)
}

/** The application's `signIn` callback judges every finding. */
async function askApplication(
  context: Context,
  finding: Finding,
  attempt: Attempt,
): Promise<string | undefined> {
  if (!context.config.callbacks.signIn) return undefined
  const kept = await keptUsers(context.config, finding, attempt)
  const known = kept ? await kept.findUser(kept.storage, finding) : null
  return runSignInCallback(context, signInCandidate(finding, attempt.intent, known))
}

/**
 * Nobody has a session, and nothing is written or told about a user who exists, before the last step: until then the browser holds what
 * was found, sealed. Somebody new is created before their step, which may have something to keep for them.
 */
async function proceed(
  context: Context,
  attempt: Attempt,
  steps: LoginSteps,
  own?: string,
): Promise<LoginResult> {
  const { config } = context
  const { intent, before } = attempt
  const [finding] = attempt.findings
  const kept = await keptUsers(config, finding, attempt)
  const mayStillLink = await steps.linkGuard(intent.link)
  const step = await findStep(context, attempt, own, async () => {
    const decision = kept && (await kept.foresee(kept.storage, finding, intent, mayStillLink))
    if (decision && 'user' in decision) return { user: decision.user, isNewUser: false }
    return { user: userWithoutStorage(finding), isNewUser: decision?.do === 'create' }
  })
  const write = (issue: LoginSteps['issue'], isLast: boolean) =>
    writeSignIn(context, attempt, kept, { issue, mayStillLink }, isLast)
  if (step) {
    const { candidate, url, part } = step
    const created =
      candidate.isNewUser && !before && (await write(async () => ({ cookies: [] }), false))
    if (created) await announce(context, finding, intent, created.outcome)
    const userId = created ? created.outcome.user.id : `${candidate.user.id}`
    const isNewUser = before?.isNewUser ?? candidate.isNewUser
    await keepPendingSignIn(context, {
      ...{ userId, isNewUser, provider: finding.provider.id, ...attempt.proof, ...intent },
      ...(part !== undefined && { part }),
      held: holdFindings(attempt.findings),
      passed: [...attempt.passed],
    })
    return { redirect: new URL(url, context.origin).href }
  }
  const { outcome, issued } = await write(steps.issue, true)
  const isNewUser = before?.isNewUser ?? outcome.isNewUser
  context.cookies.add(issued.cookies)
  if (!config.storage) await keepTokens(context, finding, issued.userId)
  await announce(context, finding, intent, outcome, { isNewUser })
  sweepNowAndThen(context)
  return { ...outcome, isNewUser, callbackUrl: intent.callbackUrl }
}

/** What the storage can tell about users; undefined where nothing is stored of this one. */
type KeptUsers = Awaited<ReturnType<typeof keptUsers>>

async function keptUsers(config: Config, finding: Finding, { before }: Attempt) {
  const storage = storageFor(config, finding, before)
  const users = await enginePart(config.storage)?.users()
  return storage && users && { storage, ...users }
}

/** Writes a sign-in in one transaction, with its line in the audit log. */
async function writeSignIn(
  context: Context,
  { findings: [finding, ...confirmations], intent, proof, before }: Attempt,
  kept: KeptUsers,
  { issue, mayStillLink }: Pick<LoginSteps, 'issue'> & Pick<SessionSteps, 'mayStillLink'>,
  isLast: boolean,
): Promise<{ outcome: Outcome; issued: Issued }> {
  const { config } = context
  const audit = (await enginePart(config.storage)?.users())?.auditSignIn(context, isLast)
  const saved = await Promise.all(
    confirmations.map(async (each) => ({ each, ...(await loadMethod(config, each.provider)) })),
  )
  const steps: SessionSteps = {
    mayStillLink,
    async issue(outcome, inside) {
      // The step was taken by this user and by nobody else, whoever has the account or the address by now.
      if (before && outcome.user.id !== before.userId) throw anotherUser()
      if (inside) for (const { each, save } of saved) await save?.(inside, each, outcome.user)
      const newSession = { ...outcome, ...proof, ...sessionExtras(finding, intent) }
      const issued = await issue(newSession, inside)
      await audit?.inside(outcome, inside)
      return issued
    },
  }
  const written = kept
    ? await kept.findOrCreateUser(config, kept.storage, finding, intent, steps)
    : await signInWithoutStorage(config, finding, steps.issue)
  await audit?.afterwards(written.outcome)
  return written
}

function anotherUser(): AuthError {
  return new AuthError('FlowMissing', 'The step was taken by another user than the account has now')
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
  before: HeldSignIn | undefined,
): Storage | undefined {
  return proves === 'user' && session.strategy === 'cookie' && !before ? undefined : storage
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
