/** The page to read. */
export interface Paging {
  /** `next` of the page before. */
  after?: string | null | undefined
  /** The most entries on the page; 50 by default, at most 1,000. */
  limit?: number | undefined
}

/** The users to find. */
export interface UserFilter {
  /** The beginning of a name or an address; 99 characters count. All of them are letters: none stands for others. Default: everybody. */
  query?: string | undefined
}

/** The lines of the audit log to find; all that is given must be so. */
export interface AuditFilter {
  /** The name of the event, such as `signIn`. */
  event?: string | undefined
  /** The moment of the oldest line. */
  since?: Date | undefined
  /** The id of the user whom they are about. */
  user?: string | undefined
}
