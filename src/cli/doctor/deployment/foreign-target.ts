import { type Check, problem } from '../check.ts'
import type { Deployment } from '../deployment.ts'
import { stranger } from './stranger.ts'

/** A link that wants people to end at another site after they signed out. */
export const foreignTarget: Check<Deployment> = {
  name: 'attack: foreign callbackUrl',
  async look({ ask, origin }) {
    const { headers } = await ask('/signout', {
      method: 'POST',
      headers: { accept: 'text/html', origin, 'sec-fetch-site': 'same-origin' },
      form: { callbackUrl: `https://${stranger}/` },
    })
    if (URL.parse(headers.get('location') ?? '', origin)?.hostname !== stranger) return []
    return [
      problem(
        `A callbackUrl of https://${stranger} is followed: links to the application lead anywhere`,
        'Correct the `redirect` callback, or `trustedOrigins`.',
      ),
    ]
  },
}
