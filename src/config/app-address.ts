import type { AuthConfig } from '../types/config.ts'
import { toDevelop } from './environment.ts'
import { configError } from './problems.ts'
import { readUrl } from './url.ts'

/** The addresses of the application and its routes, as far as they are known before the first request. */
export interface AppAddress {
  readonly origin: string | undefined
  readonly trustHost: boolean
  readonly basePath: string
  /** The beginning of `basePath` that is removed before requests get here; often nothing. */
  readonly mount: string
  /** The application's start page, and the default target of redirects: `/`, or `/app/` for routes at `/app/api/auth`. */
  readonly home: string
}

/** The path of the routes, unless the application names another. */
export const defaultBasePath = '/api/auth'

/** Reads the application's address from the configuration or the environment. In production it must be known. */
export function readAppAddress(
  config: AuthConfig,
  env: Record<string, string | undefined>,
  production: boolean,
): AppAddress {
  const written = config.url ?? env.AUTH_URL
  const field = config.url === undefined ? 'AUTH_URL' : 'url'
  const url = written === undefined || written === '' ? undefined : readUrl(field, written)
  const trustHost =
    config.trustHost ?? (isTrue(env.AUTH_TRUST_HOST) || Boolean(env.VERCEL || env.CF_PAGES))
  if (production && !url && !trustHost) {
    throw configError(
      'url',
      'The address of the application is not known',
      'Set AUTH_URL=https://your-app.example, or AUTH_TRUST_HOST=true behind a proxy that overwrites the Host header. ' +
        toDevelop,
    )
  }
  const path = config.basePath ?? (url && url.pathname !== '/' ? url.pathname : defaultBasePath)
  const basePath = String(path).replace(/\/+$/, '')
  if (!/^(\/(?!\.+(\/|$))[\w.~-]+)+$/.test(basePath)) {
    throw configError('basePath', `"${path}" is not a path`, 'Write it like /api/auth.')
  }
  const mount = readMount(config.mount, basePath)
  return { origin: url?.origin, trustHost, basePath, mount, home: homeOf(basePath, mount) }
}

/** The start page. A framework's own base path precedes the default path of the routes, or is the `mount`. */
function homeOf(basePath: string, mount: string): string {
  if (basePath.endsWith(defaultBasePath)) return `${basePath.slice(0, -defaultBasePath.length)}/`
  return mount === basePath ? '/' : `${mount}/`
}

function readMount(written: string | undefined, basePath: string): string {
  const mount = String(written ?? '').replace(/\/+$/, '')
  if (`${basePath}/`.startsWith(`${mount}/`)) return mount
  throw configError(
    'mount',
    `"${written}" is not the beginning of ${basePath}`,
    'Begin `basePath` with it.',
  )
}

function isTrue(value: string | undefined): boolean {
  return value === 'true' || value === '1'
}
