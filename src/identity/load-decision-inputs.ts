import type { Finding, LinkRequest } from '../methods/method.ts'
import { ownsDomain } from '../methods/oauth/email-authority.ts'
import { isOAuth } from '../methods/oauth/resolved.ts'
import type { Storage, StoredUser } from '../types/storage.ts'
import { matcher, raced } from './account-matching.ts'
import type { DecisionInputs } from './decide.ts'

/** The users whom a finding may concern. */
type Concerned = Pick<DecisionInputs, 'owner' | 'userWithSameEmail'>

/**
 * The facts, which stay so until the transaction ends. Every user whom the finding concerns is locked, always before one of their accounts
 * is touched and in the order of their ids: no two transactions wait for each other.
 */
export async function loadDecisionInputs(
  storage: Storage,
  finding: Finding,
  link: LinkRequest | undefined,
  mayStillLink: (storage: Storage) => Promise<boolean>,
  provisional?: string,
): Promise<DecisionInputs> {
  const before = await concerned(storage, finding, link)
  const locked = await lockUsers(storage, [
    before.owner?.id,
    before.userWithSameEmail?.id,
    link?.userId,
    provisional,
  ])
  // A namesake may have become the owner since the owner was looked for. Who is an owner is seen to when the account is written.
  const now = before.userWithSameEmail ? await concerned(storage, finding, link) : before
  return {
    ...factsOf(finding),
    owner: underLock(locked, now.owner),
    userWithSameEmail: underLock(locked, now.userWithSameEmail),
    ...(link && {
      linkTo: (await mayStillLink(storage)) ? await linkingUser(storage, locked, link) : null,
    }),
  }
}

/** The finding's own facts, whoever it concerns. */
export function factsOf(
  finding: Finding,
): Omit<DecisionInputs, 'owner' | 'userWithSameEmail' | 'linkTo'> {
  const { provider, emailVerified, mayCreate } = finding
  return {
    trustsEmail: isOAuth(provider) && provider.allowDangerousEmailAccountLinking === true,
    ownsDomain: isOAuth(provider) && ownsDomain(provider, finding),
    provesEmail: finding.proves === 'address',
    ...(emailVerified !== undefined && { emailVerified }),
    ...(mayCreate !== undefined && { mayCreate }),
  }
}

async function concerned(
  storage: Storage,
  finding: Finding,
  link: LinkRequest | undefined,
): Promise<Concerned> {
  const { email } = finding.user
  const owner = await matcher(finding).find(storage, finding, link !== undefined)
  // Who else has the address matters only to somebody new.
  const isNew = !owner && !link
  const userWithSameEmail = isNew && email ? await storage.getUserByEmail?.(email) : null
  return { owner, userWithSameEmail: userWithSameEmail ?? null }
}

/** The users as they are under the lock; undefined where the storage has no locks, or nobody is concerned. */
async function lockUsers(
  storage: Storage,
  ids: readonly (string | undefined)[],
): Promise<Map<string, StoredUser | null> | undefined> {
  const wanted = [...new Set(ids)].filter((id) => id !== undefined).sort()
  if (!storage.lockUser || wanted.length === 0) return undefined
  const locked = new Map<string, StoredUser | null>()
  for (const id of wanted) locked.set(id, await storage.lockUser(id))
  return locked
}

/** A user as they are under the lock. Whoever held it may have changed what the user was recognised by. */
function underLock(
  locked: ReadonlyMap<string, StoredUser | null> | undefined,
  user: StoredUser | null,
): StoredUser | null {
  if (!locked || !user) return user
  const now = locked.get(user.id)
  const isSame = now?.email === user.email && !now?.emailVerified === !user.emailVerified
  if (!now || !isSame) throw raced()
  return now
}

async function linkingUser(
  storage: Storage,
  locked: Map<string, StoredUser | null> | undefined,
  { userId }: LinkRequest,
): Promise<StoredUser | null> {
  return (locked ? locked.get(userId) : await storage.getUser?.(userId)) ?? null
}
