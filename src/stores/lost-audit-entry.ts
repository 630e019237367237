import type { AuditEntry } from '../types/storage.ts'

/** The warning about a line of the audit log that could not be written, although its event took place. */
export function lostAuditEntry({ event }: AuditEntry): string {
  return `The audit log could not be written: ${event}`
}
