export type { ProfileMap } from './description/profile-map.ts'
export type { ProviderFunction } from './types/provider-function.ts'

import { merge } from './description/merge.ts'
import { mapProfile, type ProfileMap } from './description/profile-map.ts'
import type { PlatformFacts, Variable } from './types/dialect.ts'
import type { Profile } from './types/models.ts'
import type { OAuth2Config, OIDCConfig } from './types/provider.ts'
import type { ProviderFunction, ProviderOptions } from './types/provider-function.ts'

type Mapped<Config> = Omit<Config, 'profile' | 'jwks_endpoint' | 'clientId' | 'clientSecret'> & {
  profile?: ProfileMap | Exclude<Config[keyof Config & 'profile'], undefined>
  // biome-ignore lint/suspicious/noExplicitAny: the specification types it so
  jwks_endpoint?: any
}

/** Facts that replace those of a description, for one value of a platform's own option. */
type Variant = PlatformFacts & Pick<OAuth2Config<Profile>, 'authorization'>

/** A platform as its file describes it. */
export type Platform<P> = (Mapped<OAuth2Config<P>> | Mapped<OIDCConfig<P>>) &
  PlatformFacts & {
    /** Options of the platform's own, and what each of their values changes. */
    variants?: Readonly<Record<string, Readonly<Record<string, Variant>>>>
  }

/** Options for the customer's own part of the platform's addresses. */
export type VariableOptions<Names extends string> = { [Name in Names]?: string | undefined }

/** Makes a provider from a platform's description. Options override it; every default can be changed. */
export function defineProvider<
  P extends Profile = Profile,
  Own = object,
  const Id extends string = string,
>(platform: Platform<P> & { id: Id }): ProviderFunction<P, Own, Id> {
  const { profile, variants, ...rest } = platform
  const defaults = {
    jwks_endpoint: undefined,
    ...rest,
    ...(profile && { profile: typeof profile === 'function' ? profile : mapProfile<P>(profile) }),
  }
  const provider = (options?: object) => {
    const { variables, changes } = takeVariables(platform.variables, { ...options })
    const described = takeVariants(
      variants,
      { ...defaults, ...(variables && { variables }) },
      changes,
    )
    return merge(described, changes)
  }
  // Options are laid over the description key by key, which the compiler cannot follow.
  return Object.assign(provider, { id: platform.id }) as unknown as ProviderFunction<P, Own, Id>
}

/** A provider whose options `adapt` converts to those of another. */
export function adaptOptions<P extends Profile, Own, Id extends string>(
  // biome-ignore lint/suspicious/noExplicitAny: whatever options it has by itself
  provider: ProviderFunction<P, any, Id>,
  adapt: (options: ProviderOptions<P> & Own) => object,
): ProviderFunction<P, Own, Id> {
  const adapted: Omit<ProviderFunction<P, Own, Id>, 'id'> = (options?: object) =>
    provider(adapt({ ...options } as ProviderOptions<P> & Own))
  return Object.assign(adapted, { id: provider.id }) as ProviderFunction<P, Own, Id>
}

function takeVariants<T extends object>(
  declared: Platform<unknown>['variants'],
  described: T,
  changes: Record<string, unknown>,
): T {
  let chosen = described
  for (const [option, variants] of Object.entries(declared ?? {})) {
    const value = String(changes[option])
    if (Object.hasOwn(variants, value)) chosen = merge(chosen, { ...variants[value] })
    delete changes[option]
  }
  return chosen
}

function takeVariables(declared: PlatformFacts['variables'], changes: Record<string, unknown>) {
  if (!declared) return { variables: undefined, changes }
  const variables: Record<string, Variable> = {}
  for (const [name, variable] of Object.entries(declared)) {
    const value = changes[name]
    variables[name] = typeof value === 'string' ? { ...variable, value } : variable
    if (name !== 'issuer') delete changes[name]
  }
  return { variables, changes }
}
