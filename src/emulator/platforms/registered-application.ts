import type { Platform } from '../types.ts'
import { apple } from './apple.ts'
import { discord } from './discord.ts'
import { documentedPeople } from './documented/people.ts'
import { documented, type Offline } from './documented/platform.ts'
import type { Sample } from './documented/sample.ts'
import { facebook } from './facebook.ts'
import { github } from './github.ts'
import { google } from './google.ts'
import { line } from './line.ts'
import { linkedin } from './linkedin.ts'
import { microsoftEntraId } from './microsoft-entra-id.ts'
import type { OAuth2App } from './oauth2/description.ts'
import { practiceApp } from './oauth2/registration.ts'
import { slack } from './slack.ts'
import { spotify } from './spotify.ts'
import { practiceApps } from './tiktok/registration.ts'
import { tiktok } from './tiktok.ts'
import { twitch } from './twitch.ts'
import { twitter } from './twitter.ts'

/** A platform of the catalogue with one registered application, and the provider's options for it. */
export type Practice = {
  readonly platform: Platform
  /** The provider's options: keys, and the variables in its addresses. */
  readonly options: PracticeOptions
}

/** Options of a provider, all of them strings. */
export type PracticeOptions = Readonly<Record<string, string>> & {
  readonly clientId: string
  readonly clientSecret: string
}

/**
 * The application's callback addresses: its base path, and its origin if known; or exactly the addresses in `only`. With `webhooks`, the
 * platform also sends webhooks to that origin.
 */
export type Callbacks = {
  /** The application's name, for the consent page. */
  readonly app?: string | undefined
} & (
  | {
      readonly path: string
      readonly origin?: string | undefined
      readonly webhooks?: boolean
    }
  | { readonly only: readonly string[] }
)

/** The platforms with rules of their own in this folder, each written from its documentation. */
const strict: Readonly<Record<string, (app: OAuth2App) => Platform>> = {
  apple: (app) => apple({ apps: [app] }),
  discord: (app) => discord({ apps: [app] }),
  facebook: (app) => facebook({ apps: [app] }),
  github: (app) => github({ apps: [app] }),
  google: (app) => google({ apps: [app] }),
  line: (app) => line({ apps: [app] }),
  linkedin: (app) => linkedin({ apps: [app] }),
  'microsoft-entra-id': (app) => microsoftEntraId({ apps: [app] }),
  slack: (app) => slack({ apps: [app] }),
  spotify: (app) => spotify({ apps: [app] }),
  twitch: (app) => twitch({ apps: [app] }),
  twitter: (app) => twitter({ apps: [app] }),
}

/** The ids of all platforms that can be played. */
export async function practiceIds(): Promise<readonly string[]> {
  const { samples } = await import('./documented/samples.ts')
  return ['tiktok', ...Object.keys(strict), ...Object.keys(samples)]
}

/** Plays a platform of the catalogue for one application; undefined where there is no such platform. */
export async function emulate(id: string, callbacks: Callbacks): Promise<Practice | undefined> {
  const redirects = redirectsTo(id, callbacks)
  const named = callbacks.app ? { name: callbacks.app } : {}
  if (id === 'tiktok') return practiseTikTok({ ...named, redirects }, webhookOf(id, callbacks))
  const app = { ...practiceApp(id), ...named, redirect_uris: redirects }
  const keys = { clientId: app.client_id, clientSecret: app.client_secret ?? '' }
  const make = Object.hasOwn(strict, id) ? strict[id] : undefined
  if (make) return { platform: make(app), options: keys }
  const { samples } = await import('./documented/samples.ts')
  const json = Object.hasOwn(samples, id) ? samples[id] : undefined
  return json === undefined ? undefined : fromSample(id, JSON.parse(json), keys, app)
}

function fromSample(
  id: string,
  { name, offline, sample }: { name: string; offline: Offline; sample: Sample },
  keys: Practice['options'],
  { name: app, redirect_uris }: OAuth2App,
): Practice {
  const told = Object.entries(sample.options ?? {}).map(([option, value]) => [
    option,
    String(value),
  ])
  const options: PracticeOptions = { ...keys, ...Object.fromEntries(told) }
  const people = documentedPeople(sample)
  const use = { client: options, offline, redirect_uris, name, people, ...(app && { app }) }
  return { platform: documented(id, sample, use), options }
}

/** Plays TikTok, whose portal has one list for this machine and one for the web. */
function practiseTikTok(
  { redirects, ...named }: { readonly name?: string; readonly redirects: readonly string[] },
  webhook_url: string | undefined,
): Practice {
  const [sandbox] = practiceApps
  const { client_key: clientId = '', client_secret: clientSecret = '' } = sandbox ?? {}
  const desktop = redirects.filter((one) => /^https?:\/\/(localhost|127\.0\.0\.1):/.test(one))
  const web = redirects.filter((address) => !desktop.includes(address))
  const keys = { client_key: clientId, client_secret: clientSecret }
  const app = { ...sandbox, ...named, ...keys, web, desktop, ...(webhook_url && { webhook_url }) }
  return { platform: tiktok({ apps: [app] }), options: { clientId, clientSecret } }
}

/** Any port of this machine, and the application's own address. */
function redirectsTo(id: string, callbacks: Callbacks): readonly string[] {
  if ('only' in callbacks) return callbacks.only
  const { path, origin } = callbacks
  const machine = ['http://localhost', 'http://127.0.0.1', 'https://localhost', 'https://127.0.0.1']
  const own =
    origin?.startsWith('https://') && !/^https:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(origin)
  return [...machine.map((host) => `${host}:*`), ...(own ? [origin] : [])].map(
    (host) => `${host}${path}/callback/${id}`,
  )
}

function webhookOf(id: string, callbacks: Callbacks): string | undefined {
  if ('only' in callbacks || !callbacks.webhooks || !callbacks.origin) return undefined
  return `${callbacks.origin}${callbacks.path}/webhook/${id}`
}
