import type { App } from '../app.ts'
import type { AccessTokenSettings } from './settings.ts'

/** The means by which tokens are read. */
export interface TokenReader {
  readonly app: App
  readonly settings: AccessTokenSettings
  /** The moments at which this process recorded a use of each token, in milliseconds since 1970. */
  readonly lastUses: Map<string, number>
}
