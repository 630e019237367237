/** The environment variables of this process; empty where a runtime has none. */
export function environment(): Record<string, string | undefined> {
  return globalThis.process?.env ?? {}
}

/** `AUTH_MY_PLATFORM_TENANT_ID` for the provider `my-platform` and the field `tenantId`. */
export function variableName(provider: string, field: string): string {
  const words = `AUTH_${provider}_${field}`.replace(/([a-z])([A-Z])/g, '$1_$2')
  return words.toUpperCase().replace(/[^A-Z0-9]/g, '_')
}
