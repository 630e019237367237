import { origin } from '../setup.ts'
import { type Answer, answered } from './answers.ts'
import { calm, type Device, type Ghost, type Person, type Run } from './people.ts'
import { NoAnswer } from './send.ts'

/** What tells one session of a browser from the next. */
function sessionKey({ browser }: Device): string | undefined {
  return browser.cookies.get('__Host-portico.session')
}

/** Remembers cookies as they are now, before what ends their session. */
export function copyCookies({ browser }: Device, whose: string, ended: string): Ghost {
  return { browser: browser.clone(), whose, ended }
}

/**
 * Somebody was found to be a user, by a question that was asked at that time. A user is one person's; only who proves an address
 * takes the user from whoever claimed it before, and from then on it is theirs alone.
 */
function judgeOwner(run: Run, person: Person, userId: string, asked: number): void {
  const owner = run.owners.get(userId)
  const mayTake = owner === undefined || owner.person === person.squatter
  if (mayTake) run.owners.set(userId, { person, since: performance.now() })
  else if (owner.person !== person && owner.since < asked) {
    run.problems.add(`nobody signed in as another: ${person.name} is ${owner.person.name}`)
  }
}

/** Reads the session of a device, and compares it with what is known. */
export async function readDevice(
  run: Run,
  person: Person,
  device: Device,
): Promise<string | undefined> {
  const asked = performance.now()
  const session = await device.browser.session()
  const userId = session?.user?.id
  if (userId === undefined) return undefined
  judgeOwner(run, person, userId, asked)
  if (device.session && device.session.userId !== userId) {
    run.problems.add(`nobody signed in as another: a session of ${person.name} changed its user`)
  }
  return userId
}

/** Does something that may begin a session on a device; says who is signed in by it, if that could be read. */
export async function beginning(
  run: Run,
  person: Person,
  device: Device,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; userId: string | undefined }> {
  const before = sessionKey(device)
  const answer = await answered(work)
  const after = sessionKey(device)
  if (after === before) return { answer, userId: undefined }
  device.session = undefined
  const begun = calm(person)
  const userId = await readDevice(run, person, device).catch(unlessUnanswered)
  if (userId !== undefined) device.session = { userId, begun }
  return { answer, userId }
}

/** Nothing is known where no answer came. */
export function unlessUnanswered(thrown: unknown): undefined {
  if (!(thrown instanceof NoAnswer)) throw thrown
}

/** A session that has ended must be over on every server. */
export async function judgeGhost(run: Run, { browser, whose, ended }: Ghost): Promise<void> {
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const request = new Request(`${origin}/api/auth/session`, { headers: { cookie } })
  const answers = await run.fleet.sendToAll(request).catch(unlessUnanswered)
  for (const response of answers ?? []) {
    const session: unknown = response.ok ? await response.json() : null
    if (session !== null) run.problems.add(`no session after its end: of ${whose}, after ${ended}`)
  }
}
