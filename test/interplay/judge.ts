import type { AuditEntry } from '../../src/index.ts'
import { theft } from './deeds.ts'
import { names } from './house.ts'
import { isAsked, type Look } from './look.ts'
import type { Moment } from './stories.ts'
import { readsMailTo, type Seat, type Story } from './story.ts'

/** A moment that is over. */
export interface Past {
  readonly moment: Moment
  /** The places where something was done. */
  readonly seats: readonly Seat[]
  readonly before: Look
  readonly after: Look
  /** The lines that came into the audit log. */
  readonly news: readonly AuditEntry[]
}

/** Whatever ends all sessions, keys of apps and devices of the user whom it is about. */
const endsSessions = [
  ...['endSessions', 'restoreEmail', 'takeover', 'blockUser', 'deleteUser', 'promoteGuest'],
  ...['changePassword', 'resetPassword'],
]

/** Whatever ends access tokens too. */
const keepsTokens = ['endSessions', 'changePassword']
const endsTokens = endsSessions.filter((event) => !keepsTokens.includes(event))

/** Whatever may end sessions besides: a first password by a mailed link, and a guest who gives way. */
const mayEnd = [...endsSessions, 'setPassword', 'mergeGuest']

/** All that is wrong after a moment. */
export async function judge(story: Story, past: Past, gone: Set<string>): Promise<string[]> {
  remember(story, past, gone)
  return [
    ...endings(past),
    ...blocked(past),
    ...oneUserEach(past),
    ...newSessions(past),
    ...newProofs(story, past),
    ...takenOver(past),
    ...takenBack(story, past),
    ...(story.hasThief ? [] : mixed(story, past)),
    ...(await leftBehind(story, gone)),
    ...story.log.errors
      .splice(0)
      .filter(({ code }) => ['Internal', 'StorageError', 'StorageConflict'].includes(code))
      .map(({ code, message }) => `an error that nobody made: ${code}, ${message}`),
  ]
}

const fromOf = ({ detail }: AuditEntry): string | undefined =>
  (detail as { from?: string } | null | undefined)?.from

/** Writes down whose what is. */
function remember(story: Story, { moment, seats, after, news }: Past, gone: Set<string>): void {
  const [only] = new Set(seats.map(({ person }) => person)).size === 1 ? seats : []
  for (const line of news) {
    const { event, userId = '' } = line
    if (event === 'deleteUser') gone.add(userId)
    if (event === 'mergeGuest') gone.add(fromOf(line) ?? '')
    if (event === 'addFactor' && only) story.holders.set(userId, only.person)
    if (event === 'addFactor' && !only) story.holders.delete(userId)
    if (event !== 'changeEmail') continue
    const letter = story.letters.findLast(({ link }) => link.includes('/restore-email'))
    if (letter && !story.changes.has(letter.link))
      story.changes.set(letter.link, after.ways.get(userId) ?? [])
  }
  const comer = seats[moment.findIndex(({ does }) => does.endsWith('idp'))] ?? only
  for (const way of [...after.ways.values()].flat()) {
    const [provider, id = ''] = way.split(' ')
    if (provider === 'idp' && comer && !story.subjects.has(id)) story.subjects.set(id, comer.person)
  }
}

/** Everything ends when it must, and nothing for no reason. */
function endings({ moment, seats, before, after, news }: Past): string[] {
  const own = before.standings.filter(({ seat }) => seat && seats.includes(seat))
  const ownKeys = new Set(own.map(({ key }) => key))
  const wasRobbed = moment.some(({ does }) => does === theft)
  return before.standings.flatMap((was, index) => {
    const is = after.standings[index]
    const { kind, userId, key } = was
    if (!is || userId === undefined) return []
    const about = news.filter((line) => line.userId === userId || fromOf(line) === userId)
    const hasEnded = (events: readonly string[]) =>
      about.some(({ event }) => events.includes(event))
    const lives = is.userId === userId && is.key === key
    const mustEnd = hasEnded(kind === 'access token' ? endsTokens : endsSessions)
    // Two at once: a sign-in may come after the end. `keepCurrent` lets the browser that asks be.
    const isOwn = ownKeys.has(key) && (seats.length > 1 || hasEnded(['endSessions']))
    if (lives && mustEnd && !(kind === 'session' && isOwn))
      return [`a ${kind} of ${userId} lives on`]
    if (lives || mustEnd || hasEnded(mayEnd) || ownKeys.has(key) || wasRobbed) return []
    return [`a ${kind} of ${userId} ended for no reason`]
  })
}

/** Nobody who is blocked has anything that works. */
function blocked({ after: { standings, users } }: Past): string[] {
  return standings
    .filter(({ userId }) => userId && users.get(userId)?.signInBlock)
    .map(({ kind, userId }) => `a ${kind} of ${userId} works, who is blocked`)
}

