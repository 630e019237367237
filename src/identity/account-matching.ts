import { AuthError } from '../errors.ts'
import { lowerAscii } from '../http/well-formed-text.ts'
import type { Finding, Proof } from '../methods/method.ts'
import type { Account } from '../types/models.ts'
import type { Storage, StoredAccount, StoredUser } from '../types/storage.ts'

/** Recognises the user of a finding, and remembers it for the next time. */
export interface AccountMatcher {
  /** The user whom the finding belongs to already. `connecting`: a signed-in user wants it for themselves. */
  find(storage: Storage, finding: Finding, connecting: boolean): Promise<StoredUser | null>
  /** A finding that is known came again. */
  refresh(storage: Storage, finding: Finding, user: StoredUser, now: Date): Promise<StoredUser>
  /** From now on the finding belongs to this user. */
  remember(storage: Storage, finding: Finding, user: StoredUser, now: Date): Promise<StoredUser>
}

/** The key of an account. */
function accountKey({
  provider,
  providerAccountId,
}: Finding): Pick<Account, 'provider' | 'providerAccountId'> {
  return { providerAccountId, provider: provider.id }
}

/** The account to store; a platform's answer cannot say whose it is. */
export function accountToStore(finding: Finding, user: Pick<StoredUser, 'id'>): StoredAccount {
  const accountName = platformName(finding)
  return {
    ...finding.kept,
    ...accountKey(finding),
    type: finding.provider.type,
    userId: user.id,
    ...(accountName && { accountName }),
  }
}

/** The platform's name for the person: whoever has two accounts there tells them apart by it. */
function platformName({ profile, user }: Finding): string | undefined {
  return profile && (user.email || user.name)?.slice(0, maxNameLength)
}

const maxNameLength = 320

const account: AccountMatcher = {
  find: async (storage, finding) => (await storage.getUserByAccount?.(accountKey(finding))) ?? null,
  async refresh(storage, finding, user) {
    // What kind of account it is stays as it was, so that one without tokens is not written.
    const { type: _, ...changes } = accountToStore(finding, user)
    // False: it was disconnected meanwhile, and is nobody's or somebody else's now.
    if ((await storage.updateAccount?.(changes)) === false) throw raced()
    return user
  },
  async remember(storage, finding, user) {
    await storage.linkAccount?.(accountToStore(finding, user))
    return user
  },
}

/** An address leaves no account behind: whoever has it now is meant, not whoever once had it. */
const address: AccountMatcher = {
  async find(storage, { providerAccountId }, connecting) {
    const user = (await storage.getUserByEmail?.(providerAccountId)) ?? null
    return connecting || user?.emailVerified ? user : null
  },
  refresh: prove,
  remember: prove,
}

async function prove(
  storage: Storage,
  { providerAccountId: email, provider }: Finding,
  user: StoredUser,
  emailVerified: Date,
): Promise<StoredUser> {
  // Auth.js kept addresses as platforms spelled them.
  const isSame = lowerAscii(user.email ?? '') === email
  if (isSame && user.emailVerified) return user
  if (user.email && !isSame && user.emailVerified) {
    throw new AuthError('AccessDenied', 'The user has another proven address', {
      provider: provider.id,
      hint: 'Portico adds an address where there is none; replacing one is left to the application.',
    })
  }
  const proof = { emailVerified, emailVerifiedBy: provider.id }
  return (await storage.updateUser?.({ id: user.id, email, ...proof })) ?? user
}

/** Somebody else was faster; the situation is new and must be decided anew. */
export function raced(): AuthError {
  return new AuthError('StorageConflict', 'Somebody else changed the same user meanwhile')
}

/** The matcher for each kind of proof. */
const matchers: Readonly<Record<Proof, AccountMatcher>> = {
  account,
  address,
  user: {
    ...account,
    async find(storage, finding, connecting) {
      const known = await storage.getUser?.(finding.providerAccountId)
      return known ?? account.find(storage, finding, connecting)
    },
    async refresh(storage, finding, user, now) {
      return user.id === finding.providerAccountId
        ? user
        : account.refresh(storage, finding, user, now)
    },
  },
}

/** The matcher for a finding. */
export function matcher({ proves = 'account' }: Finding): AccountMatcher {
  return matchers[proves]
}
