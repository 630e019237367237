import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepOnce } from './folder.ts'

/** The first of `count` ports, all below the systems' ephemeral ports and none that `fetch` refuses. */
const first = 20_000
const count = 10_000

/** The number of ports tried for a project, beginning with its own. */
const tries = 20

/**
 * The ports to try for a project's emulator, best first: the one it had before, the one derived from its folder, and those that follow.
 * A stable port keeps the addresses of practice pictures valid.
 */
export function candidatePorts(folder: string): number[] {
  const hash = createHash('sha256').update(folder).digest().readUInt32BE()
  const own = Array.from({ length: tries }, (_, place) => first + ((hash + place) % count))
  const before = rememberedPort(folder)
  return before === undefined ? own : [...new Set([before, ...own])]
}

/** Remembers the port of a project, unless one is remembered. */
export function rememberPort(folder: string, port: number): void {
  keepOnce(folder, 'emulator-port', `${port}\n`)
}

function rememberedPort(folder: string): number | undefined {
  try {
    const port = Number(readFileSync(join(folder, '.portico', 'emulator-port'), 'utf8'))
    return port >= first && port < first + count ? port : undefined
  } catch {
    return undefined
  }
}
