import { type Config, resolve } from './config.ts'
import { createContext } from './context.ts'
import { AuthError, toAuthError } from './errors.ts'
import { describe } from './http/log.ts'
import { type Access, createAccess, type TokenOptions } from './identity/access.ts'
import { fail } from './routes/failure.ts'
import type { House, Route } from './routes/route.ts'
import { routes } from './routes/table.ts'
import { createSessions } from './sessions/create.ts'
import { fromAdapter } from './storage/adapter.ts'
import { open as openDatabase } from './storage/open.ts'
import type { AuthConfig } from './types/config.ts'
import type { Session } from './types/nouns.ts'
import type { Storage } from './types/storage.ts'

/** What an application holds in its hand. */
export interface AuthInstance {
  /** Serves everything below the base path. */
  handler(request: Request): Promise<Response>
  /** Who sent this request? Null when nobody is signed in, or when that cannot be told: then the log says why. */
  session(request: Request): Promise<Session | null>
  /**
   * A platform token of this request's visitor, or of the user with this id, that is valid now: refreshed once, however
   * many ask. Throws `SignInAgain` when only a new sign-in can help.
   */
  accessToken(who: Request | string, provider: string, options?: TokenOptions): Promise<string>
  /** Takes the tokens back at the platform and disconnects the account; the only way in stays, without tokens. */
  revoke(who: Request | string, provider: string, options?: TokenOptions): Promise<void>
}

/** Reads the configuration once and returns the application's sign-in. A wrong configuration refuses; it never opens. */
export function Auth(config: AuthConfig): AuthInstance {
  const house = open(config)
  return {
    handler: (request) => ('problem' in house ? refuse(house.problem) : serve(house, request)),
    async session(request) {
      if ('problem' in house) return null
      const cookie = request.headers.get('cookie')
      if (!cookie) return null
      try {
        return (await house.sessions.read(request, cookie))?.session ?? null
      } catch (thrown) {
        // A database that is down has not said that somebody is signed in.
        house.config.logger.error(toAuthError(thrown))
        return null
      }
    },
    accessToken: async (...question) => accessOf(house).accessToken(...question),
    revoke: async (...question) => accessOf(house).revoke(...question),
  }
}

function accessOf(house: Opened): Access {
  if ('problem' in house) throw house.problem
  return house.access
}

type Opened = (House & { access: Access }) | { problem: AuthError }

function open(config: AuthConfig): Opened {
  try {
    const resolved = resolve(config, storageOf(config))
    const sessions = createSessions(resolved)
    return { config: resolved, sessions, access: createAccess(resolved, sessions) }
  } catch (thrown) {
    const problem = toAuthError(thrown)
    if (config.logger?.error) config.logger.error(problem)
    else console.error(`[portico] ${describe(problem)}`)
    return { problem }
  }
}

/** The one storage that `database`, `storage` or `adapter` names. */
function storageOf({ database, storage, adapter }: AuthConfig): Storage | undefined {
  if (database !== undefined) return openDatabase(database)
  return storage ?? (adapter && fromAdapter(adapter))
}

/** Without a configuration there is nothing to show but that. */
async function refuse({ code, status }: AuthError): Promise<Response> {
  return Response.json(
    { error: code, message: 'Sign-in is not configured; the log says why.' },
    {
      status,
      headers: { 'cache-control': 'no-store' },
    },
  )
}

/** The way of a request: find the route, let it answer; an error becomes an answer too. */
async function serve(house: House, request: Request): Promise<Response> {
  const { name, provider, beyond } = readPath(house.config, request.url)
  const context = createContext(house.config, request, provider)
  try {
    const route = name === undefined || beyond ? undefined : routes.get(name)
    return await answerOf(route, provider, request.method)(context, house)
  } catch (thrown) {
    return fail(context, toAuthError(thrown))
  }
}

function readPath({ basePath }: Config, url: string) {
  const { pathname } = new URL(url)
  if (!pathname.startsWith(`${basePath}/`)) return {}
  const [name, provider, ...more] = pathname
    .slice(basePath.length + 1)
    .replace(/\/$/, '')
    .split('/')
  return { name, provider, beyond: more.length > 0 }
}

function answerOf(route: Route | undefined, provider: string | undefined, method: string) {
  const answers = provider === undefined ? route : route?.provider
  if (!answers || !(answers.GET || answers.POST)) {
    throw new AuthError('NotFound', 'There is no such path')
  }
  const answer = method === 'GET' ? answers.GET : method === 'POST' ? answers.POST : undefined
  if (answer) return answer
  const allow = [answers.GET && 'GET', answers.POST && 'POST'].filter(Boolean).join(', ')
  throw new AuthError('MethodNotAllowed', `${method} is not possible here`, { field: allow })
}
