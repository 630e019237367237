import type { Context } from '../context.ts'
import { csrfToken } from '../http/csrf.ts'
import type { OpenSession } from '../identity/open-sessions.ts'
import { waysIn } from '../identity/ways-in.ts'
import { loadEverything } from '../methods/load.ts'
import { accountPage, type OwnSessionView } from '../pages/account-page.ts'
import { accountPageText } from '../pages/account-text.ts'
import { describeError } from '../pages/alert.ts'
import { errorNotice } from '../pages/error-notice.ts'
import { type Flash, takeFlash } from '../pages/flash.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { respond } from '../pages/respond.ts'
import { readKeptAgent } from '../pages/user-agent.ts'
import type { PageFrame, PageText, Problem } from '../types/language.ts'
import type { User } from '../types/models.ts'
import type { StoredUser } from '../types/storage.ts'
import type { AccountSection } from '../types/views.ts'
import { connectedPlatforms, connectOffer } from './connected-platforms.ts'

/** The page where people see and end what belongs to them. */
export async function showAccount(
  context: Context,
  user: User & { id: string },
  open: readonly OpenSession[],
  known?: StoredUser,
): Promise<Response> {
  const { config, services, baseUrl, origin } = context
  const frame = requestFrame(context)
  const say = accountPageText(frame)
  const flash = await takeFlash(context)
  const only = describeError('LastMethod', frame).title
  // A session in a cookie may have been written before something changed.
  const stored = known ?? (await config.storage?.getUser?.(user.id))
  // Nothing can be added to somebody whom only the application knows.
  const all = stored === null ? [] : await partSections(context, user, say)
  const sections = await withoutLastRemoval(context, user.id, all, only)
  const sessions = open.toSorted((a, b) => recency(b) - recency(a))
  const action = (fields: Record<string, string>) => ({ action: `${baseUrl}/account`, fields })
  const canEdit = stored && config.storage?.updateUser && config.changeName
  const page = accountPage({
    frame,
    say,
    csrfToken: await csrfToken(context),
    user: stored ?? user,
    editName: canEdit ? action({ action: 'update' }) : undefined,
    now: services.now(),
    offer: await connectOffer(context, user, say),
    problem: connectProblem(context, frame, flash) ?? doneNotice(flash, say),
    sections,
    ...(sessions.length > 0 && {
      sessions: alike(
        sessions.map((session) => ({
          ...describeSession(session, say),
          end: action({ action: 'end', id: session.id }),
        })),
      ),
      endSessions: sessions.length > 1 ? action({ action: 'endOthers' }) : undefined,
    }),
    deleteAccount: action({ action: 'delete' }),
    home: origin + config.home,
  })
  const leadsTo = sections.flatMap((section) => section.leadsTo ?? [])
  return respond(page, { formTargets: [config.emulator?.url, ...leadsTo] })
}

/** The error of the page before; cancelling here is cancelling a connection. */
function connectProblem(context: Context, frame: PageFrame, flash: Flash): Problem | undefined {
  const problem = errorNotice(context, frame, flash)
  if (!problem || context.query.get('code') !== 'cancelled') return problem
  const { connectCancelled: title, connectCancelledText: text } = accountPageText(frame)
  return { ...problem, title, text }
}

/** The success of the page before. An action of a part that is none of these has changed something. */
function doneNotice({ done }: Flash, say: PageText): Problem | undefined {
  if (!done) return undefined
  const [, title = say.saved] = acts(say).find(([act]) => act.test(done)) ?? []
  return { title, text: '', neutral: true }
}

function acts(say: PageText): [RegExp, string][] {
  return [
    [/^end$/, say.deviceSignedOut],
    [/^endOthers$/, say.signedOutElsewhere],
    [/^(disconnect|remove)/, say.removedFromAccount],
    [/^(connect|add)/, say.addedToAccount],
  ]
}

/** The last way in is not offered for removal, and says why. */
async function withoutLastRemoval(
  { config }: Context,
  userId: string,
  sections: readonly AccountSection[],
  why: string,
): Promise<AccountSection[]> {
  const ways = config.storage ? await waysIn(config, config.storage, userId) : new Set()
  return sections.map((section) => ({
    ...section,
    items: section.items.map((item) => {
      const { actions = [], facts = [] } = item
      const left = actions.filter(({ removes = '' }) => ways.size > 1 || !ways.has(removes))
      return left.length < actions.length
        ? { ...item, actions: left, facts: [...facts, why] }
        : item
    }),
  }))
}

/** One section for all platforms, and one for each other part that has something to show. */
async function partSections(
  context: Context,
  user: { id: string },
  say: PageText,
): Promise<AccountSection[]> {
  const makers = Map.groupBy(await loadEverything(context.config), ([provider, code]) =>
    provider?.method.platforms ? connectedPlatforms : code.accountSection,
  )
  const sections: AccountSection[] = []
  for (const [makeSection, entries] of makers) {
    const providers = entries.flatMap(([provider]) => provider ?? [])
    const section = await makeSection?.(context, providers, user, say)
    if (section) sections[section.first ? 'unshift' : 'push'](section)
  }
  return sections
}

/** "Firefox on Windows"; the whole text when it is unlike any browser's. */
function describeSession(session: OpenSession, say: PageText) {
  const { userAgent, ip, createdAt, lastUsedAt, current } = session
  const { system, browser } = readKeptAgent(userAgent)
  const device = system && browser ? say.device(browser, system) : userAgent
  return { device, place: ip, since: createdAt, lastUsed: lastUsedAt, current }
}

/** Sessions of like browsers at one place stand behind their newest one; the one that asks stands alone. */
function alike(sessions: readonly OwnSessionView[]): OwnSessionView[] {
  const key = ({ device, place, current }: OwnSessionView) => [current, device, place].join('\n')
  const groups = Map.groupBy(sessions, key).values()
  return Array.from(groups, ([first, ...others]) => ({ ...first, others }))
}

/** This session comes before all others, and those in use before those that are forgotten. */
function recency({ current, lastUsedAt, createdAt }: OpenSession): number {
  return current ? Infinity : Number(lastUsedAt ?? createdAt ?? 0)
}
