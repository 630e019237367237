import { emulatorOf } from '../config/emulator.ts'
import type { Overview } from '../emulator/overview.ts'
import type { Engine } from '../engine.ts'
import type { FlowRecord } from './flow-record.ts'
import { addEntry } from './recorder-parts.ts'

/** A platform as the emulator plays it. */
export type PlayedPlatform = Overview['platforms'][number]

/** The emulator's overview; undefined if there is none, or it does not answer within a second. */
async function readOverview(emulator: string | undefined): Promise<Overview | undefined> {
  if (!emulator) return undefined
  try {
    const response = await fetch(emulator, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(1000),
    })
    // Our own emulator, of the same version.
    return (await response.json()) as Overview
  } catch {
    return undefined
  }
}

/** The platform of a sign-in, if the emulator plays it. Adds what happened on its pages to the record. */
export async function askEmulator(
  engine: Engine,
  flow: FlowRecord,
): Promise<PlayedPlatform | undefined> {
  const overview = await readOverview(emulatorOf(engine.config, flow.provider.id))
  const { sent, callback } = flow.facts
  const stopped = overview?.stopped.find((stop) => stop.flow === flow.id)
  if (stopped && !callback && !flow.facts.stopped) recordStop(engine, flow, stopped)
  const decided = overview?.decided.findLast((one) => one.flow === flow.id)
  if (decided) flow.facts.decided = decided
  return overview?.platforms.find(({ hosts }) => sent && hosts.includes(sent.host))
}

function recordStop(
  { services }: Engine,
  flow: FlowRecord,
  { error, advice }: Overview['stopped'][number],
): void {
  flow.facts.stopped = { error, advice }
  flow.outcome = 'failed'
  addEntry(flow, {
    at: services.now(),
    from: 'platform',
    to: 'browser',
    title: `Shows its own error page: ${error}`,
    failed: true,
    response: { line: error, groups: [], body: advice },
  })
}

/** Makes the next answer of a platform fail, as the emulator's own page does. */
export async function orderFault(
  { config }: Engine,
  provider: string,
  fault: string,
): Promise<boolean> {
  const emulator = emulatorOf(config, provider)
  if (!emulator) return false
  const { ok } = await fetch(`${emulator}/actions/fault`, {
    method: 'POST',
    headers: { origin: new URL(emulator).origin },
    body: new URLSearchParams({ fault }),
  }).catch(() => ({ ok: false }))
  return ok
}
