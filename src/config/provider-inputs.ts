/** What a method's `configure()` completes and judges a provider by. */
export interface ProviderInputs {
  env: Record<string, string | undefined>
  redirectProxyUrl: string | undefined
  hasStorage: boolean
  production: boolean
  origin: string | undefined
  basePath: string
  /** The emulator plays the outside world; keys and servers are not needed. */
  emulated: boolean
  /** Says something to the developer that is no reason to refuse. */
  warn(message: string): void
}
