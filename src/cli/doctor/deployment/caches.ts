import { type Check, problem } from '../check.ts'
import type { Deployment } from '../deployment.ts'

/** Checks that caches keep no answers about one person. */
export const caches: Check<Deployment> = {
  name: 'caches',
  async look({ ask }) {
    const { headers } = await ask('/session')
    if (/no-store|private/.test(headers.get('cache-control') ?? '')) return []
    return [
      problem(
        'Answers about sessions may be kept by caches: Cache-Control does not forbid it',
        'Find out what changes the header on the way, and let everything below the routes pass as it is.',
      ),
    ]
  },
}
