/** The environment variables of this process; empty where a runtime has none. */
export function environment(): Record<string, string | undefined> {
  return globalThis.process?.env ?? {}
}

/** `AUTH_TWITTER_ID` for the provider `twitter` and the field `id`. */
export function variableName(provider: string, field: string): string {
  return `AUTH_${provider}_${field}`.toUpperCase().replace(/[^A-Z0-9]/g, '_')
}
