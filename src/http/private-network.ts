import { isLoopback } from './origin.ts'

/**
 * Whether a host, as `URL` spells it, is one of an inner network: an address that is not routed on the internet (RFC 6890), or a name
 * that public DNS does not have (RFC 6762, RFC 8375, RFC 9476). Where a public name leads is not looked up.
 */
export function isPrivateHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '').toLowerCase()
  if (isLoopback(name)) return true
  if (name.startsWith('[')) return privateV6.test(name)
  if (/^[\d.]+$/.test(name)) return privateV4.test(name)
  return !name.includes('.') || /\.(local|localdomain|internal|intranet|lan|home\.arpa)$/.test(name)
}

const privateV4 =
  /^(0|10|127|169\.254|192\.168|192\.0\.0|198\.1[89]|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./

// Unique local, link local, unspecified, loopback, and IPv4 addresses in IPv6 clothes.
const privateV6 = /^\[(f[cd]|fe[89ab]|::|64:ff9b:)/
