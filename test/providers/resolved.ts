import { resolveProvider } from '../../src/config/provider.ts'
import { methods } from '../../src/methods/built-in-methods.ts'
import { isOAuth, type ResolvedOAuth } from '../../src/methods/oauth/resolved.ts'
import type { Provider } from '../../src/types/provider.ts'
import { origin } from '../setup.ts'

/** A provider as the engine sees it once the configuration was read. */
export function resolved(provider: Provider, env: Record<string, string> = {}): ResolvedOAuth {
  const read = resolveProvider(provider, methods, {
    env,
    redirectProxyUrl: undefined,
    hasStorage: false,
    production: false,
    origin,
    basePath: '/api/auth',
    emulator: undefined,
    demanding: false,
    warn() {},
  })
  if (isOAuth(read)) return read
  throw new TypeError(`${read.id} is no OAuth provider`)
}
