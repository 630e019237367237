import type { App } from '../app.ts'
import { bareIp } from '../http/bare-ip.ts'
import { type RequestSource, readHeader } from '../http/request-source.ts'
import type { AuditEntry, Storage } from '../types/storage.ts'

/** A line of the audit log, by the name of its event; when and from where is added. */
export type Recorded = Omit<AuditEntry, 'at' | 'ip' | 'userAgent'>

/** Writes a line into the audit log, where the storage has one. It never stands in the way of what it is about. */
export async function record(
  app: App,
  source: RequestSource | undefined,
  entry: Recorded,
): Promise<void> {
  try {
    await recordIn(app.config.storage, app, source, entry)
  } catch {
    app.services.logger.warn(`The audit log could not be written: ${entry.event}`)
  }
}

/** The same in a storage or in one of its transactions. Fails where the line cannot be written. */
export async function recordIn(
  storage: Storage | undefined,
  app: App,
  source: RequestSource | undefined,
  entry: Recorded,
): Promise<void> {
  await storage?.audit?.(lineAbout(app, source, entry))
}

/** An entry with when and from where. */
export function lineAbout(
  { services }: App,
  source: RequestSource | undefined,
  entry: Recorded,
): AuditEntry {
  const ip = source && bareIp(services.clientIp(source))
  const userAgent = source && readHeader(source, 'user-agent')?.slice(0, 300)
  return {
    at: new Date(services.now()),
    ...entry,
    ...(ip && { ip }),
    ...(userAgent && { userAgent }),
  }
}
