/** The header that says when to try again (RFC 9110 §10.2.3); none if that is unknown. */
export function retryAfterHeader(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}
