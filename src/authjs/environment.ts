import { textsOf } from '../config/environment.ts'
import type { AuthjsConfig } from './config.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The application's URL, read as by Auth.js: version 4 accepts one without a protocol. */
export function appUrl({ AUTH_URL, NEXTAUTH_URL }: Environment): string | undefined {
  const url = AUTH_URL || NEXTAUTH_URL
  return !url || /^https?:/.test(url) ? url || undefined : `https://${url}`
}

/** All secrets in the environment, the newest first. */
export function environmentSecrets(env: Environment): string[] {
  const { AUTH_SECRET, AUTH_SECRET_1, AUTH_SECRET_2, AUTH_SECRET_3, NEXTAUTH_SECRET } = env
  return [AUTH_SECRET, AUTH_SECRET_1, AUTH_SECRET_2, AUTH_SECRET_3, NEXTAUTH_SECRET].filter(
    (secret): secret is string => Boolean(secret),
  )
}

/** The actions of paths below the base path. */
export type AuthAction =
  | 'callback'
  | 'csrf'
  | 'error'
  | 'providers'
  | 'session'
  | 'signin'
  | 'signout'
  | 'verify-request'
  | 'webauthn-options'

const actions: ReadonlySet<string> = new Set<AuthAction>([
  'callback',
  'csrf',
  'error',
  'providers',
  'session',
  'signin',
  'signout',
  'verify-request',
  'webauthn-options',
])

/** True if a path below the base path is one of ours. */
export function isAuthAction(action: string): action is AuthAction {
  return actions.has(action)
}

/** Fills a configuration from variables that are not in `process.env`, such as those of a worker. */
export function setEnvDefaults(
  env: object,
  config: Partial<AuthjsConfig>,
  _suppressBasePathWarning?: boolean,
): void {
  const texts = textsOf(env)
  const path = URL.parse(appUrl(texts) ?? '')?.pathname ?? '/'
  config.runtime = { env: texts, ...config.runtime }
  config.basePath ??= path === '/' ? '/auth' : path
  if (texts.AUTH_REDIRECT_PROXY_URL) config.redirectProxyUrl ??= texts.AUTH_REDIRECT_PROXY_URL
}

/** The URL of an action. Forwarded headers count only with `trustHost`. */
export function createActionURL(
  action: AuthAction,
  protocol: string | undefined,
  headers: Headers,
  env: object,
  config: Pick<Partial<AuthjsConfig>, 'basePath' | 'trustHost'>,
): URL {
  const forwarded = (name: string) => (config.trustHost ? headers.get(name) : null)
  const host = forwarded('x-forwarded-host') ?? headers.get('host')
  const scheme = (forwarded('x-forwarded-proto') ?? protocol ?? 'https').replace(/:$/, '')
  const url = new URL(appUrl(textsOf(env)) ?? `${scheme}://${host}`)
  const basePath = config.basePath ?? (url.pathname === '/' ? '' : url.pathname)
  return new URL(
    `${url.origin}/${basePath.replace(/^\/|\/$/g, '')}/${action}`.replace(/([^:]\/)\/+/g, '$1'),
  )
}