/** An address belongs to one user. */
function oneUserEach({ after: { users } }: Past): string[] {
  const all = [...users.values()].flatMap(({ email }) => email?.toLowerCase() ?? [])
  return all
    .filter((email, index) => all.indexOf(email) !== index)
    .map((email) => `${email} belongs to two users`)
}

/** Browsers become somebody by what is done at them, and with all steps. */
function newSessions({ moment, seats, before, after, news }: Past): string[] {
  if (moment.some(({ does }) => does === theft)) return []
  return after.standings.flatMap(({ kind, userId, key, amr, seat }, index) => {
    const was = before.standings[index]
    if (kind !== 'session' || userId === undefined || !seat) return []
    if (was?.userId === userId && was.key === key) return []
    if (!seats.includes(seat)) return [`${seat.person} became ${userId} by what somebody else did`]
    const tookOver = news.some((line) => line.event === 'takeover' && line.userId === userId)
    const asks = isAsked(before, userId) && isAsked(after, userId) && !tookOver
    const trusts = [...seat.browser.cookies.keys()].some((name) => name.endsWith('trusted'))
    // Whoever was signed in before goes on with a new key, as with a new password.
    if (!asks || trusts || amr.includes('mfa') || was?.userId === userId) return []
    return [`${seat.person} is ${userId} without the second factor`]
  })
}

/** Only whoever reads the mails to an address proves it. */
function newProofs({ hasThief }: Story, { seats, before, after }: Past): string[] {
  return [...after.users.values()].flatMap(({ id, email, emailVerified }) => {
    const was = before.users.get(id)
    if (!emailVerified || (was?.emailVerified && was.email === email)) return []
    const isOwn = seats.some(({ person }) => readsMailTo(person, email))
    return isOwn || hasThief ? [] : [`${seats[0]?.person} proved ${email} for ${id}`]
  })
}

/** The owner of an address who comes first finds nothing of the earlier claimant's. */
function takenOver({ before, after, news }: Past): string[] {
  const taken = news.filter(({ event }) => event === 'takeover')
  return taken.flatMap(({ userId = '' }) =>
    (after.ways.get(userId) ?? [])
      .filter((way) => before.ways.get(userId)?.includes(way))
      .map((way) => `${way} outlives the takeover of ${userId}`),
  )
}

/** The taking back of an address leaves what its user had at the change, and nothing that came since. */
function takenBack({ changes, opened, letters }: Story, { seats, after, news }: Past): string[] {
  const back = news.filter(({ event }) => event === 'restoreEmail')
  // Two at once: something may have come after it.
  if (seats.length > 1) return []
  return back.flatMap(({ userId = '' }) => {
    const had = changes.get(opened) ?? []
    const { to } = letters.find(({ link }) => link === opened) ?? {}
    const since = (after.ways.get(userId) ?? []).filter((way) => !had.includes(way))
    const holder = [...after.users.values()].find(({ email }) => email === to)
    const isBack = holder?.id === userId || holder?.emailVerified
    return [
      ...since.map((way) => `${way} came after the change, and stays`),
      ...(isBack ? [] : [`${to} is not the address of ${userId} again`]),
    ]
  })
}

/** All that a user has is one person's, where nobody steals. */
function mixed({ passkeys, subjects }: Story, { after }: Past): string[] {
  return [...after.users].flatMap(([id, { email, emailVerified }]) => {
    const sitting = after.standings.filter(({ userId }) => userId === id)
    const whose = new Set<string | undefined>(sitting.map(({ seat }) => seat?.person))
    for (const way of after.ways.get(id) ?? []) {
      const [kind, of = ''] = way.split(' ')
      if (kind === 'plain') whose.add(of.slice('p-'.length))
      if (kind === 'idp') whose.add(subjects.get(of))
      if (kind === 'key') whose.add(passkeys.find(({ key }) => key.id === of)?.by)
    }
    if (emailVerified) whose.add(names.find((name) => readsMailTo(name, email)))
    whose.delete(undefined)
    return whose.size > 1 ? [`${id} is ${[...whose].join(' and ')}`] : []
  })
}

/** A deleted user leaves nothing, and nothing comes back later. */
async function leftBehind({ storage }: Story, gone: ReadonlySet<string>): Promise<string[]> {
  const wrong: string[] = []
  for (const userId of gone) {
    const left = [
      ...(await storage.listAccounts(userId)),
      ...(await storage.listSessions(userId)),
      ...(await storage.listAuthenticatorsByUserId(userId)),
      ...(await storage.listItems({ userId })).items,
      ...((await storage.getUser(userId)) ? ['the user'] : []),
    ]
    if (left.length > 0) wrong.push(`${userId} is gone, and has left ${JSON.stringify(left)}`)
  }
  return wrong
}
