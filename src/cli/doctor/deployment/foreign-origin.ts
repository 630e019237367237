import { type Check, note, problem } from '../check.ts'
import type { Deployment } from '../deployment.ts'
import { attackerHost } from './attacker-host.ts'

/** Starts a sign-in as a page of another site would, with everything that it could know. */
export const foreignOrigin: Check<Deployment> = {
  name: 'attack: foreign Origin',
  async look({ first, ask, providers }) {
    const [id] = Object.keys(providers)
    if (id === undefined) return [note('Not tried: there is no provider.')]
    const { csrfToken } = Object(first.json)
    const { status } = await ask(`/signin/${id}`, {
      method: 'POST',
      headers: { origin: `https://${attackerHost}`, cookie: first.cookies },
      form: { csrfToken: String(csrfToken) },
    })
    if (status >= 400) return []
    return [
      problem(
        `A form of https://${attackerHost} was taken for one of the application's own`,
        'Find out what changes the Origin header on the way, and take foreign origins out of `trustedOrigins`.',
      ),
    ]
  },
}
