import { emit } from '../callbacks.ts'
import { loadSteps } from '../config/steps-of-parts.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import { promotionIn } from '../methods/load.ts'
import type { Finding, LinkRequest } from '../methods/method.ts'
import { runSignInCallback, type SignInCandidate } from '../methods/sign-in-callback.ts'
import { cookieBytes } from '../services/cookie-room.ts'
import { assertAdmitted } from '../sessions/admission.ts'
import type { Issued, NewSession, Sessions, Write } from '../sessions/session.ts'
import type { Storage, StoredUser } from '../types/storage.ts'
import type { Attempt, Intent, KeptUsers, SignInSteps } from './attempt.ts'
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

/** Starts a session, inside the transaction that found or created its user. */
type Start = (newSession: NewSession, inside: Storage | undefined) => Promise<Write>

/** The result of a sign-in: somebody is signed in, or led to another page first. */
export type LoginResult = (Person & { callbackUrl: string }) | { redirect: string }

/**
 * Turns a finding into a user and a session: asks the application, then finds, creates, links or refuses in one
 * transaction, and emits what happened. The session's cookies go into the response.
 */
export async function login(
  context: Context,
  finding: Finding,
  given: Intent,
  sessions: Sessions,
): Promise<LoginResult> {
  const { link, ...signIn } = given
  // A provisional user has nothing to connect an account to: it takes their place.
  const intent: Intent = link && (await promotionIn(context)) ? signIn : given
  if (intent.link) {
    const users = await enginePart(context.config.storage)?.users()
    await users?.assertMayLink(context, sessions, intent.link)
  }
  const steps = await loadSteps<SignInSteps>(context.config)
  if (finding.nextStep !== undefined && !steps)
    throw new AuthError('Configuration', `${finding.provider.id} needs \`steps\``)
  const attempt: Attempt = (await steps?.continueAfterFinding(context, finding)) ?? {
    findings: [finding],
    intent,
    proof: proofOf(context, finding, intent.link),
  }
  const redirect = await askApplication(context, finding, attempt)
  return redirect ? { redirect } : proceed(context, attempt, sessions, steps, finding.nextStep)
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

/** Signs somebody in, unless there is another step to take. */
export async function proceed(
  context: Context,
  attempt: Attempt,
  sessions: Sessions,
  steps: SignInSteps | undefined,
  own?: string,
): Promise<LoginResult> {
  const { config, services } = context
  const { intent, before } = attempt
  const [finding] = attempt.findings
  const kept = await keptUsers(config, finding, attempt)
  const store = (issue: Start, isLast: boolean) =>
    storeSignIn(context, attempt, kept, { issue, sessions }, isLast)
  const create = async () => (await store(noSession(context), false)).outcome
  const next = await steps?.hold(context, attempt, { own, kept, sessions, create })
  if (next !== undefined) return { redirect: new URL(next, context.origin).href }
  const { outcome, write } = await store(
    (newSession, inside) => sessions.issue(context, newSession, inside),
    true,
  )
  const isNewUser = before?.isNewUser ?? outcome.isNewUser
  // What happened is told before the `jwt` callback, which may fail, or look for it.
  await kept?.announce(context, finding, intent, outcome)
  const issued = await write()
  context.cookies.add(issued.cookies)
  if (!config.storage) await keepTokens(context, finding, issued)
  const { user, account } = outcome
  const { request } = context
  const message = { user, account, request, isNewUser, ...sessionExtras(finding, intent) }
  await emit(services, config.events.signIn, message)
  sweepNowAndThen(context)
  return { ...outcome, isNewUser, callbackUrl: intent.callbackUrl }
}

/**
 * The methods and time of a finding's proof. A way in that is added makes no sign-in recent: whoever holds an old session may add their
 * own.
 */
function proofOf(
  { now }: Context,
  { amr = [], authTime = now }: Finding,
  link: LinkRequest | undefined,
): Attempt['proof'] {
  if (link) return { amr: [...(link.amr ?? [])], authTime: link.authTime ?? 0 }
  return { amr: [...new Set(amr)], authTime: Math.min(authTime, now) }
}

/** The users in the storage; undefined if nothing is stored of this one. */
async function keptUsers(
  config: Config,
  finding: Finding,
  { before }: Attempt,
): Promise<KeptUsers | undefined> {
  const storage = storageFor(config, finding, before)
  const users = await enginePart(config.storage)?.users()
  return storage && users && { storage, ...users }
}

/** Begins no session yet, for whoever may have one. */
function noSession(context: Context): Start {
  return async ({ user }) => {
    assertAdmitted(context, user)
    return async () => ({ cookies: [] })
  }
}

/** Writes a sign-in in one transaction, with its lines in the audit log. */
async function storeSignIn(
  context: Context,
  attempt: Attempt,
  kept: KeptUsers | undefined,
  { issue, sessions }: { issue: Start } & Pick<SessionSteps, 'sessions'>,
  isLast: boolean,
): Promise<{ outcome: Outcome; write: Write }> {
  const { config } = context
  const { findings, intent, proof } = attempt
  const [finding] = findings
  const audit = (await enginePart(config.storage)?.users())?.auditSignIn(context, isLast)
  const steps: SessionSteps = {
    sessions,
    plainProof: isLast && !attempt.confirm ? proof : undefined,
    async issue(outcome, inside) {
      await attempt.confirm?.(outcome, inside)
      const newSession = { ...outcome, ...proof, ...sessionExtras(finding, intent) }
      const write = await issue(newSession, inside)
      await audit?.inside(outcome, inside)
      return write
    },
  }
  const written = kept
    ? await kept.findOrCreateUser(context, kept.storage, finding, intent, steps)
    : await signInWithoutStorage(config, finding, steps.issue)
  await audit?.afterwards(written.outcome)
  return written
}

function sessionExtras(
  { profile }: Finding,
  { data }: Intent,
): Pick<NewSession, 'profile' | 'data'> {
  return { ...(profile && { profile }), ...(data !== undefined && { data }) }
}

/** Users that the application vouches for need no row of ours, unless their session is one; that stays so until the last step. */
function storageFor(
  { storage, session }: Pick<Config, 'storage' | 'session'>,
  { proves, methodData }: Finding,
  before: Attempt['before'],
): Storage | undefined {
  // What a method keeps with a user needs the row.
  const isOwn = proves === 'user' && !methodData && session.strategy === 'cookie'
  return (before?.stored ?? !isOwn) ? storage : undefined
}

/** The sign-in as the `signIn` callback judges it. */
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

/** Keeps the tokens in the browser, sealed, where there is no storage; `accessToken()` reads them there. */
async function keepTokens(
  context: Context,
  finding: Finding,
  { userId = '', cookies: session }: Issued,
): Promise<void> {
  const { id_token, ...kept } = finding.kept
  const tokens = { ...kept, providerAccountId: finding.providerAccountId }
  // Whoever was signed in before leaves nothing behind, even when the new one brings no tokens.
  const accounts = kept.access_token && userId ? { [finding.provider.id]: tokens } : {}
  const { cookies, origin } = context
  const secure = origin.startsWith('https:')
  const own = { userId, accounts, besides: cookieBytes(session) }
  cookies.add(await writeCookieTokens(context, cookies.header, secure, own))
}
