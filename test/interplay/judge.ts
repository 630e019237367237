import type { AuditEntry } from '../../src/index.ts'
import { theft } from './deeds.ts'
import { names } from './house.ts'
import { isAsked, type Look, type Standing } from './look.ts'
import type { Moment } from './stories.ts'
import { bearing, readsMailTo, type Seat, type Story } from './story.ts'

/** A moment that is over. */
export interface Past {
  readonly moment: Moment
  /** The places where something was done. */
  readonly seats: readonly Seat[]
  readonly before: Look
  readonly after: Look
  /** The lines that came into the audit log. */
  readonly news: readonly AuditEntry[]
  /** True if the storage failed in the middle: then lines may be missing. */
  readonly hasFailed: boolean
}

/** Whatever ends all sessions, keys of apps and devices of the user whom it is about. */
const endsSessions = [
  ...['endSessions', 'restoreEmail', 'takeover', 'blockUser', 'deleteUser', 'promoteGuest'],
  ...['changePassword', 'resetPassword', 'notMe'],
]

/** Whatever ends access tokens too. */
const keepsTokens = ['endSessions', 'changePassword']
const endsTokens = [
  ...endsSessions.filter((event) => !keepsTokens.includes(event)),
  'notMe of a sign-in',
]

/** The events that end each kind of standing. */
const mustEnd: Readonly<Record<Standing['kind'], readonly string[]>> = {
  session: endsSessions,
  // It ends with the operator's own session.
  impersonation: ['blockUser', 'deleteUser'],
  'app key': endsSessions,
  device: [...endsSessions, 'notMe of a sign-in'],
  'access token': endsTokens,
}

/** Whatever may end sessions besides: a first password by a mailed link, and a guest who gives way. */
const mayEnd = [
  ...endsSessions,
  ...['setPassword', 'mergeGuest', 'notMe of a sign-in', 'reuseAppKey', 'signOutApp'],
]

/** All that is wrong after a moment. */
export async function judge(story: Story, past: Past, gone: Set<string>): Promise<string[]> {
  remember(story, past, gone)
  return [
    ...story.mistakes.splice(0),
    ...endings(story, past),
    ...revivals(story, past),
    ...impersonations(story, past),
    ...(await keysThatSayMore(story)),
    ...(story.version.without === 'operators' ? [] : blocked(past)),
    ...oneUserEach(past),
    ...(story.version.without === 'second-factor' ? [] : newSessions(past)),
    ...newProofs(story, past),
    ...takenOver(past),
    ...takenBack(story, past),
    ...(story.hasThief ? [] : mixed(story, past)),
    ...(await leftBehind(story, gone)),
    ...story.log.errors
      .splice(0)
      .filter(({ code }) => noMistakes(past).includes(code))
      .map(({ code, message }) => `an error that nobody made: ${code}, ${message}`),
  ]
}

/** The errors that nobody makes. */
const noMistakes = ({ hasFailed }: Past) =>
  hasFailed
    ? ['Internal', 'Configuration']
    : ['Internal', 'Configuration', 'StorageError', 'StorageConflict']

