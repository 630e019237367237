import { usageError } from './command.ts'

/** The option of commands that listen. */
export const portOption = { type: 'string', value: '<number>' } as const

/** Ports that browsers and `fetch()` refuse, because other protocols use them (Fetch, "bad port"). */
const blockedPorts = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
])

/** Reads the port that was typed. */
export function readPort(typed: string | undefined, usual: number): number {
  if (typed === undefined) return usual
  const port = Number(typed)
  if (!/^\d+$/.test(typed) || port > 65_535)
    throw usageError(`--port takes a number from 0 (any that is free) to 65535, not "${typed}"`)
  assertReachable('--port', port)
  return port
}

/** Refuses a port that no browser would visit. */
export function assertReachable(named: string, port: number): void {
  if (blockedPorts.has(port))
    throw usageError(`${named} can't use port ${port}, which browsers block: choose another`)
}
