import { threadId } from 'node:worker_threads'
import { emulator, type Platform } from '../emulator/index.ts'
import { isLoopbackAddress } from '../http/origin.ts'
import { processWide } from '../stores/process-wide.ts'

/** An emulator that runs. */
export interface StartedEmulator {
  readonly url: string
  /** A process or thread that started this one runs it, and has said so. */
  readonly inherited: boolean
}

/** Where a process tells those that it starts, and its threads, which emulators it runs, by name. */
const variable = 'PORTICO_EMULATORS'

/** This thread. What it has started itself it knows without being told; in tests it starts another on purpose. */
const owner = `${process.pid}.${threadId}`

/**
 * One emulator for the same purpose: development servers evaluate an application at every edit, and some, as Next, in processes and
 * threads that they start for a moment. Those use the one of who started them.
 */
export function startedOnce(
  name: string,
  platforms: readonly Platform[],
): Promise<StartedEmulator> {
  return processWide(`emulator of ${name}`, async () => {
    const known = told()[name]
    if (known && known.owner !== owner && (await answers(known.url))) {
      return { url: known.url, inherited: true }
    }
    const { listen } = await emulator({ platforms })
    const { url } = await listen({ keepsProcessAlive: false })
    process.env[variable] = JSON.stringify({ ...told(), [name]: { url, owner } })
    return { url, inherited: false }
  })
}

function told(): Record<string, { url: string; owner: string } | undefined> {
  try {
    return Object(JSON.parse(process.env[variable] ?? ''))
  } catch {
    return {}
  }
}

async function answers(url: string): Promise<boolean> {
  if (!isLoopbackAddress(URL.parse(url)?.hostname ?? '')) return false
  // Where nobody listens, that is known at once. Who compiles an application may take seconds to answer.
  const signal = AbortSignal.timeout(10_000)
  return fetch(url, { signal }).then(
    async ({ body }) => {
      await body?.cancel()
      return true
    },
    () => false,
  )
}
