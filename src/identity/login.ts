import type { Config } from '../config.ts'
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
type Outcome = Person & { linked: boolean; updated?: StoredUser }

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
  const { outcome, cookies } = await settle(context.config, finding, wish, issue)
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
  const { provider } = finding
  // Whose account it is, the platform does not decide.
  const { userId: _theirs, ...tokens } = finding.tokens
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
  const secure = origin.startsWith('https:')
  // Whoever was signed in before leaves nothing behind, even when the new one brings no tokens.
  const accounts = tokens.access_token ? { [finding.provider.id]: tokens } : {}
  outgoing.push(...(await accountsCookie(config, header, secure, accounts)))
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
  const { signIn } = config.callbacks
  if (!signIn) return undefined
  const answer = await signIn({
    user,
    account,
    request,
    ...(profile && { profile }),
    ...(data !== undefined && { data }),
  })
  if (answer === true) return undefined
  // A callback that forgot to return has not said yes.
  if (typeof answer === 'string' && answer !== '') return answer
  throw new AuthError('AccessDenied', 'The `signIn` callback refused', {
    provider: account.provider,
  })
}

const attempts = 5

/** Decides and acts in one transaction. When someone else was faster, the situation is new and is decided anew. */
async function settle(
  { storage, now }: Pick<Config, 'storage' | 'now'>,
  finding: Finding,
  wish: Pick<Wish, 'link'>,
  issue: Issue,
): Promise<{ outcome: Outcome; cookies: string[] }> {
  const work = async (inside: Storage | undefined) => {
    const outcome = inside
      ? await settleOnce({ storage: inside, finding, now: new Date(now()) }, wish)
      : withoutStorage(finding)
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

/** What an action works with. */
interface Scene {
  storage: Storage
  finding: Finding
  now: Date
}

async function settleOnce(scene: Scene, wish: Pick<Wish, 'link'>): Promise<Outcome> {
  const { storage, finding } = scene
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
  return actions[decision.do](scene, decision as never)
}

type Actions = {
  [Do in Decision['do']]: (
    scene: Scene,
    decision: Extract<Decision, { do: Do }>,
  ) => Promise<Outcome>
}

const actions: Actions = {
  async welcome({ storage, finding }, { user }) {
    await storage.updateAccount?.(storedAccountOf(finding, user))
    return { user, account: accountOf(finding, user.id), isNewUser: false, linked: false }
  },

  async create({ storage, finding, now }, { emailVerified }) {
    if (!storage.createUser) throw new AuthError('Unsupported', 'The storage cannot create users')
    const fresh = { ...finding.user, id: uuid(), emailVerified: emailVerified ? now : null }
    const user = await storage.createUser(fresh)
    await storage.linkAccount?.(storedAccountOf(finding, user))
    return { user, account: accountOf(finding, user.id), isNewUser: true, linked: true }
  },

  async link({ storage, finding, now }, { user, takeover, proven }) {
    if (takeover) await evict(storage, user)
    await storage.linkAccount?.(storedAccountOf(finding, user))
    const verified = takeover && proven ? { id: user.id, emailVerified: now } : undefined
    const updated = verified && (await storage.updateUser?.(verified))
    return {
      user: updated ?? user,
      account: accountOf(finding, user.id),
      isNewUser: false,
      linked: true,
      ...(updated && { updated }),
    }
  },

  async refuse({ finding: { provider } }, { code, why }) {
    throw new AuthError(code, why, { provider: provider.id })
  },
}

/** What is kept of an account; a platform's answer cannot say whose it is. */
function storedAccountOf(finding: Finding, user: StoredUser): StoredAccount {
  return {
    ...finding.kept,
    ...keyOf(finding),
    type: finding.provider.type,
    userId: user.id,
  }
}

/**
 * The address was never proven until now: whoever registered it first may not be its owner. Their sessions, accounts and
 * passkeys must not survive (pre-hijacking).
 */
async function evict(storage: Storage, user: StoredUser): Promise<void> {
  const { deleteSessions, listAccounts, unlinkAccount } = storage
  if (!deleteSessions || !listAccounts || !unlinkAccount) {
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
}

async function announce(
  context: Context,
  finding: Finding,
  { data }: Pick<Wish, 'data'>,
  { user, account, isNewUser, linked, updated }: Outcome,
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
  if (linked) await tell(context, events.linkAccount, withProfile)
  await tell(context, events.signIn, { ...withProfile, isNewUser })
}
