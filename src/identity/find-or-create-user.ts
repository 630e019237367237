import type { Config } from '../config.ts'
import { uuid } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import type { Cookie } from '../http/cookies.ts'
import type { Finding, SignInIntent } from '../methods/method.ts'
import { isOAuth } from '../methods/oauth/resolved.ts'
import { loadMethod } from '../methods/table.ts'
import type { Account, User } from '../types/models.ts'
import type { Storage, StoredUser } from '../types/storage.ts'
import { accountKey, matchers } from './account-matching.ts'
import { type Decision, decide } from './decide.ts'
import { loadMethods } from './ways-in.ts'

/** Somebody who has signed in. */
export interface Person {
  user: User & { id: string }
  account: Account
  isNewUser: boolean
}

/** What happened in the storage, to be told to the application once it is certain. */
export type Outcome = Person & { linked: boolean; updated?: StoredUser; takeover?: boolean }

/** Starts the session of a person, inside the transaction that found or created them. */
export type Issue = (person: Person, storage: Storage | undefined) => Promise<Cookie[]>

/** What must happen to sessions inside the transaction. */
export interface SessionSteps {
  issue: Issue
  /** Whether the session that asked to connect an account still does. */
  asks(storage: Storage | undefined): Promise<boolean>
}

const maxAttempts = 5

/** Decides and acts in one transaction. When someone else was faster, the situation is new and is decided anew. */
export async function findOrCreateUser(
  config: Config,
  storage: Storage | undefined,
  finding: Finding,
  { link }: Pick<SignInIntent, 'link'>,
  { issue, asks }: SessionSteps,
): Promise<{ outcome: Outcome; cookies: Cookie[] }> {
  const { save } = await loadMethod(config, finding.provider)
  const work = async (inside: Storage | undefined) => {
    if (!inside) {
      const outcome = withoutStorage(finding)
      return { outcome, cookies: await issue(outcome, inside) }
    }
    const inputs = { config, storage: inside, finding, now: new Date(config.now()) }
    const linkTo = link && ((await asks(inside)) ? await inside.getUser?.(link.userId) : null)
    const outcome = await decideAndAct(inputs, link && (linkTo ?? null))
    await save?.(inside, finding, outcome.user)
    return { outcome, cookies: await issue(outcome, inside) }
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await (storage?.transaction?.(work) ?? work(storage))
    } catch (thrown) {
      const raced = thrown instanceof AuthError && thrown.code === 'StorageConflict'
      if (!raced || attempt === maxAttempts) throw thrown
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

async function decideAndAct(
  inputs: ActionInputs,
  linkTo: StoredUser | null | undefined,
): Promise<Outcome> {
  const { storage, finding } = inputs
  const { provider, user, emailVerified } = finding
  const decision = decide({
    owner: await matcher(finding).find(storage, finding, linkTo !== undefined),
    namesake: user.email ? ((await storage.getUserByEmail?.(user.email)) ?? null) : null,
    trustsEmail: isOAuth(provider) && provider.allowDangerousEmailAccountLinking === true,
    provesEmail: finding.proves === 'address',
    ...(linkTo !== undefined && { linkTo }),
    ...(emailVerified !== undefined && { emailVerified }),
  })
  return act(inputs, decision)
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
  async welcome({ storage, finding, now }, { user: before }) {
    const user = await matcher(finding).refresh(storage, finding, before, now)
    return { ...outcome(finding, user, before), linked: false }
  },

  async create({ storage, finding, now }, { emailVerified }) {
    if (!storage.createUser) throw new AuthError('Unsupported', 'The storage cannot create users')
    const fresh = { ...finding.user, id: uuid(), emailVerified: emailVerified ? now : null }
    const created = await storage.createUser(fresh)
    const user = await matcher(finding).remember(storage, finding, created, now)
    return { ...outcome(finding, user), isNewUser: true }
  },

  async link({ config, storage, finding, now }, { user: before, takeover, proven }) {
    if (takeover) await evict(config, storage, before)
    const linked = await matcher(finding).remember(storage, finding, before, now)
    const verifies = takeover && proven && !linked.emailVerified
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

/**
 * The address was never proven until now: whoever registered it first may not be its owner. Their sessions, accounts and
 * passkeys must not survive (pre-hijacking).
 */
async function evict(config: Config, storage: Storage, user: StoredUser): Promise<void> {
  const { deleteSessions, listAccounts, unlinkAccount } = storage
  if (!deleteSessions || !listAccounts || !unlinkAccount) {
    const message = 'A user with this unverified e-mail address exists'
    throw new AuthError('OAuthAccountNotLinked', message, {
      hint: 'This storage cannot remove what an earlier claimant left; verify the address first.',
    })
  }
  await deleteSessions.call(storage, user.id)
  for (const account of await listAccounts.call(storage, user.id))
    await unlinkAccount.call(storage, account)
  // Also where passkeys are not configured (any more): they may be again.
  for (const passkey of (await storage.listAuthenticatorsByUserId?.(user.id)) ?? []) {
    await storage.deleteAuthenticator?.(passkey.credentialID)
  }
  for (const [provider, method] of await loadMethods(config)) {
    await method.evict?.(storage, provider, user)
  }
}

function withoutStorage(finding: Finding): Outcome {
  const user = userWithoutStorage(finding)
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

/** How somebody is recognised by what was found. */
export function matcher({ proves = 'account' }: Finding): (typeof matchers)[keyof typeof matchers] {
  return matchers[proves]
}
