import type { AuthConfig } from '../types/config.ts'

/** The variables that a configuration is completed by: those that it names, else those of this process. */
export function environmentOf({
  runtime,
}: Pick<AuthConfig, 'runtime'>): Record<string, string | undefined> {
  return runtime?.env ? textsOf(runtime.env) : environment()
}

/** The environment variables of this process; empty where a runtime has none. */
export function environment(): Record<string, string | undefined> {
  return globalThis.process?.env ?? {}
}

/** The texts among what a runtime calls the environment: a worker's has bindings to databases too. */
export function textsOf(env: object): Record<string, string | undefined> {
  const texts = Object.entries(env).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts)
}

/**
 * True if strangers may reach this process: the one place that decides what counts as development. The framework's own flag is asked first
 * (`dev`). Of NODE_ENV only `development` and `test` say that nobody can (`npx porticojs dev` sets it); another word, a misspelt one and
 * none at all count as production, because servers are started without a word more often than by one. A request's address and origin prove
 * nothing.
 */
export function isProduction(
  { NODE_ENV = '' }: Record<string, string | undefined>,
  dev: boolean | undefined,
): boolean {
  return dev === undefined ? !/^(development|test)$/.test(NODE_ENV.trim().toLowerCase()) : !dev
}

/** True if a developer sits in front of this process. A test has nobody who looks. */
export function isDevelopment(
  { NODE_ENV = '' }: Record<string, string | undefined>,
  dev: boolean | undefined,
): boolean {
  return dev ?? NODE_ENV.trim().toLowerCase() === 'development'
}

/** The advice to start for development, as it ends the messages about what production needs. */
export const toDevelop =
  'To develop, start with NODE_ENV=development; `npx porticojs dev -- npm run dev` does.'

/** `AUTH_MY_PLATFORM_TENANT_ID` for the provider `my-platform` and the field `tenantId`. */
export function variableName(provider: string, field: string): string {
  const words = `AUTH_${provider}_${field}`.replace(/([a-z])([A-Z])/g, '$1_$2')
  return words.toUpperCase().replace(/[^A-Z0-9]/g, '_')
}
