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
 * Whether strangers may reach this process. Only `development` and `test` say that they do not; another word, a misspelt one and none
 * at all count as production, because servers are started without a word more often than by one.
 */
export function isProduction({ NODE_ENV = '' }: Record<string, string | undefined>): boolean {
  return !/^(development|test)$/.test(NODE_ENV.trim().toLowerCase())
}

/** `AUTH_MY_PLATFORM_TENANT_ID` for the provider `my-platform` and the field `tenantId`. */
export function variableName(provider: string, field: string): string {
  const words = `AUTH_${provider}_${field}`.replace(/([a-z])([A-Z])/g, '$1_$2')
  return words.toUpperCase().replace(/[^A-Z0-9]/g, '_')
}
