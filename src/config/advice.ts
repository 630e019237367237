import type { AuthConfig } from '../types/config.ts'
import { crossSiteOrigins } from './cross-site-origins.ts'
import { nearest } from './did-you-mean.ts'
import { intendedCallback, unknownNames } from './option-names.ts'
import { callbackNames, limitFields, nestedOptions, options, runtimeOptions } from './options.ts'

/** A part, by the events that it emits. */
type Emitter = { readonly events?: readonly string[] }

/** The configuration as it was read, as far as advice needs it. */
interface Whole {
  readonly actingOrigins: readonly string[]
  readonly origin: string | undefined
  readonly parts: readonly { readonly limits?: object }[]
}

/** Warnings about options without effect: misspelt, another library's, or useless here. TypeScript finds most of them, but not all. */
export interface Advice {
  /** About the options of `Auth()`. A misspelt callback is refused instead. */
  onOptions(config: AuthConfig, basePath?: string, parts?: readonly Emitter[]): string[]
  /** About the options of a provider, whose method knows their names. */
  onProvider(provider: { id: string }, known: readonly string[]): string[]
  /** About options that depend on others: limits that no part counts, and acting origins on other sites, which get no cookies. */
  onWhole(read: Whole, written: AuthConfig): string[]
}

/** Part of `node-only.ts`: bundles for browsers and workers leave it out. */
export const advice: Advice = {
  onOptions(config, basePath = '', parts = []) {
    const top = unknownNames(config, options).map((name) => describe(name, Object.keys(options)))
    const inner = Object.entries(nestedOptions).flatMap(([option, names]) => {
      const value = valueAt(config, option)
      if (typeof value !== 'object' || value === null) return []
      const known = Object.keys(names).map((name) => `${option}.${name}`)
      const ofParts = option === 'events' ? parts.flatMap(({ events = [] }) => events) : []
      return unknownNames(value, names)
        .filter((name) => !ofParts.includes(name))
        .filter((name) => names !== callbackNames || !intendedCallback(name))
        .map((name) => describe(`${option}.${name}`, known))
    })
    return [...top, ...inner, ...pathAdvice(config, basePath)]
  },

  // Only near misses are named: modules made for Auth.js may have options that Portico does not know.
  onProvider: (provider, known) =>
    Object.keys(provider).flatMap((name) => {
      if (known.length === 0 || known.includes(name)) return []
      const meant = Object.hasOwn(otherPlaces, name) ? otherPlaces[name] : nearest(name, known, 1)
      return meant
        ? `Unknown option "${name}" of the provider ${provider.id}: it is ignored. Did you mean \`${meant}\`?`
        : []
    }),

  onWhole: ({ actingOrigins, origin, parts }, { limits }) => [
    ...crossSiteOrigins(actingOrigins, origin),
    ...limitAdvice(limits || {}, parts),
  ],
}

/** Endings of paths that are meant for sign-in routes. Another path in the address is more often the application's own. */
const routesPath = /(auth|account|log-?in|log-?on|session|sign-?in|sso)s?$/i

function pathAdvice({ basePath, url }: AuthConfig, read: string): string[] {
  if (basePath !== undefined || read === '' || routesPath.test(read)) return []
  const name = url === undefined ? 'AUTH_URL' : '`url`'
  return [
    `${name} ends with ${read}, so that is where the routes are. If your application is there, end it with ${read}/api/auth.`,
  ]
}

/** Warnings about limits that no part counts. */
function limitAdvice(
  limits: Readonly<Record<string, object | undefined>>,
  parts: Whole['parts'],
): string[] {
  const counted = Object.assign({}, ...parts.map(({ limits }) => limits))
  const unknown = (place: string, value: object | undefined, names: object) =>
    unknownNames(value ?? {}, names).map((name) =>
      describe(
        place + name,
        Object.keys(names).map((known) => place + known),
      ),
    )
  const inside = Object.entries(limits).flatMap(([kind, limit]) =>
    unknown(`limits.${kind}.`, limit, limitFields),
  )
  return [...unknown('limits.', limits, counted), ...inside]
}

/** The value at a path of options, such as `runtime.outbound`. */
function valueAt(config: object, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => Object(at)[name], config)
}

/** Names that other options have elsewhere, with Portico's. */
const otherNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.keys(runtimeOptions).map((name) => [name, `runtime.${name}`])),
  baseURL: 'url',
  emailAndPassword: 'providers',
  plugins: 'parts',
  socialProviders: 'providers',
  'theme.colour': 'theme.brandColor',
  'theme.color': 'theme.brandColor',
  'theme.primaryColor': 'theme.brandColor',
}

/** Misplaced options, with their right places. */
const otherPlaces: Readonly<Record<string, string>> = {
  scope: "authorization: { params: { scope: '…' } }",
  scopes: "authorization: { params: { scope: '…' } }",
}

function describe(name: string, known: readonly string[]): string {
  const other = Object.hasOwn(otherNames, name) ? otherNames[name] : nearest(name, known)
  return `Unknown option "${name}": it is ignored.${other ? ` Did you mean "${other}"?` : ''}`
}
