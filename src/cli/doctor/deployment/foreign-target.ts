import { type Check, problem } from '../check.ts'
import type { Deployment } from '../deployment.ts'
import { attackerHost } from './attacker-host.ts'

/** Signs out with a `callbackUrl` that leads to another site. */
export const foreignTarget: Check<Deployment> = {
  name: 'attack: foreign callbackUrl',
  async look({ ask, origin }) {
    const { headers } = await ask('/signout', {
      method: 'POST',
      headers: { accept: 'text/html', origin, 'sec-fetch-site': 'same-origin' },
      form: { callbackUrl: `https://${attackerHost}/` },
    })
    if (URL.parse(headers.get('location') ?? '', origin)?.hostname !== attackerHost) return []
    return [
      problem(
        `A callbackUrl of https://${attackerHost} is followed: links to the application lead anywhere`,
        'Correct the `redirect` callback, or `trustedOrigins`.',
      ),
    ]
  },
}
