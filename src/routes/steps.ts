import type { ResolvedProvider } from '../config/provider.ts'
import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import { loadMethod } from '../methods/table.ts'
import { type Route, type RouteHandler, requestedProvider } from './route.ts'

/** `GET /verify-request?provider=…`: the mail is on its way. */
export const verifyRequest: Route = { GET: handOver('verify-request', inQuery) }

/** `GET|POST /webauthn-options/:provider`: what a browser needs to know to ask for a passkey. */
export const webauthnOptions: Route = {
  provider: { GET: handOver('webauthn-options'), POST: handOver('webauthn-options') },
}

/** `GET /nonce/:provider`: what the platform's own script on a page must put into the token that it posts. */
export const nonce: Route = { provider: { GET: handOver('nonce') } }

/** `GET /passkey.js`: the module that asks the browser for a passkey, for the built-in pages. */
export const passkeyScript: Route = { GET: handOver('passkey.js', firstOfPasskeys) }

/** Lets a provider's method answer. */
function handOver(
  name: string,
  find: (context: Context) => ResolvedProvider = requestedProvider,
): RouteHandler {
  return async (context, { sessions }) => {
    const provider = find(context)
    const step = (await loadMethod(context.config, provider)).steps?.[name]
    if (!step) throw new AuthError('NotFound', `The provider ${provider.id} has no ${name}`)
    return step(context, provider, () => sessions.read(context.request, context.header))
  }
}

function inQuery({ config, query }: Context): ResolvedProvider {
  return requestedProvider({ config, provider: query.get('provider') ?? '' })
}

function firstOfPasskeys({ config }: Context): ResolvedProvider {
  const found = [...config.providers.values()].find(({ type }) => type === 'webauthn')
  if (found) return found
  throw new AuthError('NotFound', 'No provider of passkeys is configured')
}
