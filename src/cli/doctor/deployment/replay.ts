import { type Check, note, problem } from '../check.ts'
import type { Deployment } from '../deployment.ts'

/** Sends a platform's answer twice. It says that the person declined, so it signs nobody in. */
export const replay: Check<Deployment> = {
  name: 'attack: replay',
  async look({ started, ask }) {
    const state = started?.location.searchParams.get('state')
    const isPosted = started?.location.searchParams.get('response_mode') === 'form_post'
    if (!started || !state || isPosted)
      return [note('Not tried: no sign-in could be started that answers by an address.')]
    const query = new URLSearchParams({ error: 'access_denied', state })
    const declined = () =>
      ask(`/callback/${started.provider}?${query}`, { headers: { cookie: started.cookies } })
    const [first, second] = [await declined(), await declined()].map(
      ({ json }) => Object(json).error,
    )
    if (first === undefined || first !== second) return []
    return [
      problem(
        'The same answer of a platform is taken twice',
        'Several processes run your application, and each keeps its own list of used answers: pass `database` or `storage`, so that they share one.',
      ),
    ]
  },
}
