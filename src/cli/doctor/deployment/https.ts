import { isLoopback } from '../../../http/origin.ts'
import { type Check, problem } from '../check.ts'
import type { Deployment } from '../deployment.ts'

/** Checks that all traffic is encrypted. */
export const https: Check<Deployment> = {
  name: 'https',
  look({ origin }) {
    const { protocol, hostname } = new URL(origin)
    if (protocol === 'https:' || isLoopback(hostname)) return []
    return [
      problem(
        `${origin} is not encrypted: everybody on the way can take over sessions`,
        'Serve it over https, and set AUTH_URL to that address.',
      ),
    ]
  },
}
