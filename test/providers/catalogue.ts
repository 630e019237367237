import * as providers from '../../src/providers/index.ts'
import type { Provider } from '../../src/types/provider.ts'

/** Keys that every sample was written for. */
export const keys = { clientId: 'sample-client-id', clientSecret: 'sample-client-secret' }

/** What a provider function returns, as far as these tests look at it. */
export type Described = Extract<Provider, { type: 'oauth' } | { type: 'oidc' }>

// biome-ignore lint/suspicious/noExplicitAny: every provider has options of its own
type Make = (options?: any) => Described

/** Every OAuth and OpenID Connect provider that comes with Portico, by its id. */
export const catalogue: ReadonlyMap<string, Make> = new Map(
  Object.values(providers)
    .map((make) => make as unknown as Make)
    .map((make): [string, Make] => [make({}).id, make])
    .filter(([, make]) => /^(oauth|oidc)$/.test(make({}).type)),
)
