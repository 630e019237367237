/** A client as limits count it: an IPv4 address, the /64 of an IPv6 address, or `unknown`. */
export function rateLimitClient(address: string | null | undefined): string {
  const ip = bareIp(address)
  return ip?.includes(':') ? ipv6Network(ip) : (ip ?? 'unknown')
}

/** The network of a client: the /48 that one customer gets with IPv6 (RFC 6177); with IPv4, its address. */
export function rateLimitNetwork(client: string): string {
  return client.includes(':') ? `${client.split(':').slice(0, 3).join(':')}::/48` : client
}

/**
 * An IP address without what proxies and sockets add: brackets, a port, a zone, and the IPv6 form of an IPv4 address (RFC 4291 §2.5.5.2).
 * Undefined for anything else.
 */
export function bareIp(written: string | null | undefined): string | undefined {
  const bare = String(written)
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
  const v4 = /^(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/.exec(bare)?.[1]
  // Other spellings are ambiguous: 010 is 8 to some, and 10 to others.
  if (v4) return URL.parse(`http://${v4}`)?.hostname === v4 ? v4 : undefined
  const v6 = /^([\da-f:.]+)(?:%.*)?$/i.exec(bare)
  const ip = v6 && URL.parse(`http://[${v6[1]}]`)?.hostname.slice(1, -1)
  const [mapped, ...groups] = /^::ffff:(\w+):(\w+)$/.exec(ip ?? '') ?? []
  return mapped ? dotted(groups) : (ip ?? undefined)
}

/** The /64 of an address. One person can use every address of it (RFC 6177): they all count as one. */
function ipv6Network(normalised: string): string {
  const [head = '', tail] = normalised.split('::')
  const front = head ? head.split(':') : []
  const back = tail ? tail.split(':') : []
  const zeros = Array<string>(tail === undefined ? 0 : 8 - front.length - back.length).fill('0')
  return `${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64`
}

function dotted(groups: string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .map((value) => `${value >> 8}.${value & 255}`)
    .join('.')
}
