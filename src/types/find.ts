/** The page to read. */
export interface Paging {
  /** `next` of the previous page. */
  after?: string | null | undefined
  /** The most entries on the page; 50 by default, at most 1,000. */
  limit?: number | undefined
}

/** The users to find. */
export interface UserFilter {
  /** The beginning of a name or an address; 99 characters count, and none is a wildcard. Default: all users. */
  query?: string | undefined
}

/** The lines of the audit log to find; all conditions must hold. */
export interface AuditFilter {
  /** The name of the event, such as `signIn`. */
  event?: string | undefined
  /** The earliest time of a line. */
  since?: Date | undefined
  /** The id of the user that the lines are about. */
  user?: string | undefined
}
