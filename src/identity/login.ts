import type { Context } from '../context.ts'
import { tell } from '../context.ts'
import { uuid } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import type { Finding, Wish } from '../methods/method.ts'
import type { Account, User } from '../types/nouns.ts'
import type { Storage, StoredAccount, StoredUser } from '../types/storage.ts'
import { type Decision, decide } from './decide.ts'
import { accountsCookie } from './keepings.ts'

/** Somebody who has signed in. */
export interface Person {
  user: User & { id: string }
  account: Account
  isNewUser: boolean
}

/** What happened in the storage, to be told to the application once it is certain. */
type Outcome = Person & { linked: boolean }

/** Starts the session of a person, inside the transaction that found or created them. */
type Issue = (person: Person, storage: Storage | undefined) => Promise<string[]>

/**
 * Turns a finding into a user and a session: asks the application, then finds, creates, links or refuses in one
 * transaction, and tells what happened. The session's cookies go into the response.
 */
export async function login(
  context: Context,
  finding: Finding,
  wish: Pick<Wish, 'data' | 'link'>,
  issue: Issue,
): Promise<Person | { redirect: string }> {
  const { storage } = context.config
  const known = storage?.getUserByAccount ? await storage.getUserByAccount(keyOf(finding)) : null
  const account = accountOf(finding, known?.id)
  const answer = await askApplication(context, finding, wish, known ?? personOf(finding), account)
  if (answer) return { redirect: answer }
  const { outcome, cookies } = await settle(storage, finding, wish, issue)
  context.outgoing.push(...cookies)
  if (!storage) await keepInCookie(context, finding)
  await announce(context, finding, wish, outcome)
  return outcome
}

function keyOf({
  provider,
  providerAccountId,
}: Finding): Pick<Account, 'provider' | 'providerAccountId'> {
  return { providerAccountId, provider: provider.id }
}

/** The account with all tokens, for the application's eyes; only `kept` is stored. */
function accountOf(finding: Finding, userId: string | undefined): Account {
  const { tokens, provider } = finding
  return {
    ...tokens,
    ...keyOf(finding),
    type: provider.type,
    ...(userId !== undefined && { userId }),
  }
}

/** Without a storage a person is their account, so its key is their id: the same at every sign-in. */
function personOf(finding: Finding): User & { id: string } {
  return { ...finding.user, id: `${finding.provider.id}:${finding.providerAccountId}` }
}

/** Without a storage the tokens go with the browser, sealed, so that `accessToken()` can answer. */
async function keepInCookie(
  { config, header, outgoing, origin }: Context,
  finding: Finding,
): Promise<void> {
  const { id_token, ...tokens } = finding.kept
  if (!tokens.access_token) return
  const secure = origin.startsWith('https:')
  outgoing.push(
    ...(await accountsCookie(config, header, secure, { [finding.provider.id]: tokens })),
  )
}

function withoutStorage(finding: Finding): Outcome {
  const user = personOf(finding)
  return { user, account: accountOf(finding, user.id), isNewUser: false, linked: false }
}

/** The `signIn` callback: the one gate that every method passes. Returns an address to go to instead, if it wants. */
async function askApplication(
  { config, request }: Context,
  { profile }: Finding,
  { data }: Pick<Wish, 'data'>,
  user: User,
  account: Account,
): Promise<string | undefined> {
  const answer = await config.callbacks.signIn?.({
    user,
    account,
    request,
    ...(profile && { profile }),
    ...(data !== undefined && { data }),
  })
  if (answer === undefined || answer === true) return undefined
  if (typeof answer === 'string') return answer
  throw new AuthError('AccessDenied', 'The `signIn` callback refused', {
    provider: account.provider,
  })
}

const attempts = 5

/** Decides and acts in one transaction. When someone else was faster, the situation is new and is decided anew. */
async function settle(
  storage: Storage | undefined,
  finding: Finding,
  wish: Pick<Wish, 'link'>,
  issue: Issue,
): Promise<{ outcome: Outcome; cookies: string[] }> {
  const work = async (inside: Storage | undefined) => {
    const outcome = inside ? await settleOnce(inside, finding, wish) : withoutStorage(finding)
    return { outcome, cookies: await issue(outcome, inside) }
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await (storage?.transaction?.(work) ?? work(storage))
    } catch (thrown) {
      const raced = thrown instanceof AuthError && thrown.code === 'StorageConflict'
      if (!raced || attempt === attempts) throw thrown
    }
  }
}

