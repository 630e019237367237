import { type Check, type Finding, problem } from '../check.ts'
import type { Deployment } from '../deployment.ts'

/**
 * Sends a form as the application's own page does: frameworks and proxies may refuse it before it arrives. Without a session, nobody is
 * signed out.
 */
export const ownForms: Check<Deployment> = {
  name: 'own forms',
  async look({ ask, origin }) {
    const { status, json, body } = await ask('/signout', {
      method: 'POST',
      headers: { origin, 'sec-fetch-site': 'same-origin' },
      form: {},
    })
    // With an error of Portico's own it has arrived, and the other checks say why it was refused.
    if (status !== 403 || Object(json).error !== undefined) return []
    return [refusedBefore(body)]
  },
}

function refusedBefore(body: string): Finding {
  const [line = ''] = body.trim().split('\n')
  const quoted = line.length > 0 && line.length < 200 && !line.startsWith('<') ? `: "${line}"` : ''
  return problem(
    `Something refuses the application's own forms before they arrive, so nobody can sign in${quoted}`,
    'Tell the framework its public address: `security.allowedDomains` in Astro, ORIGIN or `paths.origin` in SvelteKit. See docs/tasks/proxy.md.',
  )
}
