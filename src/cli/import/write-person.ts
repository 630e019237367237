import { canonicalAddress } from '../../methods/email/address.ts'
import type { Storage, StoredUser } from '../../types/storage.ts'
import { type Journal, readJournal } from './journal.ts'
import type { ImportedPerson, Left, Thing } from './person.ts'
import type { Target } from './target.ts'
import { partsOf } from './things.ts'

/** The result for one person. */
export interface Outcome {
  readonly place: string
  readonly taken: readonly Thing[]
  /** There already, or taken by an earlier run. */
  readonly known: readonly Thing[]
  readonly left: readonly Left[]
}

/** The reason why nothing of a person can be taken. */
class Refusal extends Error {}

/** Writes somebody with all that they have, in a transaction that somebody else began. What was taken once is never taken again. */
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
  try {
    const journal = await readJournal(target, storage, source, person.id)
    const parts = partsOf(target, person)
    const { user, isNew } = await findOrCreate(target, storage, person, journal)
    ;(isNew ? taken : known).push('user')
    for (const { thing, key, reason, write } of parts) {
      if (await journal.has(key)) known.push(thing)
      else if (reason) left.push({ thing, reason })
      else {
        const result = await write(storage, user)
        if (result === 'taken') taken.push(thing)
        else if (result === 'known') known.push(thing)
        else left.push({ thing, reason: result })
        if (result === 'taken') await journal.add(key)
      }
    }
    if (!target.dry) await journal.save(storage, user.id)
    return { place, taken, known, left }
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return { place, taken: [], known: [], left: [{ thing: 'user', reason: thrown.message }] }
  }
}

async function findOrCreate(
  target: Target,
  storage: Storage,
  person: ImportedPerson,
  journal: Journal,
): Promise<{ user: StoredUser; isNew: boolean }> {
  if (person.refused) throw new Refusal(person.refused)
  if (person.totp && !target.hasSecondFactor)
    throw new Refusal('has a second factor, and the application has none: add SecondFactor()')
  if (person.factorElsewhere && !(await journal.has('totp')))
    throw new Refusal('has a second factor, and its secret is not in the file')
  if (person.blocked && !target.hasOperators)
    throw new Refusal('is locked out there, and nothing here would keep them out: add Operators()')
  const find = async (id: string) => (target.isEmpty ? null : await storage.getUser?.(id))
  const before = await find(journal.userId ?? person.id)
  if (journal.userId && !before) throw new Refusal('was taken before, and deleted here since')
  if (before && !journal.userId && before.email !== addressOf(person))
    throw new Refusal('has the id of another user here')
  if (before && person.blocked && !(await journal.has('block')))
    throw new Refusal('was locked out there since they were taken: block them here')
  if (before) return { user: before, isNew: false }
  if (person.blocked) await journal.add('block')
  const user = userOf(person, target.now)
  const sameAddress = user.email && !target.isEmpty && (await storage.getUserByEmail?.(user.email))
  if (sameAddress) throw new Refusal('has the address of another user here')
  const created = target.dry ? user : await storage.createUser?.(user)
  return { user: created ?? user, isNew: true }
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

/** The address in the one form in which people are found by it. */
function addressOf({ email }: ImportedPerson): string | undefined {
  if (!email) return undefined
  try {
    return canonicalAddress(email)
  } catch {
    throw new Refusal('has an address that no mail server takes')
  }
}
