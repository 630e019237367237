import { canonicalAddress } from '../../methods/email/address.ts'
import type { Storage, StoredUser } from '../../types/storage.ts'
import { type Journal, readJournal } from './journal.ts'
import type { ImportedPerson, Left, Thing } from './person.ts'
import type { Target } from './target.ts'
import { type PersonPart, partsOf } from './things.ts'
import { assertWelcome, Refusal } from './welcome.ts'

const ownedAddress = 'has the address of another user here'

/** The result for one person. */
export interface Outcome {
  readonly place: string
  readonly taken: readonly Thing[]
  /** Those that existed, or that an earlier run imported. */
  readonly known: readonly Thing[]
  readonly left: readonly Left[]
}

/** Writes a person with all their things, in the caller's transaction. A thing that was imported once is never imported again. */
export async function writePerson(
  target: Target,
  storage: Storage,
  source: string,
  person: ImportedPerson,
): Promise<Outcome> {
  const taken: Thing[] = []
  const known: Thing[] = []
  const left: Left[] = [...(person.left ?? [])]
  const { place } = person
  const journal = await readJournal(target, storage, source, person.id)
  const take = async (parts: readonly PersonPart[], user: StoredUser) => {
    for (const { thing, key, reason, write } of parts) {
      const isOld = await journal.has(key)
      const result = isOld ? 'known' : (reason ?? (await write(storage, user)))
      if (result === 'taken') taken.push(thing)
      else if (result === 'known') known.push(thing)
      else left.push({ thing, reason: result })
      // Existing things, too: a run that was stopped may have written them.
      if (result === 'taken' || result === 'known') await journal.add(key)
    }
  }
  try {
    const { protects, opens } = partsOf(target, person)
    const { user, isNew } = await findOrCreate(target, storage, person, journal)
    ;(isNew ? taken : known).push('user')
    await take(protects, user)
    if (!target.dry && (isNew || journal.isBegun)) await giveAddress(storage, person, user)
    await take(opens, user)
    if (!target.dry) await journal.save(storage, user.id)
    return { place, taken, known, left }
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    const { subject } = thrown
    if (subject) await journal.add(`refused ${subject}`)
    if (subject && !target.dry) await journal.save(storage, journal.userId)
    return { place, taken: [], known: [], left: [{ thing: 'user', reason: thrown.message }] }
  }
}

async function findOrCreate(
  target: Target,
  storage: Storage,
  person: ImportedPerson,
  journal: Journal,
): Promise<{ user: StoredUser; isNew: boolean }> {
  await assertWelcome(target, person, journal)
  const { userId, isBegun } = journal
  const find = async (id: string) => (target.isEmpty ? null : await storage.getUser?.(id))
  const before = await find(userId ?? person.id)
  if (userId && !isBegun && !before) throw new Refusal('was taken before, and deleted here since')
  if (before && !userId && before.email !== addressOf(person))
    throw new Refusal('has the id of another user here')
  if (before && person.blocked && !(await journal.has('block')))
    throw new Refusal('was locked out there since they were taken: block them here')
  if (before) return { user: before, isNew: false }
  if (person.blocked) await journal.add('block')
  const user = userOf(person, target.now)
  const sameAddress = user.email && !target.isEmpty && (await storage.getUserByEmail?.(user.email))
  if (sameAddress) throw new Refusal(ownedAddress)
  if (target.dry) return { user, isNew: true }
  return { user: await create(storage, user, person, journal), isNew: true }
}

/**
 * Creates the user. Without transactions the work may stop anywhere: a user cannot be found by address before their second factor is
 * stored, and the next run recognises the user that this one began.
 */
async function create(
  storage: Storage,
  user: StoredUser,
  { totp }: ImportedPerson,
  journal: Journal,
): Promise<StoredUser> {
  if (storage.transaction) return (await storage.createUser?.(user)) ?? user
  await journal.begin(storage, user.id)
  const closed = totp ? { ...user, email: null, emailVerified: null } : user
  const created = (await storage.createUser?.(closed)) ?? closed
  // Some adapters assign their own id.
  if (created.id !== user.id) await journal.begin(storage, created.id)
  return created
}

/** Sets the address of a user who was created without it. */
async function giveAddress(
  storage: Storage,
  person: ImportedPerson,
  user: StoredUser,
): Promise<void> {
  const email = addressOf(person)
  if (!email || user.email === email) return
  if (await storage.getUserByEmail?.(email)) throw new Refusal(ownedAddress)
  await storage.updateUser?.({ id: user.id, email, emailVerified: person.emailVerified ?? null })
}

function userOf(person: ImportedPerson, now: number): StoredUser {
  const { id, name, image, emailVerified, extra, blocked } = person
  const email = addressOf(person)
  const { until, reason = null } = blocked ?? {}
  const at = new Date(now).toISOString()
  return {
    ...extra,
    id,
    name: name ?? null,
    email: email ?? null,
    emailVerified: (email && emailVerified) || null,
    image: image ?? null,
    ...(blocked && { signInBlock: { at, until: until?.toISOString() ?? null, reason } }),
  }
}

/** The address in the one form by which users are found. */
function addressOf({ email }: ImportedPerson): string | undefined {
  if (!email) return undefined
  try {
    return canonicalAddress(email)
  } catch {
    throw new Refusal('has an address that no mail server takes')
  }
}
