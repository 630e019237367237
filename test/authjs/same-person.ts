import { keys } from '../providers/catalogue.ts'
import { type Sample, sampleOf } from '../providers/sample.ts'
import { answers } from './answers.ts'
import { modules } from './modules.ts'

/** What somebody is known by. */
export const fields = ['id', 'name', 'email', 'image'] as const

export type Field = (typeof fields)[number]
export type Json = Record<string, unknown>

/** A provider as Auth.js's own engine completes it. */
export interface Completed {
  id: string
  type: string
  authorization?: { url: URL }
  profile(profile: Json, tokens: Json): unknown
}

type Complete = (params: { url: URL; config: object }) => { providers: Completed[] }

// Not among the entry points of the package; what a module leaves out is filled in there.
const engine = new URL('./lib/utils/providers.js', import.meta.resolve('@auth/core'))
const { default: complete }: { default: Complete } = await import(engine.href)

/** Where the sample of a module is, which it shares with our provider. */
export function sampleFor(name: string): Sample & { id: string } {
  const id = answers[name]?.sample ?? name
  const sample = sampleOf(id)
  if (!sample) throw new Error(`There is no sample called ${id}`)
  return { ...sample, id }
}

/** A module called with what an application would pass. */
export function called(name: string): object {
  const { options } = sampleFor(name)
  const { issuer = `${name}.example.test` } = Object(options)
  const address = `https://${issuer.replace('https://', '')}`
  const own = { ...answers[name]?.options, ...options, issuer: address }
  return Object(modules[name])({ ...own, ...keys })
}

/** A module as Auth.js would use it. */
export function completed(name: string): Completed {
  const url = new URL('https://app.test/auth')
  const [provider] = complete({ url, config: { providers: [called(name)] } }).providers
  if (!provider) throw new Error(`${name} is no provider`)
  return provider
}

/** What ours is handed by the engine, where that is not the platform's answer itself. */
const ours: Record<string, (sample: Sample) => Json> = {
  // The name and the id stand in a token that its userinfo() reads.
  eveonline: ({ user }) => ({ CharacterID: Number(user.id), CharacterName: user.name }),
  notion: ({ token }) => token,
}

/** What a module is handed by its own `userinfo`, or expects of an interface that the platform has changed since. */
const theirs: Record<string, (answer: Json) => Json> = {
  netsuite: ({ sub, ...rest }) => ({ ...rest, id: String(sub).split(';')[1] }),
  nextcloud: ({ ocs }) => Object(ocs).data,
  notion: ({ owner }) => Object(owner).user,
  threads: (data) => ({ data }),
  trakt: ({ user }) => Object(user),
  vk({ user }) {
    const { user_id, avatar, ...rest } = Object(user)
    return { ...rest, id: user_id, photo_100: avatar }
  },
}

/** What the platform may also answer, over what its sample shows. */
const further: Record<string, Json[]> = {
  apple: [{ user: undefined }],
  'bankid-no': [{ email: 'ada@people.test' }],
  discord: [
    { avatar: 'a_d5efa99b3eeaa7dd43acca82f5692432' },
    { avatar: null },
    { avatar: null, discriminator: '1337' },
  ],
  dribbble: [{ email: 'ada@people.test' }],
  eventbrite: [{ image_id: null }],
  gitlab: [{ sub: '7' }],
  osso: [{ name: 'Ada', picture: 'https://people.test/ada.png' }],
  roblox: [{ email: 'ada@people.test' }],
  'united-effects': [{ name: 'Ada', picture: 'https://people.test/ada.png' }],
  yandex: [{ is_avatar_empty: true }],
}

/** What a platform may answer: as its sample shows, in further ways, and each time with one of its parts left out. */
export function possibleAnswers(name: string): Json[] {
  const sample = sampleFor(name)
  const { claims, profile, callback } = sample
  const user = callback?.user && { user: JSON.parse(callback.user) }
  const shown = ours[name]?.(sample) ?? { ...claims, ...profile, ...user }
  const whole = [shown, ...(further[name] ?? []).map((more) => ({ ...shown, ...more }))]
  return whole.flatMap((answer) => [
    answer,
    ...paths(answer).flatMap((path) => [without(answer, path), without(answer, path, null)]),
  ])
}

/** The same answer, as the module gets it. */
export function asTheirs(name: string, answer: Json): Json {
  return structuredClone(theirs[name]?.(answer) ?? answer)
}

function paths(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  return Object.entries(value).flatMap(([key, inner]) => paths(inner).map((path) => [key, ...path]))
}

/** A copy in which a part is missing, or is null. */
function without(answer: Json, path: string[], instead?: null): Json {
  const copy = structuredClone(answer)
  const last = path.at(-1) ?? ''
  const holder = path.slice(0, -1).reduce((here, key) => Object(Reflect.get(here, key)), copy)
  if (instead === null) Reflect.set(holder, last, null)
  else Reflect.deleteProperty(holder, last)
  return copy
}
