import { AuthError } from '../errors.ts'
import type { AuthConfig } from '../types/config.ts'
import type { ResolvedProvider } from './part.ts'
import { configError, type Problems } from './problems.ts'
import { type MethodTable, resolveProvider } from './provider.ts'
import type { AllProviderInputs } from './provider-inputs.ts'

/** The providers that can be used, and those that lack a key. */
export interface Providers {
  readonly providers: ReadonlyMap<string, ResolvedProvider>
  /** The errors of those that lack a key. */
  readonly refusedProviders: ReadonlyMap<string, AuthError>
}

/** Reads every provider. One that lacks a key is refused alone, if others can be used. */
export function readProviders(
  config: AuthConfig,
  methods: MethodTable,
  problems: Problems,
  inputs: AllProviderInputs,
): Providers {
  const { attempt } = problems
  const providers = new Map<string, ResolvedProvider>()
  const refusedProviders = new Map<string, AuthError>()
  const written = Array.isArray(config.providers) ? config.providers : []
  attempt(() => {
    if (written.length > 0) return
    throw configError(
      'providers',
      'There are no providers',
      'provider' in config
        ? 'Did you mean `providers`?'
        : 'List one, such as `providers: [TikTok]`.',
    )
  })
  const assertNew = (id: string) => {
    if (!providers.has(id) && !refusedProviders.has(id)) return
    throw configError(
      `providers.${id}`,
      `Two providers have the id "${id}"`,
      'Give one another `id`.',
    )
  }
  for (const provider of written) {
    attempt(() => {
      try {
        const resolved = resolveProvider(provider, methods, inputs)
        assertNew(resolved.id)
        providers.set(resolved.id, resolved)
      } catch (thrown) {
        if (!(thrown instanceof AuthError && thrown.provider && thrown.variable)) throw thrown
        assertNew(thrown.provider)
        refusedProviders.set(thrown.provider, thrown)
      }
    })
  }
  // With any other problem, all of them are reported at once.
  if (providers.size === 0 || problems.found || inputs.demanding) {
    for (const refusal of refusedProviders.values()) {
      attempt(() => {
        throw refusal
      })
    }
  }
  return { providers, refusedProviders }
}
