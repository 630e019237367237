import type { AuthInstance, SignInOptions } from '../auth.ts'
import { withSocketIp } from '../http/client-ip.ts'
import type { Session } from '../types/models.ts'
import { authErrorResponse } from './shared/auth-error-response.ts'
import { outcomeResponse } from './shared/outcome-response.ts'
import { withRenewal } from './shared/renewal.ts'
import { requestSessions } from './shared/request-sessions.ts'

/** What Astro hands to pages (as `Astro`), endpoints and middleware, as far as it is needed here. */
export interface AstroContext {
  readonly request: Request
  readonly locals: object
  readonly clientAddress: string
  readonly isPrerendered: boolean
}

/** The verbs of `toAstro`. */
export interface AstroAuth<S extends Session, Id extends string> {
  /** Answers everything below the base path. */
  ALL(context: AstroContext): Promise<Response>
  /** Fills `locals.session`, renews a session that is due, and answers where `requireSession` refuses. Prerendered pages are left alone. */
  onRequest(context: AstroContext, next: () => Promise<Response>): Promise<Response>
  /** Who sent this request, or null. It is read once per request. */
  session(context: AstroContext): Promise<S | null>
  /** The session, or the way to the sign-in page and back; programs get status 401 and JSON. */
  requireSession(context: AstroContext): Promise<S>
  /**
   * Starts a sign-in: return what it returns. Without a provider it leads to the sign-in page.
   *
   * @example
   * export const POST: APIRoute = (context) => signIn(context, 'github')
   */
  signIn(
    context: AstroContext,
    provider?: Id | (string & {}),
    options?: SignInOptions,
  ): Promise<Response>
  /** Signs out: return what it returns. */
  signOut(
    context: AstroContext,
    options?: { callbackUrl?: string; provider?: string },
  ): Promise<Response>
}

/**
 * Astro's route, middleware, guards and actions. The integration below puts the first two in their places.
 *
 * @example
 * export const { ALL, onRequest, session, requireSession, signIn, signOut } = toAstro(auth)
 */
export function toAstro<S extends Session, Id extends string>(
  auth: AuthInstance<S, Id>,
): AstroAuth<S, Id> {
  const sessions = requestSessions(auth)
  const addressed = ({ request, clientAddress }: AstroContext) =>
    withSocketIp(request, clientAddress)
  return {
    ALL: ({ request, clientAddress }) => auth.handler(request, { address: clientAddress }),
    async onRequest(context, next) {
      Object.assign(context.locals, { session: null })
      // A page that is made before anybody asks for it knows nobody, and Astro warns of whoever reads its headers.
      if (context.isPrerendered) return next()
      const { request, locals } = context
      const renewal = new Headers()
      Object.assign(locals, { session: await sessions.begin(request, renewal) })
      const response = await next().catch((error: unknown) => authErrorResponse(error, request))
      return withRenewal(response, renewal)
    },
    session: ({ request }) => sessions.of(request),
    async requireSession({ request }) {
      return (await sessions.of(request)) ?? auth.requireSession(request)
    },
    signIn: (context, provider, options) =>
      outcomeResponse(auth.signIn(addressed(context), provider, options), context.request),
    signOut: (context, options) =>
      outcomeResponse(auth.signOut(addressed(context), options), context.request),
  }
}

/** What an integration may do while Astro reads its configuration, as far as it is needed here. */
interface AstroSetup {
  command: 'dev' | 'build' | 'preview' | 'sync'
  config: { root: URL }
  injectRoute(route: { pattern: string; entrypoint: URL; prerender: boolean }): void
  addMiddleware(middleware: { entrypoint: URL; order: 'pre' | 'post' }): void
}

/** An integration, by its shape. */
export interface PorticoIntegration {
  name: string
  hooks: {
    'astro:config:setup'(setup: AstroSetup): void
    'astro:config:done'(done: {
      injectTypes(types: { filename: string; content: string }): unknown
    }): void
  }
}

/**
 * The integration: serves the routes, runs the middleware before yours, and types `locals.session`. `auth` is the file that exports
 * what `toAstro` returns.
 *
 * @example
 * export default defineConfig({ integrations: [portico()] })
 */
export default function portico({
  auth = './src/auth.ts',
  basePath = '/api/auth',
}: {
  auth?: string
  basePath?: string
} = {}): PorticoIntegration {
  return {
    name: 'portico',
    hooks: {
      'astro:config:setup'({ command, config, injectRoute, addMiddleware }) {
        if (command === 'dev') loadEnvironment(config.root)
        const entrypoint = new URL(auth, config.root)
        injectRoute({ pattern: `${basePath}/[...auth]`, entrypoint, prerender: false })
        addMiddleware({ entrypoint, order: 'pre' })
      },
      'astro:config:done'({ injectTypes }) {
        injectTypes({ filename: 'locals.d.ts', content: localsType })
      },
    },
  }
}

const localsType = `declare namespace App {
  interface Locals {
    session: import('portico').Session | null
  }
}
`

/** Astro keeps what `.env` says to itself. The first to say something wins, and the terminal before them all. */
function loadEnvironment(root: URL): void {
  for (const file of ['.env.development.local', '.env.development', '.env.local', '.env']) {
    try {
      process.loadEnvFile(new URL(file, root))
    } catch {
      // Few applications have all of them.
    }
  }
}
