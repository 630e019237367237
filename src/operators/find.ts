import { AuthError } from '../errors.ts'
import { requireOperation, requireStorage } from '../services/require-storage.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { FindAudit, FindUsers } from '../types/operators.ts'
import type { AuditPage, UserPage } from '../types/storage.ts'

/** Finds users. */
export async function listUsers(
  { config }: SessionReader,
  { query, ...paging }: FindUsers = {},
): Promise<UserPage> {
  if (query !== undefined && typeof query !== 'string')
    throw new AuthError('InvalidRequest', '`query` is a text', { field: 'query' })
  return requireOperation(requireStorage(config), 'listUsers')({ query }, paging)
}

/** Finds lines of the audit log. */
export async function listAudit(
  { config }: SessionReader,
  { event, since, user, ...paging }: FindAudit = {},
): Promise<AuditPage> {
  if (since !== undefined && !(since instanceof Date && !Number.isNaN(since.getTime())))
    throw new AuthError('InvalidRequest', '`since` is a date', { field: 'since' })
  return requireOperation(requireStorage(config), 'findAudit')({ event, since, user }, paging)
}
