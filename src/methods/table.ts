import type { ResolvedProvider } from '../config/provider.ts'
import type { ProviderType } from '../types/kinds.ts'
import type { Method } from './method.ts'

type Load = () => Promise<Method>

const oauth: Load = async () => (await import('./oauth/method.ts')).oauth as Method

/** Each kind of provider and the method that serves it, loaded when the first person uses it. */
const methods: Partial<Record<ProviderType, Load>> = {
  oauth,
  oidc: oauth,
}

/** The method of a provider. */
export async function methodOf(provider: ResolvedProvider): Promise<Method> {
  const load = methods[provider.type]
  if (!load) throw new TypeError(`No method serves providers of type ${provider.type}`)
  return load()
}
