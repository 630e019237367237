import type { Awaitable } from '../types/models.ts'
import type { Windows } from './limit-windows.ts'

/** The tools that count attempts. */
export interface LimitTools {
  /** The windows of this process. */
  windows: Windows
  /** Counts in the storage, if it can: then all servers share the limits. */
  hit: (key: string, seconds: number) => Awaitable<number> | undefined
  clientIp: (request: Request) => string | null | undefined
  /** Warns once that the address of a visitor is unknown. */
  warnUnknown: () => void
}
