import type { Config } from '../config.ts'
import { uuid } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import type { Cookie } from '../http/cookies.ts'
import type { Finding, SignInIntent } from '../methods/method.ts'
import { loadMethod } from '../methods/table.ts'
import type { Account, User } from '../types/models.ts'
import type { Storage, StoredUser } from '../types/storage.ts'
import { accountKey, matcher } from './account-matching.ts'
import { type Decision, decide } from './decide.ts'
import { inTurn } from './in-turn.ts'
import { lockedSituation } from './load-situation.ts'
import { revokeEarlierClaimant } from './revoke-earlier-claimant.ts'

/** Somebody who has signed in. */
export interface Person {
  user: User & Pick<StoredUser, 'id' | 'sessionGeneration'>
  account: Account
  isNewUser: boolean
}

/** What happened in the storage, to be told to the application once it is certain. */
export type Outcome = Person & {
  linked: boolean
  updated?: StoredUser
  takeover?: boolean
  /** Somebody else, who had the address and never proved it. */
  displaced?: StoredUser
}

/** Starts the session of a person, inside the transaction that found or created them. */
export type Issue = (person: Person, storage: Storage | undefined) => Promise<Cookie[]>

/** What must happen to sessions inside the transaction. */
export interface SessionSteps {
  issue: Issue
  /** Whether the session that asked to connect an account still does. */
  mayStillLink(storage: Storage | undefined): Promise<boolean>
}

const maxAttempts = 5

/** Decides and acts in one transaction. When someone else was faster, the situation is new and is decided anew. */
export async function findOrCreateUser(
  config: Config,
  storage: Storage | undefined,
  finding: Finding,
  { link }: Pick<SignInIntent, 'link'>,
  { issue, mayStillLink }: SessionSteps,
): Promise<{ outcome: Outcome; cookies: Cookie[] }> {
  const { save } = await loadMethod(config, finding.provider)
  if (!storage) {
    const outcome = withoutStorage(config, finding)
    return { outcome, cookies: await issue(outcome, storage) }
  }
  const work = async (inside: Storage) => {
    const decision = decide(await lockedSituation(inside, finding, link, mayStillLink))
    const inputs = { config, storage: inside, finding, now: new Date(config.now()) }
    const outcome = await act(inputs, decision)
    await save?.(inside, finding, outcome.user)
    return { outcome, cookies: await issue(outcome, inside) }
  }
  if (!storage.transaction) return inTurn(config, finding, () => work(storage))
  for (let attempt = 1; ; attempt++) {
    try {
      return await storage.transaction(work)
    } catch (thrown) {
      const isRace = thrown instanceof AuthError && thrown.code === 'StorageConflict'
      if (!isRace || attempt === maxAttempts) throw thrown
    }
  }
}

/** What an action works with. */
interface ActionInputs {
  config: Config
  storage: Storage
  finding: Finding
  now: Date
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

const actions: Actions = {
  async signIn({ storage, finding, now }, { user: before }) {
    const user = await matcher(finding).refresh(storage, finding, before, now)
    return { ...outcome(finding, user, before), linked: false }
  },

  async create({ storage, finding, now }, { emailVerified, displaced }) {
    if (!storage.createUser) throw new AuthError('Unsupported', 'The storage cannot create users')
    const freed = displaced && (await storage.updateUser?.({ id: displaced.id, email: null }))
    const fresh = { ...finding.user, id: uuid(), emailVerified: emailVerified ? now : null }
    const created = await storage.createUser(fresh)
    try {
      const user = await matcher(finding).remember(storage, finding, created, now)
      return { ...outcome(finding, user), isNewUser: true, ...(freed && { displaced: freed }) }
    } catch (thrown) {
      // Without a transaction nobody else takes back what was half done.
      if (!storage.transaction) await storage.deleteUser?.(created.id)
      throw thrown
    }
  },

  async link({ config, storage, finding, now }, { user: before, takeover }) {
    const user = takeover ? await revokeEarlierClaimant(config, storage, before) : before
    const linked = await matcher(finding).remember(storage, finding, user, now)
    const verifies = takeover && !linked.emailVerified
    const verified = verifies && (await storage.updateUser?.({ id: linked.id, emailVerified: now }))
    return { ...outcome(finding, verified || linked, before), takeover }
  },

  async refuse({ finding: { provider } }, { code, why }) {
    throw new AuthError(code, why, { provider: provider.id })
  },
}

function outcome(finding: Finding, user: StoredUser, before: StoredUser = user): Outcome {
  return {
    user,
    account: accountWithTokens(finding, user.id),
    isNewUser: false,
    linked: finding.proves !== 'address',
    ...(user !== before && { updated: user }),
  }
}

function withoutStorage(config: Config, finding: Finding): Outcome {
  const user = userWithoutStorage(finding)
  assertOwnId(config, finding)
  return { user, account: accountWithTokens(finding, user.id), isNewUser: false, linked: false }
}

/** The account with all tokens, for the application's eyes; only `kept` is stored. */
export function accountWithTokens(finding: Finding, userId: string | undefined): Account {
  const { provider } = finding
  // Whose account it is, the platform does not decide.
  const { userId: _theirs, ...tokens } = finding.tokens
  return {
    ...tokens,
    ...accountKey(finding),
    type: provider.type,
    ...(userId !== undefined && { userId }),
  }
}

/** Without a storage a person is their account, so its key is their id: the same at every sign-in. */
export function userWithoutStorage({
  user,
  provider,
  proves,
  providerAccountId,
}: Finding): User & { id: string } {
  const id = proves === 'user' ? providerAccountId : `${provider.id}:${providerAccountId}`
  return { ...user, id }
}

/** Without a storage `platform:id` is a person of that platform; no list of the application's own makes somebody else of them. */
function assertOwnId(
  { storage, providers }: Config,
  { proves, providerAccountId, provider }: Finding,
): void {
  if (storage || proves !== 'user') return
  const owner = [...providers.keys()].find((id) => providerAccountId.startsWith(`${id}:`))
  if (owner === undefined) return
  throw new AuthError('ProfileInvalid', `The id belongs to the people of ${owner}`, {
    provider: provider.id,
    hint: `Without a storage, ids that begin with "${owner}:" are those of ${owner}; return another id from authorize().`,
  })
}
