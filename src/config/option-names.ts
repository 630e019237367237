import type { AuthConfig, Callbacks, Events, Logger, Pages } from '../types/config.ts'
import type { Language } from '../types/language.ts'
import type { Theme } from '../types/theme.ts'
import { nearest } from './did-you-mean.ts'
import { configError } from './problems.ts'

type Names<T> = Record<keyof Required<T>, true>
type Nested<Option extends keyof AuthConfig> = Names<Exclude<AuthConfig[Option], undefined>>

/** What `Auth()` takes. */
export const optionNames: Names<AuthConfig> = {
  providers: true,
  secret: true,
  url: true,
  basePath: true,
  mount: true,
  trustHost: true,
  trustedOrigins: true,
  redirectProxyUrl: true,
  session: true,
  database: true,
  storage: true,
  webhooks: true,
  limits: true,
  clientIp: true,
  callbacks: true,
  events: true,
  pages: true,
  theme: true,
  language: true,
  languages: true,
  cookies: true,
  logger: true,
  debug: true,
  fetch: true,
  outbound: true,
  now: true,
  env: true,
  dev: true,
  emulator: true,
}

/** The application's decisions. */
export const callbackNames: Names<Callbacks> = {
  signIn: true,
  redirect: true,
  jwt: true,
  session: true,
}
/** What the application can be told. */
export const eventNames: Names<Events> = {
  signIn: true,
  signOut: true,
  createUser: true,
  updateUser: true,
  linkAccount: true,
  session: true,
  takeover: true,
  webhook: true,
}
const pages: Names<Pages> = {
  signIn: true,
  signOut: true,
  error: true,
  verifyRequest: true,
  newUser: true,
}
const theme: Names<Theme> = {
  name: true,
  logo: true,
  logoDark: true,
  brandColor: true,
  brandColorDark: true,
  radius: true,
  font: true,
  buttonText: true,
  colorScheme: true,
  css: true,
}
const language: Names<Language> = {
  lang: true,
  dir: true,
  text: true,
  methods: true,
  mail: true,
  errors: true,
  timeZone: true,
}
const session: Nested<'session'> = {
  strategy: true,
  maxAge: true,
  updateAge: true,
  fromAuthjs: true,
}
const cookies: Nested<'cookies'> = { prefix: true, domain: true }
const outbound: Nested<'outbound'> = { timeout: true, size: true }
const webhooks: Nested<'webhooks'> = { endSessions: true }
const logger: Names<Logger> = { error: true, warn: true, debug: true }

const nested = {
  callbacks: callbackNames,
  events: eventNames,
  pages,
  theme,
  language,
  session,
  cookies,
  outbound,
  webhooks,
  logger,
}

/** What people write for something that is called otherwise here. */
const otherNames: Readonly<Record<string, string>> = {
  'theme.colour': 'theme.brandColor',
  'theme.color': 'theme.brandColor',
  'theme.primaryColor': 'theme.brandColor',
}

/**
 * Options that nobody reads: misspelt, or another library's. TypeScript sees most of them, but not all. A callback with nearly the
 * right name is refused, because it decides who gets in; anything else is named.
 */
export function unknownOptions(config: object): string[] {
  const top = strangers(config, optionNames).map((name) => describe(name, Object.keys(optionNames)))
  const inner = Object.entries(nested).flatMap(([option, names]) => {
    const value: unknown = Reflect.get(config, option)
    if (typeof value !== 'object' || value === null) return []
    const known = Object.keys(names).map((name) => `${option}.${name}`)
    const unread = strangers(value, names).filter((name) => names !== callbackNames || !meant(name))
    return unread.map((name) => describe(`${option}.${name}`, known))
  })
  return [...top, ...inner]
}

/** Refuses a callback that would never be called although somebody relies on it. */
export function assertCallbackNames(written: object | undefined): void {
  for (const name of strangers(written ?? {}, callbackNames)) {
    const intended = meant(name)
    if (!intended) continue
    throw configError(
      `callbacks.${name}`,
      `There is no callback "${name}": it would never be called`,
      `Did you mean "${intended}"?`,
    )
  }
}

/** The callback that a name is nearly. */
function meant(name: string): string | undefined {
  return nearest(name, Object.keys(callbackNames))
}

/** A class keeps its methods elsewhere than an object does. */
function strangers(written: object, known: object): string[] {
  const prototype: object = Object.getPrototypeOf(written) ?? Object.prototype
  const methods = prototype === Object.prototype ? [] : Object.getOwnPropertyNames(prototype)
  const names = [...Object.keys(written), ...methods.filter((name) => name !== 'constructor')]
  return names.filter((name) => !Object.hasOwn(known, name))
}

function describe(name: string, known: readonly string[]): string {
  const other = Object.hasOwn(otherNames, name) ? otherNames[name] : nearest(name, known)
  return `Unknown option "${name}": it is ignored.${other ? ` Did you mean "${other}"?` : ''}`
}
