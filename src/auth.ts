import { type Config, resolve } from './config.ts'
import { type Context, createContext } from './context.ts'
import { AuthError, errors, toAuthError } from './errors.ts'
import { urlPath } from './http/path.ts'
import { jsonText, wantsJson } from './http/respond.ts'
import type { People } from './identity/people.ts'
import { glance } from './routes/glance.ts'
import { type Engine, findHandler } from './routes/route.ts'
import { routes } from './routes/table.ts'
import { describe } from './services/log.ts'
import { createSessions } from './sessions/create.ts'
import type { CurrentSession } from './sessions/session.ts'
import { isSecure } from './sessions/session-cookie.ts'
import { fromAdapter } from './storage/adapter.ts'
import { open as openDatabase } from './storage/open.ts'
import type { AuthConfig } from './types/config.ts'
import type { Session } from './types/models.ts'
import type { TypedProvider } from './types/provider.ts'
import type { Storage } from './types/storage.ts'

/** What an application holds in its hand. */
export interface AuthInstance extends People {
  /** Serves everything below the base path. */
  handler(request: Request): Promise<Response>
  /**
   * Who sent this request? Null when nobody is signed in, or when that cannot be told: then the log says why. Give it the headers of
   * your response, and a session that is due is prolonged there; without them only `GET /session` prolongs sessions.
   */
  session(request: Request, response?: Headers): Promise<Session | null>
  /**
   * What `GET /session` answers, for servers that can do without request and response objects. Undefined when only the handler
   * can tell: another path, a session to prolong, an application that wants to see the request, or no configured address.
   */
  glance(method: string, path: string, cookie: string): Promise<string | undefined>
  /** Sends a signed-in person to a platform, to connect their account there; return the response to the browser. */
  link(request: Request, provider: string, options?: { callbackUrl?: string }): Promise<Response>
}

/** Reads the configuration once and returns the application's sign-in. A wrong configuration refuses; it never opens. */
export function Auth<P extends TypedProvider>(config: AuthConfig<P>): AuthInstance {
  const engine = open(config)
  return {
    ...askPeople(engine),
    handler: (request) =>
      'problem' in engine ? refuse(engine.problem, request) : serve(engine, request),
    async session(request, response) {
      if ('problem' in engine) return null
      const cookie = request.headers.get('cookie')
      if (!cookie) return null
      try {
        const current = await engine.sessions.read(request, cookie)
        if (current?.needsRenewal && response)
          return await prolong(engine, request, current, response)
        return current?.session ?? null
      } catch (thrown) {
        // A database that is down has not said that somebody is signed in.
        engine.config.logger.error(toAuthError(thrown))
        return null
      }
    },
    async glance(method, path, cookie) {
      if ('problem' in engine || !engine.config.origin) return undefined
      if (method !== 'GET' || path !== engine.sessionPath) return undefined
      return glance(engine, cookie, engine.config.origin.startsWith('https:'))
    },
    async link(request, provider, options = {}) {
      if ('problem' in engine) return refuse(engine.problem, request)
      const { startLink } = await import('./routes/link.ts')
      return answered(createContext(engine.config, request, provider), (context) =>
        startLink(context, engine, options),
      )
    },
  }
}

async function prolong(
  { config, sessions }: Engine,
  request: Request,
  current: CurrentSession,
  response: Headers,
): Promise<Session | null> {
  const context = createContext(config, request)
  const session = await sessions.renew(context, current)
  for (const line of context.outgoing) response.append('set-cookie', line)
  return session
}

/** Questions about people are rare; what answers them is loaded at the first one. */
function askPeople(engine: Opened): People {
  let people: Promise<People> | undefined
  const load = async () => {
    if ('problem' in engine) throw engine.problem
    const { createPeople } = await import('./identity/people.ts')
    return createPeople(engine.config, engine.sessions)
  }
  const ask = () => {
    people ??= load()
    return people
  }
  return {
    accessToken: async (...question) => (await ask()).accessToken(...question),
    revoke: async (...question) => (await ask()).revoke(...question),
    accounts: async (who) => (await ask()).accounts(who),
    unlink: async (...question) => (await ask()).unlink(...question),
    sessions: async (who) => (await ask()).sessions(who),
    endSession: async (...question) => (await ask()).endSession(...question),
    endSessions: async (...question) => (await ask()).endSessions(...question),
    passkeys: async (who) => (await ask()).passkeys(who),
    renamePasskey: async (...question) => (await ask()).renamePasskey(...question),
    removePasskey: async (...question) => (await ask()).removePasskey(...question),
    updateUser: async (...question) => (await ask()).updateUser(...question),
    deleteUser: async (who) => (await ask()).deleteUser(who),
    audit: async (...question) => (await ask()).audit(...question),
  }
}

