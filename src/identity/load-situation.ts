import type { Finding, LinkRequest } from '../methods/method.ts'
import { isOAuth } from '../methods/oauth/resolved.ts'
import type { Storage, StoredUser } from '../types/storage.ts'
import { matcher, raced } from './account-matching.ts'
import type { Situation } from './decide.ts'

/** The users whom a finding may concern. */
type Concerned = Pick<Situation, 'owner' | 'userWithSameEmail'>

/**
 * What is so, and stays so until the transaction ends: every user whom the finding concerns is locked, always before one of their
 * accounts is touched and in the order of their ids, so that no two transactions wait for each other.
 */
export async function lockedSituation(
  storage: Storage,
  finding: Finding,
  link: LinkRequest | undefined,
  mayStillLink: (storage: Storage) => Promise<boolean>,
): Promise<Situation> {
  const before = await concerned(storage, finding, link)
  const locked = await lockUsers(storage, [
    before.owner?.id,
    before.userWithSameEmail?.id,
    link?.userId,
  ])
  // Whoever held a lock may have changed whom the finding belongs to.
  const isStale =
    locked !== undefined || (before.userWithSameEmail !== null && before.owner === null)
  const now = isStale ? await concerned(storage, finding, link) : before
  if (locked && !(isLocked(locked, now.owner) && isLocked(locked, now.userWithSameEmail)))
    throw raced()
  const { provider, emailVerified, mayCreate } = finding
  return {
    ...now,
    ...(link && {
      linkTo: (await mayStillLink(storage)) ? await linkingUser(storage, locked, link) : null,
    }),
    trustsEmail: isOAuth(provider) && provider.allowDangerousEmailAccountLinking === true,
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
  return {
    owner: await matcher(finding).find(storage, finding, link !== undefined),
    userWithSameEmail: email ? ((await storage.getUserByEmail?.(email)) ?? null) : null,
  }
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

function isLocked(locked: Map<string, unknown>, user: StoredUser | null): boolean {
  return !user || locked.has(user.id)
}

async function linkingUser(
  storage: Storage,
  locked: Map<string, StoredUser | null> | undefined,
  { userId }: LinkRequest,
): Promise<StoredUser | null> {
  return (locked ? locked.get(userId) : await storage.getUser?.(userId)) ?? null
}
