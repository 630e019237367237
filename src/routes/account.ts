import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Engine } from '../engine.ts'
import { AuthError, toAuthError } from '../errors.ts'
import type { Body } from '../http/body.ts'
import { readForm } from '../http/csrf.ts'
import { json, leadTo, wantsJson } from '../http/respond.ts'
import { requireCurrentSession } from '../identity/require-user.ts'
import type { UserManagement } from '../identity/user-management.ts'
import { loadEverything } from '../methods/load.ts'
import type { AccountActions } from '../methods/part-code.ts'
import { keepFlash } from '../pages/flash.ts'
import type { Route } from '../route.ts'
import { loadOnce } from '../services/load-once.ts'
import { requireRecentSession } from '../sessions/proof.ts'
import { readSession } from '../sessions/read-session.ts'
import type { User } from '../types/models.ts'

const loadAccountPage = loadOnce(() => import('../responses/show-account.ts'))

/** `GET /account`: what belongs to the person, as a page or as JSON. `POST /account`: one action on it. */
export const account: Route = {
  async GET(context, engine) {
    // Whoever has to sign in first comes back here.
    context.callbackUrl = `${context.baseUrl}/account`
    const { session, userId, user: stored } = await requireCurrentSession(engine, context.request)
    const people = await engine.userManagement()
    const user = { ...session.user, id: userId }
    if (wantsJson(context.request)) return json(await overview(context, people, user))
    const { showAccount } = await loadAccountPage()
    const sessions = knowsSessions(engine.config) ? await people.sessions.list(context.request) : []
    return showAccount(context, user, sessions, stored)
  },

  async POST(context, engine) {
    const { request, baseUrl } = context
    const body = await readForm(context)
    context.callbackUrl = context.retryUrl = `${baseUrl}/account`
    await requireCurrentSession(engine, request)
    const act = await findAction(engine, context, body)
    await act(await engine.userManagement(), context, body, engine)
    // A session in a cookie is still in this request, whoever ended it.
    const stillHere = !isLeaving(body) && (await readSession(engine, request))
    if (isLeaving(body)) await engine.sessions.end(context)
    if (!wantsJson(request)) await keepFlash(context, { done: readWord(body.action) })
    return leadTo(`${baseUrl}/${stillHere ? 'account' : 'signout'}`, request)
  },
}

function knowsSessions({ storage, session }: Config): boolean {
  return session.strategy === 'database' && storage?.listSessions !== undefined
}

/** The accounts, sessions and ways in of a person as JSON, for programs. */
async function overview(context: Context, people: UserManagement, user: User & { id: string }) {
  const { config, request } = context
  const { storage } = config
  const more = (await loadEverything(config)).map(([provider, code]) =>
    code.overview?.(context, provider, user),
  )
  return {
    user,
    accounts: storage?.listAccounts ? await people.accounts.list(request) : [],
    sessions: knowsSessions(config) ? await people.sessions.list(request) : [],
    ...Object.assign({}, ...(await Promise.all(more))),
  }
}

/** True if the person is signed out after this action. */
function isLeaving({ action }: Body): boolean {
  return action === 'endAll' || action === 'delete'
}

type Action = (
  people: UserManagement,
  context: Context,
  body: Body,
  engine: Engine,
) => Promise<unknown>

/** One of our actions, or one that a configured part brings. */
async function findAction(
  engine: Engine,
  context: Context,
  { action, provider }: Body,
): Promise<Action> {
  const name = readWord(action)
  const own = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (own) return own
  for (const [found, code] of await loadEverything(context.config)) {
    if (provider !== undefined && provider !== found?.id) continue
    const harmless = ownAction(code.harmlessActions, name)
    const act = harmless ?? ownAction(code.actions, name)
    if (!act) continue
    return async (_people, _context, body) => {
      // It may add a way in, or remove one.
      if (!harmless) await requireRecentSession(context)
      return act(context, found, body, engine)
    }
  }
  throw new AuthError('InvalidRequest', 'There is no such action', {
    field: 'action',
    hint: `Use one of ${Object.keys(actions).join(', ')}.`,
  })
}

function ownAction<P>(actions: AccountActions<P> = {}, name: string) {
  return Object.hasOwn(actions, name) ? actions[name] : undefined
}

/** A field of a form; what is no text names nothing. */
function readWord(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The name that people give themselves, in one line, without signs that would turn the text around it. */
function readName(value: unknown): string {
  const name = readWord(value)
    .replace(/[\p{Cc}\p{Z}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
  if (/[^\p{C}\p{M}\p{Z}]/u.test(name) && name.length <= 100) return name
  throw new AuthError('InvalidRequest', 'A name has 1 to 100 characters', { field: 'name' })
}

/** A session in a cookie says what it was written with: it is written again. A failure is logged, because the name is stored. */
async function renewWith(name: string, context: Context, { sessions }: Engine): Promise<void> {
  const current = await context.currentSession()
  if (!current?.token) return
  const token = { ...current.token, name }
  await sessions
    .renew(context, { ...current, token })
    .catch((thrown: unknown) => context.services.logger.error(toAuthError(thrown)))
}

/** The actions of the account page, by name. */
const actions: Readonly<Record<string, Action>> = {
  // Not the e-mail address: it must be proven, by a link or code that is sent to it.
  async update(people, context, body, engine) {
    if (!context.config.changeName)
      throw new AuthError('Unsupported', '`account.changeName` is false', { field: 'name' })
    const name = readName(body.name)
    await people.users.update(context.request, { name })
    await renewWith(name, context, engine)
  },
  disconnect: (people, { request }, { provider, account: id }) =>
    people.accounts.unlink(request, {
      provider: readWord(provider),
      account: typeof id === 'string' ? id : undefined,
    }),
  remove: (people, { request }, { provider, key }) =>
    people.users.removeWayIn(request, readWord(provider), readWord(key)),
  end: (people, { request }, { id }) => people.sessions.end(request, readWord(id)),
  endOthers: (people, { request }) => people.sessions.endAll(request, { keepCurrent: true }),
  endAll: (people, { request }) => people.sessions.endAll(request),
  async delete(people, { request, cookies }, { confirm }) {
    if (confirm !== 'yes') {
      throw new AuthError('InvalidRequest', 'Deleting must be confirmed', { field: 'confirm' })
    }
    await people.users.delete(request)
    // The sign-in page must not say that an account was used last which is gone.
    cookies.clear('last')
  },
}
