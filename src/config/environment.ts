import type { AuthConfig } from '../types/config.ts'

/** The variables that complete a configuration: those of `runtime.env`, else those of this process. */
export function environmentOf({
  runtime,
}: Pick<AuthConfig, 'runtime'>): Record<string, string | undefined> {
  return runtime?.env ? textsOf(runtime.env) : environment()
}

/** The environment variables of this process; empty if the runtime has none. */
export function environment(): Record<string, string | undefined> {
  return globalThis.process?.env ?? {}
}

/** The strings in an environment: that of a worker also has bindings, such as databases. */
export function textsOf(env: object): Record<string, string | undefined> {
  const texts = Object.entries(env).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts)
}

/**
 * True if strangers may reach this process: the one place that decides what counts as development. The framework's own flag (`dev`) decides
 * first, then NODE_ENV. Only `development` (`npx porticojs dev` sets it) and `test` are not production. Another or misspelt value counts as
 * production, and so does none, because servers are more often started without NODE_ENV than with it. A request's address and origin prove
 * nothing.
 */
export function isProduction(
  { NODE_ENV = '' }: Record<string, string | undefined>,
  dev: boolean | undefined,
): boolean {
  return dev === undefined ? !/^(development|test)$/.test(NODE_ENV.trim().toLowerCase()) : !dev
}

/** True if a developer watches this process. Nobody watches a test. */
export function isDevelopment(
  { NODE_ENV = '' }: Record<string, string | undefined>,
  dev: boolean | undefined,
): boolean {
  return dev ?? NODE_ENV.trim().toLowerCase() === 'development'
}

/** The advice for development, which ends the messages about what production needs. */
export const toDevelop =
  'To develop, start with NODE_ENV=development; `npx porticojs dev -- npm run dev` does.'

/** `AUTH_MY_PLATFORM_TENANT_ID` for the provider `my-platform` and the field `tenantId`. */
export function variableName(provider: string, field: string): string {
  const words = `AUTH_${provider}_${field}`.replace(/([a-z])([A-Z])/g, '$1_$2')
  return words.toUpperCase().replace(/[^A-Z0-9]/g, '_')
}
