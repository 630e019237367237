import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepOnce } from './folder.ts'

/** Below the ports that systems give out themselves, and none of those that `fetch` refuses. */
const first = 20_000
const count = 10_000

/** So many ports after its own are tried for a project. */
const tries = 20

/**
 * The ports for the emulator of a project, best first: the one that it had before, then one that follows from its folder, then those
 * after it. A fixed port keeps the addresses of practice pictures alive.
 */
export function candidatePorts(folder: string): number[] {
  const hash = createHash('sha256').update(folder).digest().readUInt32BE()
  const own = Array.from({ length: tries }, (_, place) => first + ((hash + place) % count))
  const before = rememberedPort(folder)
  return before === undefined ? own : [...new Set([before, ...own])]
}

/** Keeps the port of a project, unless one is kept. */
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
