/** What a provider's configuration is completed and judged by. */
export interface World {
  env: Record<string, string | undefined>
  redirectProxyUrl: string | undefined
  hasStorage: boolean
  production: boolean
  origin: string | undefined
  basePath: string
  /** The emulator plays the outside world; keys and servers are not needed. */
  practice: boolean
}
