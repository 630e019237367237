import type { Config } from '../config.ts'
import { type RequestSource, readHeader } from '../http/request-source.ts'
import type { AuditEntry } from '../types/storage.ts'

/** Writes a line into the audit log, where the storage has one. It never stands in the way of what it is about. */
export async function record(
  config: Config,
  source: RequestSource | undefined,
  entry: Omit<AuditEntry, 'at' | 'ip' | 'userAgent'>,
): Promise<void> {
  const { storage, logger } = config
  if (!storage?.audit) return
  const ip = source && config.clientIp(source)
  const userAgent = source && readHeader(source, 'user-agent')?.slice(0, 300)
  try {
    await storage.audit({
      at: new Date(config.now()),
      ...entry,
      ...(ip && { ip }),
      ...(userAgent && { userAgent }),
    })
  } catch {
    logger.warn(`The audit log could not be written: ${entry.event}`)
  }
}
