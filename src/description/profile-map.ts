import type { Profile, User } from '../types/models.ts'
import type { ProfileCallback } from '../types/provider.ts'
import { at } from './json-path.ts'

/**
 * The place of a user's field in the platform's profile: a path, several to try in order, or null for none. `tokens.…` reads the token
 * answer, `{first} {last}` joins parts, `{issuer}` is the provider's variable of that name, and `?primary` chooses the entry of a list
 * whose `primary` is true.
 */
export type Path = string | readonly string[] | null

/** The paths in the profile for the fields of the user. */
export interface ProfileMap {
  id: Path
  name?: Path
  email?: Path
  /** A function where the address has to be computed, which a path cannot do. */
  image?: Path | ((profile: Profile) => string | null)
  /**
   * The path to the platform's statement that the address is verified (true, or the moment it was), several that must `all` say so, or
   * `true` for a platform that gives out verified addresses only.
   */
  emailVerified?: Path | { all: readonly string[] } | true
}

/** The profile callback that a map describes. It exposes the map: variables in it are filled in later, and its `id` names the user's id. */
export function mapProfile<P>(map: ProfileMap): MappedProfile<P> {
  const callback: ProfileCallback<P> = (described, tokens) => {
    const profile = { ...described, tokens }
    const user: User & { emailVerified?: boolean } = {
      // The engine checks the id: it accepts strings and whole numbers only.
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

/** The map behind a profile callback; undefined if the callback was written as a function. */
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

/** `{first} {last}` with the parts that exist, or empty if none does. If `whole`, as for a URL, all of them must exist. */
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

/** True also for what some platforms send instead of the boolean: the word, a number or the moment (RFC 3339). */
function isTrue(value: unknown): boolean {
  return value === true || value === 1 || (typeof value === 'string' && yes.test(value))
}
