export type { ProviderFunction } from './types/provider-function.ts'

import type { PlatformFacts, Variable } from './types/dialect.ts'
import type { Profile, User } from './types/models.ts'
import type { OAuth2Config, OIDCConfig, ProfileCallback } from './types/provider.ts'
import type { ProviderFunction, ProviderOptions } from './types/provider-function.ts'

/**
 * Where a field of the user stands in the platform's profile: a path, several to try in order, or nowhere. Below `tokens` is
 * the token answer, `{first} {last}` puts parts together, `{issuer}` is the provider's variable of that name, and `?primary`
 * chooses the entry of a list that says so of itself.
 */
export type Path = string | readonly string[] | null

/** Which part of the profile becomes which field of the user. */
export interface ProfileMap {
  id: Path
  name?: Path
  email?: Path
  /** A function where the address has to be computed, which a path cannot do. */
  image?: Path | ((profile: Profile) => string | null)
  /**
   * A path to the platform's own word on it (yes, or the moment when it was proven), several that must `all` say so, or `true`
   * where it only ever gives proven addresses.
   */
  emailVerified?: Path | { all: readonly string[] } | true
}

type Mapped<Config> = Omit<Config, 'profile' | 'jwks_endpoint' | 'clientId' | 'clientSecret'> & {
  profile?: ProfileMap | Exclude<Config[keyof Config & 'profile'], undefined>
  // biome-ignore lint/suspicious/noExplicitAny: the specification types it so
  jwks_endpoint?: any
}

/** What is laid over a description where an option of the platform's own says so. */
type Variant = PlatformFacts & Pick<OAuth2Config<Profile>, 'authorization'>

/** A platform as its file describes it. */
export type Platform<P> = (Mapped<OAuth2Config<P>> | Mapped<OIDCConfig<P>>) &
  PlatformFacts & {
    /** Options of the platform's own, and what each of their values changes. */
    variants?: Readonly<Record<string, Readonly<Record<string, Variant>>>>
  }

/** Options by which a customer's own part of the platform's addresses is named. */
export type VariableOptions<Names extends string> = { [Name in Names]?: string | undefined }

/** Makes a provider of a platform's description. Options are laid over it; every default can be changed. */
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

/** The same provider with other options: they are turned into those that it knows. */
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

/**
 * Lays changes over defaults: plain objects are merged, everything else (lists, keys, dates, functions) replaces.
 * An endpoint given as an address can be changed by parameters alone. Another address for where people are sent, or for where
 * tokens are taken back, changes nothing of what is said there. Neither argument is touched.
 */
export function merge<T extends object>(defaults: T, changes: object): T {
  const result = { ...defaults } as Record<PropertyKey, unknown>
  for (const key of Reflect.ownKeys(changes)) {
    if (key === '__proto__') continue
    const change = Reflect.get(changes, key)
    if (change === undefined) continue
    const before = result[key]
    if (movable.has(key) && typeof change === 'string' && isPlain(before)) {
      result[key] = moved(before, change)
      continue
    }
    const value = isEndpoint(key, before) && isPlain(change) ? { url: before } : before
    result[key] = isPlain(value) && isPlain(change) ? merge(value, change) : change
  }
  return result as T
}

const movable: ReadonlySet<PropertyKey> = new Set(['authorization', 'revocation'])

/** The endpoint at another address. What that address says itself counts; a handler was the old address's. */
function moved({ request: _, ...before }: { request?: unknown }, url: string): object {
  return merge(before, { url, params: Object.fromEntries(new URLSearchParams(url.split('?')[1])) })
}

const endpoints: ReadonlySet<PropertyKey> = new Set([
  'authorization',
  'token',
  'userinfo',
  'revocation',
])

function isEndpoint(key: PropertyKey, value: unknown): value is string {
  return typeof value === 'string' && endpoints.has(key)
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/**
 * Walks a path such as `data.user.open_id`, `emails.0.value` or `emails.?primary.value` into JSON; undefined where it leads
 * nowhere.
 */
export function at(value: unknown, path: string): unknown {
  let here = value
  for (const step of path.split('.')) {
    if (step.startsWith('?') && Array.isArray(here)) {
      here = here.find((entry) => at(entry, step.slice(1)) === true)
      continue
    }
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined
    here = Reflect.get(here, step)
  }
  return here
}

/** The profile callback that a map describes. It shows the map: its variables are filled in later, and it says what the id is. */
export function mapProfile<P>(map: ProfileMap): MappedProfile<P> {
  const callback: ProfileCallback<P> = (described, tokens) => {
    const profile = { ...described, tokens }
    const user: User & { emailVerified?: boolean } = {
      // An id is judged by the engine, which accepts strings and whole numbers only.
      id: find(profile, map.id) as string,
      name: text(profile, map.name),
      email: text(profile, map.email),
      image: typeof map.image === 'function' ? map.image(profile) : text(profile, map.image, true),
    }
    if (map.emailVerified) user.emailVerified = isVerified(profile, map.emailVerified)
    return user
  }
  return Object.assign(callback, { map })
}

type MappedProfile<P> = ProfileCallback<P> & { map: ProfileMap }

/** The map behind a profile callback; undefined where somebody wrote a function. */
export function profileMap(profile: object | undefined): ProfileMap | undefined {
  return profile && 'map' in profile ? (profile as MappedProfile<unknown>).map : undefined
}

function isVerified(profile: unknown, said: NonNullable<ProfileMap['emailVerified']>): boolean {
  if (said === true) return true
  const paths = typeof said === 'object' && 'all' in said ? said.all : [said]
  return paths.every((path) => isTrue(find(profile, path)))
}

function find(profile: unknown, path: Path | undefined, whole = false): unknown {
  for (const candidate of typeof path === 'string' ? [path] : (path ?? [])) {
    const value = candidate.includes('{') ? fill(candidate, profile, whole) : at(profile, candidate)
    if (value !== undefined && value !== null && value !== '') return value
  }
  return null
}

/** `{first} {last}` with the parts that exist, if any does; an address needs all of its parts. */
function fill(template: string, profile: unknown, whole: boolean): string {
  let found = 0
  let missing = 0
  const filled = template.replace(/\{([^}]+)\}/g, (_, path: string) => {
    const value = at(profile, path)
    const part = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
    if (part === '') missing += 1
    else found += 1
    return part
  })
  return (whole ? missing === 0 : found > 0) ? filled.replace(/\s+/g, ' ').trim() : ''
}

function text(profile: unknown, path: Path | undefined, whole = false): string | null {
  const value = find(profile, path, whole)
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null
}

const yes = /^(true|\d{4}-\d\d-\d\dT.+)$/

/** Some platforms send the word, a number or the moment (RFC 3339) instead of the boolean. */
function isTrue(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && yes.test(value))
}
