import type { AuthConfig, Limit, Logger, Pages, Runtime } from '../types/config.ts'
import type { Callbacks, Events } from '../types/hooks.ts'
import type { Language } from '../types/language.ts'
import type { Theme } from '../types/theme.ts'

type Names<T> = Record<keyof Required<T>, true>

/** The type of an option; `any` if the code that reads it checks it. */
type OptionType = 'string' | 'boolean' | 'function' | 'object' | 'any'

/** The options of `Auth()`. */
export const options: Record<keyof AuthConfig, OptionType> = {
  providers: 'any',
  parts: 'any',
  secret: 'any',
  url: 'string',
  basePath: 'string',
  mount: 'string',
  trustHost: 'boolean',
  trustedOrigins: 'any',
  redirectProxyUrl: 'string',
  session: 'object',
  database: 'any',
  storage: 'any',
  webhooks: 'object',
  limits: 'any',
  clientIp: 'function',
  callbacks: 'object',
  events: 'object',
  pages: 'object',
  theme: 'object',
  account: 'object',
  language: 'any',
  languages: 'any',
  cookies: 'object',
  logger: 'object',
  debug: 'boolean',
  runtime: 'object',
}

/** The options of `runtime`. */
export const runtimeOptions: Record<keyof Runtime, OptionType> = {
  fetch: 'function',
  outbound: 'object',
  now: 'function',
  env: 'object',
  dev: 'boolean',
  emulator: 'string',
}

/** The names of callbacks. */
export const callbackNames: Names<Callbacks> = {
  signIn: true,
  redirect: true,
  jwt: true,
  session: true,
}
/** The events that an application can handle. */
export const eventNames: Names<Events> = {
  signIn: true,
  signOut: true,
  createUser: true,
  updateUser: true,
  deleteUser: true,
  linkAccount: true,
  unlinkAccount: true,
  revoke: true,
  endSession: true,
  endSessions: true,
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
  links: true,
  radius: true,
  font: true,
  buttonText: true,
  colorScheme: true,
  css: true,
}
const themeLinks: Names<NonNullable<Theme['links']>> = { terms: true, privacy: true, support: true }
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
  absoluteMaxAge: true,
  remember: true,
  check: true,
  fromAuthjs: true,
}
const logger: Names<Logger> = { error: true, warn: true, debug: true }

type Nested<Option extends keyof AuthConfig> = Names<Exclude<AuthConfig[Option], undefined>>

/** The names inside the options that are objects. */
export const nestedOptions: {
  cookies: Nested<'cookies'>
  webhooks: Nested<'webhooks'>
  account: Nested<'account'>
  'runtime.outbound': Names<NonNullable<Runtime['outbound']>>
  [option: string]: Readonly<Record<string, unknown>>
} = {
  callbacks: callbackNames,
  events: eventNames,
  pages,
  theme,
  'theme.links': themeLinks,
  language,
  session,
  cookies: { prefix: true, domain: true },
  webhooks: { endSessions: true },
  account: { changeName: true },
  runtime: runtimeOptions,
  'runtime.outbound': { timeout: true, size: true },
  logger,
}

/** The names inside each of the limits. */
export const limitFields: Names<Limit> = { perAccount: true, perClient: true, seconds: true }
