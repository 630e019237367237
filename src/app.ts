import type { Services } from './app/services.ts'
import type { Config } from './config.ts'

/** One application: its configuration, and the services that were made for it. */
export interface App {
  readonly config: Config
  readonly services: Services
}
