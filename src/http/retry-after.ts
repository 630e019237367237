/** The header that says when to try again (RFC 9110 §10.2.3); none where that is not known. */
export function retryAfterHeader(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}
