import { isBlocked } from '../emulator/blocked-ports.ts'
import { usageError } from './command.ts'

/** The option of commands that listen. */
export const portOption = { type: 'string', value: '<number>' } as const

/** Reads the typed port. */
export function readPort(typed: string | undefined, usual: number): number {
  if (typed === undefined) return usual
  const port = Number(typed)
  if (!/^\d+$/.test(typed) || port > 65_535)
    throw usageError(`--port takes a number from 0 (any that is free) to 65535, not "${typed}"`)
  assertReachable('--port', port)
  return port
}

/** Refuses a port that browsers block. */
export function assertReachable(named: string, port: number): void {
  if (isBlocked(port))
    throw usageError(`${named} can't use port ${port}, which browsers block: choose another`)
}
