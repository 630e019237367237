import { isLoopback } from './origin.ts'

/**
 * Whether a host is one of an inner network: an address that is not routed on the internet, or a name that public DNS does not have.
 * Where a public name leads is not looked up.
 */
export function isPrivateHost(hostname: string): boolean {
  // `URL` knows every spelling of an address: decimal, octal, hexadecimal, shortened. A host that it refuses is nobody's.
  const host = URL.parse(`http://${hostname}`)?.hostname.replace(/\.$/, '')
  if (!host || isLoopback(host)) return true
  if (host.startsWith('[')) {
    const bits = v6Bits(host.slice(1, -1))
    return !bits.startsWith(globalUnicast) || blocksV6.some((block) => bits.startsWith(block))
  }
  if (/^[\d.]+$/.test(host)) return blocksV4.some((block) => v4Bits(host).startsWith(block))
  return !host.includes('.') || innerNames.test(host)
}

/** RFC 6762, RFC 8375, RFC 9476, ICANN's names that will not be delegated, and those of Kubernetes and Consul. */
const innerNames =
  /\.(local|localdomain|internal|intranet|private|lan|corp|home|mail|home\.arpa|svc|consul)$/

/** IANA's special-purpose blocks (RFC 6890) that are not routed globally, multicast, reserved, and the host of Azure's machines. */
const blocksV4: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map((block) => prefixOf(block, v4Bits))

/** 2000::/3. Outside are unique local, link and site local, multicast, discarded, and IPv4 addresses in IPv6 clothes. */
const globalUnicast = '001'

/** Blocks of global unicast that are not global: protocol assignments with Teredo, documentation, 6to4, which holds an IPv4 address. */
const blocksV6: readonly string[] = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map(
  (block) => prefixOf(block, v6Bits),
)

function prefixOf(block: string, bits: (address: string) => string): string {
  const [address = '', length] = block.split('/')
  return bits(address).slice(0, Number(length))
}

function v4Bits(address: string): string {
  return toBits(address.split('.'), 10, 8)
}

/** Of an address as `URL` writes it: in groups of hexadecimal digits, the longest row of zeros left out. */
function v6Bits(address: string): string {
  const [left = [], right] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = right ? Array<string>(8 - left.length - right.length).fill('0') : []
  return toBits([...left, ...zeros, ...(right ?? [])], 16, 16)
}

function toBits(parts: readonly string[], base: number, size: number): string {
  return parts.map((part) => Number.parseInt(part, base).toString(2).padStart(size, '0')).join('')
}
