import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { admit, tell } from '../context.ts'
import { uuid } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import type { Finding, Wish } from '../methods/method.ts'
import type { Account, User } from '../types/nouns.ts'
import type { Storage, StoredUser } from '../types/storage.ts'
import { record } from './audit.ts'
import { type Decision, decide } from './decide.ts'
import { accountsCookie } from './keepings.ts'
import { keyOf, recognitions } from './proof.ts'

/** Somebody who has signed in. */
export interface Person {
  user: User & { id: string }
  account: Account
  isNewUser: boolean
}

/** What happened in the storage, to be told to the application once it is certain. */
type Outcome = Person & { linked: boolean; updated?: StoredUser; takeover?: boolean }

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
  const { now } = context.config
  const storage = storageFor(context.config, finding)
  const known = storage ? await recognitionOf(finding).find(storage, finding, false) : null
  const answer = await admit(context, candidateOf(finding, wish, known))
  if (answer) return { redirect: answer }
  const { outcome, cookies } = await settle({ storage, now }, finding, wish, issue)
  context.outgoing.push(...cookies)
  if (!context.config.storage) await keepInCookie(context, finding)
  await announce(context, finding, wish, outcome)
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

function recognitionOf({
  proves = 'account',
}: Finding): (typeof recognitions)[keyof typeof recognitions] {
  return recognitions[proves]
}

/** What the `signIn` callback judges. */
function candidateOf(
  finding: Finding,
  { data }: Pick<Wish, 'data'>,
  known: StoredUser | null,
): Parameters<typeof admit>[1] {
  const { profile, credentials } = finding
  return {
    user: known ?? personOf(finding),
    account: accountOf(finding, known?.id),
    ...(profile && { profile }),
    ...(credentials && { credentials }),
    ...(data !== undefined && { data }),
  }
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
function personOf({ user, provider, proves, providerAccountId }: Finding): User & { id: string } {
  const id = proves === 'user' ? providerAccountId : `${provider.id}:${providerAccountId}`
  return { ...user, id }
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
    owner: await recognitionOf(finding).find(storage, finding, linkTo !== undefined),
    namesake: user.email ? ((await storage.getUserByEmail?.(user.email)) ?? null) : null,
    trustsEmail:
      'allowDangerousEmailAccountLinking' in provider &&
      provider.allowDangerousEmailAccountLinking === true,
    provesEmail: finding.proves === 'address',
    ...(linkTo !== undefined && { linkTo }),
    ...(emailVerified !== undefined && { emailVerified }),
  })
  const outcome = await actions[decision.do](scene, decision as never)
  if (finding.passkey) {
    await storage.createAuthenticator?.({ ...finding.passkey, userId: outcome.user.id })
  }
  return outcome
}

type Actions = {
  [Do in Decision['do']]: (
    scene: Scene,
    decision: Extract<Decision, { do: Do }>,
  ) => Promise<Outcome>
}

const actions: Actions = {
  async welcome({ storage, finding, now }, { user: before }) {
    const user = await recognitionOf(finding).refresh(storage, finding, before, now)
    return { ...outcomeOf(finding, user, before), linked: false }
  },

  async create({ storage, finding, now }, { emailVerified }) {
    if (!storage.createUser) throw new AuthError('Unsupported', 'The storage cannot create users')
    const fresh = { ...finding.user, id: uuid(), emailVerified: emailVerified ? now : null }
    const created = await storage.createUser(fresh)
    const user = await recognitionOf(finding).remember(storage, finding, created, now)
    return { ...outcomeOf(finding, user), isNewUser: true }
  },

  async link({ storage, finding, now }, { user: before, takeover, proven }) {
    if (takeover) await evict(storage, before)
    const linked = await recognitionOf(finding).remember(storage, finding, before, now)
    const verifies = takeover && proven && !linked.emailVerified
    const verified = verifies && (await storage.updateUser?.({ id: linked.id, emailVerified: now }))
    return { ...outcomeOf(finding, verified || linked, before), takeover }
  },

  async refuse({ finding: { provider } }, { code, why }) {
    throw new AuthError(code, why, { provider: provider.id })
  },
}

function outcomeOf(finding: Finding, user: StoredUser, before: StoredUser = user): Outcome {
  return {
    user,
    account: accountOf(finding, user.id),
    isNewUser: false,
    linked: finding.proves !== 'address',
    ...(user !== before && { updated: user }),
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
  { user, account, isNewUser, linked, updated, takeover }: Outcome,
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
  if (takeover) await tell(context, events.takeover, about)
  if (linked) await tell(context, events.linkAccount, withProfile)
  await tell(context, events.signIn, { ...withProfile, isNewUser })
  await record(context.config, context.request, {
    event: isNewUser ? 'createUser' : linked ? 'linkAccount' : 'signIn',
    userId: user.id,
    provider: account.provider,
    ...(takeover && { detail: { takeover } }),
  })
}
