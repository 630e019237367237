import type { ResolvedProvider } from '../config/provider.ts'
import type { Config } from '../config.ts'
import type { MethodLoader, ProviderType } from '../types/provider-type.ts'
import type { Method } from './method.ts'

const oauth: MethodLoader = async () => (await import('./oauth/method.ts')).oauth

/**
 * Each kind of provider and the method that serves it, loaded when the first person uses it. A provider of another kind brings
 * its method along, so that only applications that use it ship it.
 */
const methods: Partial<Record<ProviderType, MethodLoader>> = {
  oauth,
  oidc: oauth,
  credentials: async () => (await import('./credentials.ts')).credentials,
}

/** The method of a provider. */
export async function loadMethod({ memo }: Config, provider: ResolvedProvider): Promise<Method> {
  const load = methods[provider.type] ?? ('method' in provider ? provider.method : undefined)
  if (!load) throw new TypeError(`No method serves providers of type ${provider.type}`)
  // An import that was made before still takes longer than the rest of a sign-in's start.
  return (await memo(`method ${provider.id}`, Number.POSITIVE_INFINITY, load)) as Method
}
