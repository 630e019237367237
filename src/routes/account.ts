import type { Config } from '../config.ts'
import { type Context, csrfToken, readForm } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Body } from '../http/body.ts'
import { json, redirect, wantsJson, withCookies } from '../http/respond.ts'
import { createPeople, type People } from '../identity/people.ts'
import type { CurrentSession } from '../sessions/session.ts'
import type { Engine, Route } from './route.ts'

/** `GET /account`: what belongs to the person, as a page or as JSON. `POST /account`: one action on it. */
export const account: Route = {
  async GET(context, engine) {
    // Whoever has to sign in first comes back here.
    context.callbackUrl = `${context.baseUrl}/account`
    const current = await signedIn(context, engine)
    const view = await loadView(context, createPeople(engine.config, engine.sessions))
    if (wantsJson(context.request)) {
      return json({ user: current.session.user, ...view }, context.outgoing)
    }
    const { showAccount } = await import('./account-page.ts')
    const page = showAccount(context, {
      ...view,
      user: current.session.user,
      csrfToken: await csrfToken(context),
    })
    return withCookies(page, context.outgoing)
  },

  async POST(context, engine) {
    const body = await readForm(context)
    await signedIn(context, engine)
    const act = Object.hasOwn(actions, readWord(body.action)) && actions[readWord(body.action)]
    if (!act) {
      const known = Object.keys(actions).join(', ')
      throw new AuthError('InvalidRequest', 'There is no such action', {
        field: 'action',
        hint: `Use one of ${known}.`,
      })
    }
    await act(createPeople(engine.config, engine.sessions), context, body, engine)
    const stillHere = await engine.sessions.read(context.request, context.header)
    const url = `${context.baseUrl}/${stillHere ? 'account' : 'signin'}`
    return wantsJson(context.request)
      ? json({ url }, context.outgoing)
      : redirect(url, context.outgoing)
  },
}

async function signedIn(
  { request, header }: Context,
  { sessions }: Engine,
): Promise<CurrentSession> {
  const current = await sessions.read(request, header)
  if (current) return current
  throw new AuthError('SessionRequired', 'Nobody is signed in')
}

function knowsSessions({ storage, session }: Config): boolean {
  return session.strategy === 'database' && storage?.listSessions !== undefined
}

async function loadView({ config, request }: Context, people: People) {
  const { storage } = config
  return {
    accounts: storage?.listAccounts ? await people.accounts(request) : [],
    passkeys: storage?.listAuthenticatorsByUserId ? await people.passkeys(request) : [],
    sessions: knowsSessions(config) ? await people.sessions(request) : [],
  }
}

/** A field of a form; what is no text names nothing. */
function readWord(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** How people call themselves. */
function readName(value: unknown): string {
  const name = readWord(value).trim()
  if (name && name.length <= 100) return name
  throw new AuthError('InvalidRequest', 'A name has 1 to 100 characters', { field: 'name' })
}

type Action = (people: People, context: Context, body: Body, engine: Engine) => Promise<unknown>

/** What a person may do to what belongs to them. */
const actions: Readonly<Record<string, Action>> = {
  // Not the e-mail address: it must be proven, by a link or code that is sent to it.
  async update(people, { request }, { name }) {
    await people.updateUser(request, { name: readName(name) })
  },
  disconnect: (people, { request }, { provider }) => people.unlink(request, readWord(provider)),
  renamePasskey: (people, { request }, { id, name }) =>
    people.renamePasskey(request, readWord(id), readWord(name)),
  removePasskey: (people, { request }, { id }) => people.removePasskey(request, readWord(id)),
  end: (people, { request }, { id }) => people.endSession(request, readWord(id)),
  endOthers: (people, { request }) => people.endSessions(request, { keepCurrent: true }),
  async endAll(people, context, _body, { sessions }) {
    await people.endSessions(context.request)
    await sessions.end(context)
  },
  async delete(people, context, { confirm }, { sessions }) {
    if (confirm !== 'yes') {
      throw new AuthError('InvalidRequest', 'Deleting must be confirmed', { field: 'confirm' })
    }
    await people.deleteUser(context.request)
    await sessions.end(context)
  },
}
