import { resolveProvider } from '../../src/config/provider.ts'
import type { ResolvedOAuth } from '../../src/config/resolved.ts'
import type { Provider } from '../../src/types/provider.ts'
import { origin } from '../setup.ts'

/** A provider as the engine sees it once the configuration was read. */
export function resolved(provider: Provider, env: Record<string, string> = {}): ResolvedOAuth {
  const read = resolveProvider(provider, {
    env,
    redirectProxyUrl: undefined,
    hasStorage: false,
    production: false,
    origin,
    basePath: '/api/auth',
    emulated: false,
  })
  if ('clientAuthentication' in read) return read
  throw new TypeError(`${read.id} is no OAuth provider`)
}