interface OpenHouse extends Engine {
  readonly sessionPath: string
}

type Opened = OpenHouse | { problem: AuthError }

function open(config: AuthConfig): Opened {
  try {
    const resolved = resolve(config, configuredStorage(config))
    const sessions = createSessions(resolved)
    return { config: resolved, sessions, sessionPath: `${resolved.basePath}/session` }
  } catch (thrown) {
    const problem = toAuthError(thrown)
    if (config.logger?.error) config.logger.error(problem)
    else console.error(`[portico] ${describe(problem)}`)
    return { problem }
  }
}

/** The one storage that `database`, `storage` or `adapter` names. */
function configuredStorage({ database, storage, adapter }: AuthConfig): Storage | undefined {
  const named = Object.entries({ database, storage, adapter }).filter(([, value]) => value)
  if (named.length > 1) {
    const names = named.map(([name]) => `\`${name}\``).join(' and ')
    throw new AuthError('Configuration', `${names} were passed, and people can be kept in one`, {
      field: 'storage',
      hint: 'Pass one of `database`, `storage` and `adapter`.',
    })
  }
  if (database !== undefined) return openDatabase(database)
  return storage ?? (adapter && fromAdapter(adapter))
}

/** Without a configuration there is nothing to show but that. */
async function refuse({ code, status }: AuthError, request: Request): Promise<Response> {
  const headers = { 'cache-control': 'no-store' }
  if (!request.headers.get('accept')?.includes('text/html') || wantsJson(request)) {
    const message = 'Sign-in is not configured; the log says why.'
    return Response.json({ error: code, message }, { status, headers })
  }
  const { title, text } = errors[code]
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`
  return new Response(page, {
    status,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    },
  })
}

/** The way of a request: find the route, let it answer; an error becomes an answer too. */
async function serve(engine: OpenHouse, request: Request): Promise<Response> {
  const path = urlPath(request.url)
  if (path === engine.sessionPath && request.method === 'GET') {
    const answer = await serveGlance(engine, request)
    if (answer) return answer
  }
  const { name, provider, beyond } = readPath(engine.config, path)
  return answered(createContext(engine.config, request, provider), async (context) => {
    const load = name === undefined || beyond ? undefined : routes.get(name)
    const route =
      load && (await engine.config.memo(`route ${name}`, Number.POSITIVE_INFINITY, load))
    return findHandler(route, provider, request.method)(context, engine)
  })
}

/** Every page of an application asks who its visitor is; nothing is made for that which most answers do not need. */
async function serveGlance(engine: Engine, request: Request): Promise<Response | undefined> {
  try {
    const cookie = request.headers.get('cookie') ?? ''
    const text = await glance(engine, cookie, isSecure(engine.config, request))
    return text === undefined ? undefined : jsonText(text)
  } catch (thrown) {
    return failed(createContext(engine.config, request), thrown)
  }
}

async function answered(
  context: Context,
  work: (context: Context) => Promise<Response>,
): Promise<Response> {
  try {
    return await work(context)
  } catch (thrown) {
    return failed(context, thrown)
  }
}

async function failed(context: Context, thrown: unknown): Promise<Response> {
  const { fail } = await import('./routes/failure.ts')
  return fail(context, toAuthError(thrown))
}

function readPath({ basePath }: Config, path: string) {
  if (!path.startsWith(`${basePath}/`)) return {}
  const [name, provider, ...more] = path
    .slice(basePath.length + 1)
    .replace(/\/$/, '')
    .split('/')
  return { name, provider, beyond: more.length > 0 }
}