/** The event of a line. After a sign-in, "It was not me" lets be what is older. */
function eventOf({ event, detail }: AuditEntry): string {
  const isOfSignIn = (detail as { event?: string } | null | undefined)?.event === 'signIn'
  return event === 'notMe' && isOfSignIn ? 'notMe of a sign-in' : event
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
function endings({ version }: Story, past: Past): string[] {
  const { moment, seats, before, after, news, hasFailed } = past
  const own = before.standings.filter(({ seat }) => seat && seats.includes(seat))
  const ownKeys = new Set(own.map(({ key }) => key))
  const wasRobbed = moment.some(({ does }) => does === theft)
  return before.standings.flatMap((was, index) => {
    const is = after.standings[index]
    const { kind, userId, key } = was
    if (!is || userId === undefined) return []
    const events = news
      .filter((line) => line.userId === userId || fromOf(line) === userId)
      .map(eventOf)
    const hasEnded = events.some((event) => mustEnd[kind].includes(event))
    const lives = is.userId === userId && is.key === key
    // Two at once: a sign-in may come after the end. `keepCurrent` lets the browser that asks be.
    const isOwn = ownKeys.has(key) && (seats.length > 1 || events.includes('endSessions'))
    if (lives && hasEnded && !(kind === 'session' && isOwn))
      return [`a ${kind} of ${userId} lives on`]
    // Nothing works while what knows it is not deployed, or after the storage had no answer.
    if (version.without || hasFailed || kind === 'impersonation') return []
    const mayHaveEnded = hasEnded || events.some((event) => mayEnd.includes(event))
    if (lives || mayHaveEnded || ownKeys.has(key) || wasRobbed) return []
    return [`a ${kind} of ${userId} ended for no reason`]
  })
}

/** An ended session or token never comes back, whatever was deployed in between. */
function revivals({ owners, ended }: Story, { after, news }: Past): string[] {
  for (const { id, userId } of after.standings)
    if (id !== undefined && userId !== undefined && !owners.has(id)) owners.set(id, userId)
  const alive = after.standings.filter(
    ({ id, userId }) => id !== undefined && userId !== undefined && ended.has(id),
  )
  for (const { id = -1, kind } of after.standings) {
    const about = news.filter(({ userId }) => userId !== undefined && userId === owners.get(id))
    if (about.some((line) => mustEnd[kind].includes(eventOf(line)))) ended.add(id)
  }
  return alive.map(({ kind, userId }) => `a ${kind} of ${userId} comes back`)
}

/** The deeds that change a user from outside. */
const fromOutside = ['is blocked', 'is let in again', 'lets time pass']

/** An operator acts as a user for half an hour, beside their own session, and changes nothing of the user's. */
function impersonations({ acting, world }: Story, past: Past): string[] {
  const { moment, seats, before, after, news } = past
  return after.standings.flatMap(({ kind, userId = '', actor, key, amr, seat }, index) => {
    if (kind !== 'impersonation' || !userId) return []
    const own = after.standings[index - 1]
    const was = before.standings[index]
    const began = acting.get(key) ?? 0
    const isOver = world.clock.now() - began > 30 * 60_000 + 60_000
    const [only] = seats.length === 1 ? moment : []
    const didAlone =
      only && !fromOutside.includes(only.does) && seats[0] === seat && was?.userId === userId
    const changed = (about: Look) =>
      JSON.stringify([about.ways.get(userId), about.users.get(userId)?.email])
    const made = news.filter(
      (line) => line.userId === userId && /^(create|add|remove|link|set|change)/.test(line.event),
    )
    return [
      ...(own?.userId === actor ? [] : [`an impersonation by ${actor} goes on without them`]),
      ...(amr.length === 0 ? [] : [`whoever acts as ${userId} has proven ${amr}`]),
      ...(isOver ? [`an impersonation of ${userId} does not end`] : []),
      ...(didAlone && changed(before) !== changed(after) ? [`${actor} changed ${userId}`] : []),
      ...(didAlone ? made.map(({ event }) => `${actor} caused ${event} of ${userId}`) : []),
    ]
  })
}

/** A token says no more than its scopes, and an old key of an app nothing, once the new one was used. */
async function keysThatSayMore({ auth, tokens }: Story): Promise<string[]> {
  const wrong: string[] = []
  for (const { kind, key, scopes, old } of tokens) {
    const ask = async (one: string, demands: object) =>
      (await auth.session(bearing(one), demands))?.user.id
    if (kind === 'access token' && !scopes.includes('write') && (await ask(key, writing)))
      wrong.push('an access token may write, which may read')
    if (kind === 'access token' && (await ask(key, {})))
      wrong.push('an access token counts where nobody asks for scopes')
    // A look uses the key in force.
    for (const one of old) if (await ask(one, reading)) wrong.push('an old key of an app works')
  }
  return wrong
}

const [writing, reading] = [{ scopes: ['write'] }, { scopes: ['read'] }]

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
    const had = changes.get(opened)
    // The storage failed before the line of the change was written.
    if (!had) return []
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
    const sitting = after.standings.filter(
      ({ userId, kind }) => userId === id && kind !== 'impersonation',
    )
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
