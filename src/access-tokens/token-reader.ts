import type { App } from '../app.ts'
import type { AccessTokenSettings } from './settings.ts'

/** The dependencies of `readToken`. */
export interface TokenReader {
  readonly app: App
  readonly settings: AccessTokenSettings
  /** The time at which this process last stored a use, by token hash, in milliseconds since 1970. */
  readonly lastUses: Map<string, number>
}
