import { isLoopback } from '../../../http/origin.ts'
import { type Check, problem } from '../check.ts'
import type { Deployment } from '../deployment.ts'

/** Checks that strangers cannot reach the development tools. */
export const development: Check<Deployment> = {
  name: 'production',
  look({ origin, develops, started }) {
    if (isLoopback(new URL(origin).hostname)) return []
    const isPlayed = started !== undefined && isLoopback(started.location.hostname)
    return [
      ...(develops
        ? [
            problem(
              'It runs for development, and keeps every sign-in and every email for its inspector',
              'Start it with NODE_ENV=production.',
            ),
          ]
        : []),
      ...(isPlayed
        ? [
            problem(
              'Its platforms are played by the emulator: anybody signs in as anybody',
              'Start it with NODE_ENV=production, and with keys.',
            ),
          ]
        : []),
    ]
  },
}
