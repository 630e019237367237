import type { Context } from '../context.ts'
import { uuid } from '../crypto/random.ts'
import type { Finding } from '../methods/method.ts'
import type { Write } from '../sessions/session.ts'
import type { SignInAtOnce, Storage, StoredUser } from '../types/storage.ts'
import { accountToStore } from './account-matching.ts'
import { lineAbout } from './audit.ts'
import { decide } from './decide.ts'
import { factsOf } from './load-decision-inputs.ts'
import { newUser } from './new-user.ts'
import { accountWithTokens, type Outcome, type SessionSteps } from './sign-in-outcome.ts'

type Begin = Omit<SignInAtOnce<never>, 'account' | 'lines'>

/**
 * Signs somebody in by one step of the storage, as most sign-ins are: who is known, or else somebody new whose address nobody has. Undefined
 * where the storage cannot, or where more is to be done or decided: then a transaction does it.
 */
export async function signInAtOnce(
  context: Context,
  storage: Storage,
  finding: Finding,
  { sessions, plainProof: proof }: SessionSteps,
): Promise<{ outcome: Outcome; write: Write } | undefined> {
  const { callbacks, session } = context.config
  if (!storage.signInAgain || !proof || !isOrdinary(context, finding)) return undefined
  // The `jwt` callback is told more about the sign-in than is known here.
  const isSealed = session.strategy === 'cookie' && !callbacks.jwt
  const prepared = isSealed ? undefined : await sessions.prepare?.(context, proof)
  if (!isSealed && !prepared) return undefined
  const { cookies, ...begin } = prepared ?? {}
  const known = await again(context, storage, finding, begin)
  const user = known === null ? await first(context, storage, finding, begin) : known
  if (!user) return undefined
  const outcome = {
    user,
    account: accountWithTokens(finding, user.id),
    isNewUser: !known,
    linked: !known,
  }
  const write = cookies
    ? async () => ({ cookies, userId: user.id })
    : await sessions.issue(context, { ...outcome, ...proof }, storage)
  return { outcome, write }
}

/** True if the account alone says which user it is, and no part has a say in who may have a session. */
function isOrdinary({ config }: Context, finding: Finding): boolean {
  const { proves = 'account', methodData, endsSessions, addsWay } = finding
  const decides = config.parts.some(({ refuses, inheritSessions }) => refuses || inheritSessions)
  return proves === 'account' && !methodData && !endsSessions && !addsWay && !decides
}

async function again(
  context: Context,
  storage: Storage,
  finding: Finding,
  begin: Begin,
): Promise<StoredUser | null | undefined> {
  // What kind of account it is stays as it was, and so does whose it is.
  const { type: _type, userId: _userId, ...account } = accountToStore(finding, { id: '' })
  return storage.signInAgain?.({ account, ...begin, lines: linesOf(context, finding, 'signIn') })
}

async function first(
  context: Context,
  storage: Storage,
  finding: Finding,
  begin: Begin,
): Promise<StoredUser | undefined> {
  // The storage makes sure that it is so.
  const decision = decide({ ...factsOf(finding), owner: null, userWithSameEmail: null })
  if (decision.do !== 'create') return undefined
  const now = new Date(context.services.now())
  const user = { ...newUser(finding, decision.emailVerified, now), id: uuid() }
  const { userId: _, ...account } = accountToStore(finding, user)
  const lines = linesOf(context, finding, 'createUser', 'linkAccount', 'signIn')
  return storage.signUp?.({ user, account, ...begin, lines })
}

function linesOf(context: Context, { provider }: Finding, ...events: readonly string[]) {
  return events.map((event) =>
    lineAbout(context, context.request, { event, provider: provider.id }),
  )
}
