import { isLoopback } from './origin.ts'

/**
 * True if a host, as `URL` spells it, is on an inner network: an address that is not routed on the internet, or a name that public DNS does
 * not have. Public names are not resolved.
 */
export function isPrivateHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  if (isLoopback(name)) return true
  if (name.startsWith('[')) return privateV6.test(name)
  if (/^[\d.]+$/.test(name)) return privateV4.test(name)
  return !name.includes('.') || innerNames.test(name)
}

/** RFC 6762, RFC 8375, RFC 9476, ICANN's names that will not be delegated, and those of Kubernetes and Consul. */
const innerNames =
  /\.(local|localdomain|internal|intranet|private|lan|corp|home(\.arpa)?|mail|svc|consul)$/

/** IANA's special-purpose blocks (RFC 6890) that are not routed globally, multicast, reserved, and the host of Azure's machines. */
const privateV4 =
  /^(0|10|127|22[4-9]|2[345]\d|169\.254|192\.(168|0\.[02]|88\.99)|198\.(1[89]|51\.100)|203\.0\.113|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.|^168\.63\.129\.16$/

/**
 * All but global unicast, 2000::/3: unique local, link and site local, multicast, discarded, mapped IPv4 addresses. Of the rest, 2001::/23
 * (protocols, Teredo), 2001:db8::/32 and 3fff::/20 (documentation), 2002::/16 (6to4, which holds an IPv4 address).
 */
const privateV6 = /^\[(?![23][\da-f]{3}:)|^\[(2001:(1?[\da-f]{1,2}|db8)?:|2002:|3fff:[\da-f]{0,3}:)/
