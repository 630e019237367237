import { AuthError } from '../errors.ts'

const dayMilliseconds = 86_400_000

/** The milliseconds that the audit log is kept; undefined for ever. Refuses anything but a positive number of days. */
export function retentionMilliseconds(days: number | undefined): number | undefined {
  if (days === undefined) return undefined
  if (Number.isFinite(days) && days > 0) return days * dayMilliseconds
  throw new AuthError('Configuration', '`retention` must be a number of days, more than 0', {
    field: 'retention',
    hint: 'Leave it out to keep the audit log for ever.',
  })
}