async function settleOnce(
  storage: Storage,
  finding: Finding,
  wish: Pick<Wish, 'link'>,
): Promise<Outcome> {
  const { provider, user, emailVerified } = finding
  const linkTo =
    wish.link === undefined ? undefined : ((await storage.getUser?.(wish.link)) ?? null)
  const decision = decide({
    owner: (await storage.getUserByAccount?.(keyOf(finding))) ?? null,
    namesake: user.email ? ((await storage.getUserByEmail?.(user.email)) ?? null) : null,
    trustsEmail:
      'allowDangerousEmailAccountLinking' in provider &&
      provider.allowDangerousEmailAccountLinking === true,
    provesEmail: provider.type === 'email',
    ...(linkTo !== undefined && { linkTo }),
    ...(emailVerified !== undefined && { emailVerified }),
  })
  return actions[decision.do](storage, finding, decision as never)
}

type Actions = {
  [Do in Decision['do']]: (
    storage: Storage,
    finding: Finding,
    decision: Extract<Decision, { do: Do }>,
  ) => Promise<Outcome>
}

const actions: Actions = {
  async welcome(storage, finding, { user }) {
    await storage.updateAccount?.({ ...finding.kept, ...keyOf(finding) })
    return { user, account: accountOf(finding, user.id), isNewUser: false, linked: false }
  },

  async create(storage, finding, { emailVerified }) {
    if (!storage.createUser) throw new AuthError('Unsupported', 'The storage cannot create users')
    const fresh = { ...finding.user, id: uuid(), emailVerified: emailVerified ? new Date() : null }
    const user = await storage.createUser(fresh)
    await link(storage, finding, user)
    return { user, account: accountOf(finding, user.id), isNewUser: true, linked: true }
  },

  async link(storage, finding, { user, takeover }) {
    if (takeover) await evict(storage, user)
    await link(storage, finding, user)
    return { user, account: accountOf(finding, user.id), isNewUser: false, linked: true }
  },

  async refuse(_storage, { provider }, { code, why }) {
    throw new AuthError(code, why, { provider: provider.id })
  },
}

async function link(storage: Storage, finding: Finding, user: StoredUser): Promise<void> {
  const account: StoredAccount = {
    ...finding.kept,
    ...keyOf(finding),
    type: finding.provider.type,
    userId: user.id,
  }
  await storage.linkAccount?.(account)
}

/**
 * The address was never proven until now: whoever registered it first may not be its owner. Their sessions, accounts and
 * passkeys must not survive (pre-hijacking).
 */
async function evict(storage: Storage, user: StoredUser): Promise<void> {
  const { deleteSessions, listAccounts, unlinkAccount, updateUser } = storage
  if (!deleteSessions || !listAccounts || !unlinkAccount || !updateUser) {
    throw new AuthError(
      'OAuthAccountNotLinked',
      'A user with this unverified e-mail address exists',
      {
        hint: 'This storage cannot remove what an earlier claimant left; verify the address first.',
      },
    )
  }
  await deleteSessions.call(storage, user.id)
  for (const account of await listAccounts.call(storage, user.id))
    await unlinkAccount.call(storage, account)
  for (const passkey of (await storage.listAuthenticatorsByUserId?.(user.id)) ?? []) {
    await storage.deleteAuthenticator?.(passkey.credentialID)
  }
  await updateUser.call(storage, { id: user.id, emailVerified: new Date() })
}

async function announce(
  context: Context,
  finding: Finding,
  { data }: Pick<Wish, 'data'>,
  { user, account, isNewUser, linked }: Outcome,
): Promise<void> {
  const { events } = context.config
  const about = {
    user,
    request: context.request,
    ...(data !== undefined && { data }),
  }
  const withProfile = { ...about, account, ...(finding.profile && { profile: finding.profile }) }
  if (isNewUser) await tell(context, events.createUser, about)
  if (linked) await tell(context, events.linkAccount, withProfile)
  await tell(context, events.signIn, { ...withProfile, isNewUser })
}
