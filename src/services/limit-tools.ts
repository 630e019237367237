import type { Awaitable } from '../types/models.ts'
import type { Windows } from './limit-windows.ts'

/** Tools that limits are counted with. */
export interface LimitTools {
  /** The windows of this process. */
  windows: Windows
  /** Counts in the storage, where it can: then all servers share the limits. */
  hit: (key: string, seconds: number) => Awaitable<number> | undefined
  clientIp: (request: Request) => string | null | undefined
  /** Says, once, that the address of a visitor is not known. */
  warnUnknown: () => void
}
