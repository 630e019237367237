import { derived } from '../random.ts'
import type { EmulatorContext, Persona } from '../types.ts'

/** A person with an account on a standard platform. */
export type Person = Persona & {
  readonly email?: string
  readonly email_verified?: boolean
  /** Further claims, which override derived ones. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/** The people who can sign in unless others are given, with pictures on the platform's own host. */
export function practicePeople(origin: string): readonly Person[] {
  const people: readonly Person[] = [
    {
      id: 'ada',
      name: 'Ada Lovelace',
      note: 'an ordinary account, verified email',
      email: 'ada@people.test',
      email_verified: true,
    },
    { id: 'noor', name: 'Noor', note: 'has no email' },
    {
      id: 'eve',
      name: 'Eve',
      note: 'claims Ada’s email, unverified',
      email: 'ada@people.test',
      email_verified: false,
    },
    {
      id: 'layla',
      name: 'ليلى 🌙✨',
      note: 'a name with emoji and right-to-left letters',
      email: 'layla@people.test',
      email_verified: true,
    },
  ]
  return people.map((person) => ({
    ...person,
    picture: `${origin}/practice/face/${person.id}.svg`,
  }))
}

/** The platform's own id of a person: digits, as most have. */
export function subjectId({ seed }: EmulatorContext, platform: string, persona: string): string {
  return `1${derived(seed, platform, persona).text(20, '0123456789')}`
}

/** The claims of a person that these scopes allow (OpenID Connect Core §5.1). */
export function standardClaims(
  context: EmulatorContext,
  platform: string,
  person: Person,
  scopes: readonly string[],
): Readonly<Record<string, unknown>> {
  const { name, email, email_verified, picture } = person
  const [given_name, family_name] = name.split(' ')
  const profile = {
    name,
    given_name,
    family_name,
    picture: picture === undefined ? undefined : context.locate(picture),
  }
  return {
    sub: subjectId(context, platform, person.id),
    ...(scopes.includes('profile') ? profile : {}),
    ...(scopes.includes('email') ? { email, email_verified } : {}),
    ...person.claims,
  }
}
