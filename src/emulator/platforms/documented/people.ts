import { derived, hex } from '../../random.ts'
import type { Person } from '../people.ts'
import type { Json, Sample, SampleUser } from './sample.ts'

/** The people who can sign in to a platform that only a sample describes. */
export function documentedPeople({ user }: Sample): readonly Person[] {
  const ada = { id: 'ada', name: 'Ada Lovelace', note: 'an ordinary account' }
  const layla = { id: 'layla', name: 'ليلى 🌙✨', note: 'a name with emoji, right to left' }
  const noor = { id: 'noor', name: 'Noor', note: 'has no email' }
  if (user.email === null) return [ada, layla]
  const known = [ada, layla].map((one) => ({ ...one, email: `${one.id}@people.test` }))
  // Where the email address is the id, every account has one.
  return user.id === user.email ? known : [...known, noor]
}

/** The sample for another person: their id, name and address replace those of the sample's own. */
export function personalised(
  platform: string,
  sample: Sample,
  person: Person,
  client: string,
): Sample {
  const exchange = exchanger(platform, sample.user, person, client)
  const { token, claims, profile, also, callback } = sample
  return {
    ...sample,
    token: inside(token, exchange),
    ...(claims && { claims: inside(claims, exchange) }),
    ...(profile && { profile: inside(profile, exchange) }),
    ...(also && { also: inside(also, exchange) }),
    ...(callback && { callback: inJson(callback, exchange) }),
  }
}

type Exchange = (value: string | number) => Json

/** Applies `exchange` to every string and number of an answer. */
function inside<T extends Json>(value: T, exchange: Exchange): T
function inside(value: Json, exchange: Exchange): Json {
  if (typeof value === 'string' || typeof value === 'number') return exchange(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => inside(item, exchange))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, inside(item, exchange)]),
  )
}

/** The same for the parameters of a callback, in which an object is JSON in a string. */
function inJson(callback: Record<string, string>, exchange: Exchange): Record<string, string> {
  return Object.fromEntries(
    Object.entries(callback).map(([key, text]) => {
      if (!text.startsWith('{')) return [key, String(exchange(text))]
      return [key, JSON.stringify(inside(JSON.parse(text), exchange))]
    }),
  )
}

/** Returns a function that replaces the values of the sample's person with those of `person`. */
function exchanger(platform: string, user: SampleUser, person: Person, client: string): Exchange {
  // Where the id is a name that people choose, the persona's id is one too.
  const id = user.id === user.name ? person.id : similar(user.id, platform, person.id)
  const [given = '', ...family] = person.name.split(' ')
  const [sampleGiven = '', ...sampleFamily] = (user.name ?? '').split(' ')
  const pairs: [string | null, string | null][] = [
    [user.email, person.email ?? null],
    [user.id, user.id === user.email ? (person.email ?? null) : id],
    ['sample-client-id', client],
    [user.name, person.name],
    ...(sampleFamily.length > 0
      ? ([
          [sampleGiven, given],
          [sampleFamily.join(' '), family.join(' ')],
        ] satisfies [string, string][])
      : []),
  ]
  const table = new Map(pairs.filter(([from]) => from !== null && from !== '').reverse())
  return (value) => {
    const other = table.get(String(value))
    if (other === undefined) return value
    return typeof value === 'number' ? Number(other) : other
  }
}

/** Another id of the same form: digits for digits, letters for letters. */
function similar(id: string, platform: string, persona: string): string {
  const { text } = derived(platform, persona)
  const isHex = /^[\da-f-]+$/.test(id)
  return id.replace(/[\da-z]/gi, (character) => {
    if (isHex) return text(1, /\d/.test(character) ? '123456789' : hex.slice(10))
    if (/\d/.test(character)) return text(1, '123456789')
    return text(1, /[a-z]/.test(character) ? 'abcdefghijklmnop' : 'ABCDEFGHIJKLMNOP')
  })
}
