import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { uuid } from '../crypto/random.ts'
import { AuthError, type AuthErrorCode } from '../errors.ts'
import { loadMethod, promotionIn } from '../methods/load.ts'
import type { Finding, SignInIntent } from '../methods/method.ts'
import type { ProvisionalUser } from '../methods/part-code.ts'
import { refusalOf } from '../sessions/admission.ts'
import type { Sessions, Write } from '../sessions/session.ts'
import type { Storage, StoredUser } from '../types/storage.ts'
import { matcher } from './account-matching.ts'
import { type Decision, type DecisionInputs, decide } from './decide.ts'
import { endAllSessions } from './end-all-sessions.ts'
import { leadToConnecting } from './lead-to-connecting.ts'
import { linkGuard } from './link-guard.ts'
import { loadDecisionInputs } from './load-decision-inputs.ts'
import { newUser } from './new-user.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { revokeEarlierClaimant } from './revoke-earlier-claimant.ts'
import { signInAtOnce } from './sign-in-at-once.ts'
import { accountWithTokens, type Outcome, type SessionSteps } from './sign-in-outcome.ts'

export { sameAnswer } from '../methods/same-answer.ts'
export { announce } from './announce.ts'
export { lineAbout, record } from './audit.ts'
export { assertMayLink } from './link-guard.ts'
export { auditSignIn } from './sign-in-audit.ts'

/** The user whom a finding belongs to already. */
export function findUser(storage: Storage, finding: Finding): Promise<StoredUser | null> {
  return matcher(finding).find(storage, finding, false)
}

const maxAttempts = 5

/** Decides and acts in one transaction. When someone else was faster, the situation is new and is decided anew. */
export async function findOrCreateUser(
  context: Context,
  storage: Storage,
  finding: Finding,
  { link }: Pick<SignInIntent, 'link'>,
  steps: SessionSteps,
): Promise<{ outcome: Outcome; write: Write }> {
  const { save } = await loadMethod(finding.provider)
  const { issue, sessions } = steps
  const mayStillLink = await linkGuard(context, sessions, link)
  const promotion = await promotionIn(context)
  const isPlain = !link && !promotion && !save
  const atOnce = isPlain && (await signInAtOnce(context, storage, finding, steps))
  if (atOnce) return atOnce
  const { config, services } = context
  const work = async (inside: Storage) => {
    const { userId } = promotion ?? {}
    const inputs = await loadDecisionInputs(inside, finding, link, mayStillLink, userId)
    const provisional = await promotion?.begin(inside)
    const now = new Date(services.now())
    const surroundings = { context, config, storage: inside, finding, link, now, provisional }
    const outcome = await act(surroundings, decideFor(context, inputs))
    await save?.(inside, finding, outcome.user, context)
    if (provisional) outcome.user = await provisional.end(outcome.user)
    if (finding.endsSessions && !outcome.isNewUser)
      outcome.user = await withoutSessions(inside, outcome.user)
    return { outcome, write: await issue(outcome, inside) }
  }
  const written = storage.transaction
    ? await inTransaction(storage, work)
    : await oneAtATime(context, finding, () => work(storage))
  await promotion?.tell()
  return written
}

/** The user as they are after all their sessions ended: the one that begins now is of the new generation. */
async function withoutSessions(inside: Storage, user: Outcome['user']): Promise<Outcome['user']> {
  await endAllSessions(inside, user.id)
  return (await inside.getUser?.(user.id)) ?? user
}

/** The decision as it would be now, without acting on it: a person who will be refused hears of it before they take another step. */
export async function foresee(
  context: Context,
  storage: Storage,
  finding: Finding,
  { link }: Pick<SignInIntent, 'link'>,
  sessions: Sessions,
): Promise<Exclude<Decision, { do: 'refuse' }>> {
  const mayStillLink = await linkGuard(context, sessions, link)
  const look = async (inside: Storage) =>
    decideFor(context, await loadDecisionInputs(inside, finding, link, mayStillLink))
  const decision = await inTransaction(storage, look)
  if (decision.do === 'refuse') throw refusal(context, finding, decision)
  return decision
}

function decideFor(app: App, inputs: DecisionInputs): Decision {
  const { userWithSameEmail: other } = inputs
  return decide({ ...inputs, isBarred: other !== null && refusalOf(app, other) !== undefined })
}

