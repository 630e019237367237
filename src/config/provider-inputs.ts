/** What a provider's configuration is completed and judged by. */
export interface ProviderInputs {
  env: Record<string, string | undefined>
  redirectProxyUrl: string | undefined
  hasStorage: boolean
  production: boolean
  origin: string | undefined
  basePath: string
  /** The emulator plays the outside inputs; keys and servers are not needed. */
  emulated: boolean
}
