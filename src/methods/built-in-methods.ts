import type { ResolvedProvider } from '../config/plugin-manifest.ts'
import type { MethodTable } from '../config/provider.ts'
import type { Config } from '../config.ts'
import type { Method } from './method.ts'
import { oauth } from './oauth/plugin.ts'

/** The methods of providers that bring none along: platforms are data, and Auth.js's modules are plain objects. */
export const methods: MethodTable = { oauth, oidc: oauth }

/** The part of a provider's method that does the work. */
export async function loadMethod({ memo }: Config, provider: ResolvedProvider): Promise<Method> {
  // An import that was made before still takes longer than the rest of a sign-in's start.
  const load = () => provider.method.load()
  return (await memo(`method ${provider.id}`, Number.POSITIVE_INFINITY, load)) as Method
}

/** Every configured provider with the method that serves it. */
export function loadMethods(config: Config): Promise<(readonly [ResolvedProvider, Method])[]> {
  return Promise.all(
    Array.from(
      config.providers.values(),
      async (provider) => [provider, await loadMethod(config, provider)] as const,
    ),
  )
}
