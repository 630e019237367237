/**
 * Warnings about origins that may act but belong to another site, as far as names tell. Only browsers know which domains share a site; a
 * request that comes from another one is refused, and the refusal says so.
 */
export function crossSiteOrigins(acting: readonly string[], origin: string | undefined): string[] {
  if (origin === undefined) return []
  return acting
    .filter((other) => siteGuess(other) !== siteGuess(origin))
    .map(
      (other) =>
        `trustedOrigins lets ${other} act, which is another site than ${origin}: browsers keep cookies from its scripts. Give both one site, or let the front end pass the routes on to this server.`,
    )
}

/** The protocol and the last two names of an origin: those of one site have at least these in common. */
function siteGuess(origin: string): string {
  const { protocol, hostname } = new URL(origin)
  return `${protocol}//${hostname.split('.').slice(-2).join('.')}`
}
