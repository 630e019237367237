/**
 * Warnings about origins that may act but belong to another site, judged by their names. Only browsers know which domains share a site; a
 * request from another one is refused with that reason.
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

/** The protocol and the last two labels of an origin, which all origins of a site have in common. */
function siteGuess(origin: string): string {
  const { protocol, hostname } = new URL(origin)
  return `${protocol}//${hostname.split('.').slice(-2).join('.')}`
}
