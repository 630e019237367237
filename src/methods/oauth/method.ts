import type { Method } from '../method.ts'
import { loadOAuth } from './load-code.ts'
import type { ResolvedOAuth } from './resolved.ts'
import { start } from './start.ts'

/** OAuth 2 and OpenID Connect. What the callback needs is loaded when the first person comes back. */
export const oauth: Method<ResolvedOAuth> = {
  start,
  async finish(context, provider) {
    const { finish } = await loadOAuth()
    return finish(context, provider)
  },
  view({ baseUrl }, provider, say) {
    const { style, button = {} } = provider
    const { name = provider.name, label = say.signInWith(name), ...facts } = button
    const action = `${baseUrl}/signin/${provider.id}`
    return { name, submit: label, action, style, ...facts, leadsTo: platformOrigin(provider) }
  },
}

/** The origin where the platform asks the person, as far as it is known without asking the platform. */
function platformOrigin({ authorization, issuer }: ResolvedOAuth): string | undefined {
  return authorization.url?.origin ?? issuer
}