/** Does the work again when somebody else was faster. */
async function inTransaction<T>(
  storage: Storage,
  work: (inside: Storage) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await (storage.transaction?.(work) ?? work(storage))
    } catch (thrown) {
      const isRace = thrown instanceof AuthError && thrown.code === 'StorageConflict'
      if (!isRace || attempt === maxAttempts) throw thrown
    }
  }
}

function refusal(
  context: Context,
  finding: Finding,
  { code, why }: { code: AuthErrorCode; why: string },
): AuthError {
  if (code === 'OAuthAccountNotLinked') leadToConnecting(context, finding)
  return new AuthError(code, why, { provider: finding.provider.id })
}

/** The inputs of an action. */
interface ActionInputs {
  context: Context
  config: Config
  storage: Storage
  finding: Finding
  link: SignInIntent['link']
  now: Date
  /** The user whose place somebody new takes: their id stays, and with it what the application keeps of them. */
  provisional: ProvisionalUser | undefined
}

/** Each decision has its action; the compiler cannot see that the key and the value belong together. */
function act<Do extends Decision['do']>(
  inputs: ActionInputs,
  decision: Extract<Decision, { do: Do }>,
): Promise<Outcome> {
  const action: Actions[Do] = actions[decision.do as Do]
  return action(inputs, decision)
}

type Actions = {
  [Do in Decision['do']]: (
    inputs: ActionInputs,
    decision: Extract<Decision, { do: Do }>,
  ) => Promise<Outcome>
}

/**
 * True if somebody connects what they have already. What proves an address, or brings something of its method to keep, is no second
 * account; and an account that had no tokens any more, or grants something else now, was connected again for a reason.
 */
async function isNothingNew(storage: Storage, finding: Finding): Promise<boolean> {
  const { proves = 'account', methodData, providerAccountId, provider, kept } = finding
  if (proves !== 'account' || methodData) return false
  const known = await storage.getAccount?.(providerAccountId, provider.id)
  return !known || (Boolean(known.access_token) && known.scope === kept.scope)
}

const actions: Actions = {
  async signIn({ storage, finding, link, now }, { user: before }) {
    const connected = link !== undefined && (await isNothingNew(storage, finding))
    const user = await matcher(finding).refresh(storage, finding, before, now)
    return { ...outcome(finding, user, before), linked: finding.addsWay ?? false, connected }
  },

  async create({ storage, finding, now, provisional }, { emailVerified, displaced }) {
    if (!storage.createUser) throw new AuthError('Unsupported', 'The storage cannot create users')
    const freed = await freeAddress(storage, displaced)
    const fields = newUser(finding, emailVerified, now)
    const created =
      provisional && storage.updateUser
        ? await storage.updateUser({ ...fields, id: provisional.user.id })
        : await storage.createUser({ ...fields, id: uuid() })
    const kind = provisional ? { promoted: true } : { isNewUser: true }
    try {
      const user = await matcher(finding).remember(storage, finding, created, now)
      return { ...outcome(finding, user), ...kind, ...(freed && { displaced: freed }) }
    } catch (thrown) {
      // Without a transaction nobody else takes back what was half done.
      if (!storage.transaction) await storage.deleteUser?.(created.id)
      throw thrown
    }
  },

  async link({ config, storage, finding, now }, { user: before, takeover, displaced }) {
    const freed = await freeAddress(storage, displaced)
    const user = takeover ? await revokeEarlierClaimant(config, storage, before) : before
    const linked = await matcher(finding).remember(storage, finding, user, now)
    const verifies = takeover && !linked.emailVerified
    const proof = { emailVerified: now, emailVerifiedBy: finding.provider.id }
    const verified = verifies && (await storage.updateUser?.({ id: linked.id, ...proof }))
    const told = { takeover, ...(freed && { displaced: freed }) }
    return { ...outcome(finding, verified || linked, before), ...told }
  },

  async refuse({ context, finding }, decision) {
    throw refusal(context, finding, decision)
  },
}

/** Takes the address from somebody who never proved it, and returns them as they are now. */
async function freeAddress(
  storage: Storage,
  displaced: StoredUser | undefined,
): Promise<StoredUser | undefined> {
  const nobodys = { email: null, emailVerifiedBy: null }
  return displaced && (await storage.updateUser?.({ id: displaced.id, ...nobodys }))
}

function outcome(finding: Finding, user: StoredUser, before: StoredUser = user): Outcome {
  return {
    user,
    account: accountWithTokens(finding, user.id),
    isNewUser: false,
    linked: finding.proves !== 'address',
    ...(user !== before && { updated: user, before }),
  }
}
