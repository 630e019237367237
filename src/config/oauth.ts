import { mapProfile } from '../define.ts'
import { variableName } from '../http/environment.ts'
import type { Dialect, EndSession, PlatformFacts, Revocation } from '../types/dialect.ts'
import type { Profile, TokenSet } from '../types/nouns.ts'
import type {
  AuthorizationEndpointHandler,
  OIDCConfig,
  OIDCConfigInternal,
  ProfileCallback,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
  Written,
} from '../types/provider.ts'
import { readUrl, wrong } from './address.ts'
import { readVariables, substitute, type Values } from './variables.ts'
import type { World } from './world.ts'

/** What an endpoint's configuration becomes. The address is missing when discovery tells it. */
export type ResolvedEndpoint<Handler> = Omit<Handler, 'url' | 'params'> & { url?: URL }

/** An OAuth 2 or OpenID Connect provider after the configuration was read. */
export interface ResolvedOAuth
  extends Readonly<Omit<PlatformFacts, 'dialect' | 'revocation' | 'endSession' | 'variables'>>,
    Readonly<
      Pick<OIDCConfigInternal<Profile>, 'id' | 'name' | 'type' | 'checks' | 'profile' | 'account'>
    >,
    Readonly<
      Pick<
        OIDCConfig<Profile>,
        | 'style'
        | 'client'
        | 'clientSecret'
        | 'idToken'
        | 'wellKnown'
        | 'jwks_endpoint'
        | 'redirectProxyUrl'
        | 'allowDangerousEmailAccountLinking'
      >
    > {
  readonly clientId: string
  readonly issuer: string | undefined
  readonly authorization: ResolvedEndpoint<AuthorizationEndpointHandler>
  readonly token: ResolvedEndpoint<TokenEndpointHandler>
  readonly userinfo: ResolvedEndpoint<UserinfoEndpointHandler>
  readonly dialect: Dialect
  readonly revocation: Revocation | undefined
  readonly endSession: EndSession | undefined
  /** Parameters of the authorization request, kept apart from its address. */
  readonly authorizationParams: Readonly<Record<string, string>>
  readonly clientAuthentication: string
  /** The provider module's own `fetch`, as Auth.js's modules may bring one. */
  readonly ownFetch: typeof fetch | undefined
}

/** A provider of either protocol as someone wrote it. */
export type WrittenOAuth = Omit<Written<OIDCConfig<Profile>>, 'type'> & { type: 'oauth' | 'oidc' }

const placed = [
  'issuer',
  'wellKnown',
  'authorization',
  'token',
  'userinfo',
  'revocation',
  'endSession',
  'jwks_endpoint',
  'dialect',
  'client',
] as const

/** Fills in and checks one OAuth 2 or OpenID Connect provider. */
export function resolveOAuth(config: WrittenOAuth, world: World): ResolvedOAuth {
  const { id } = config
  const env = (field: string) => world.env[variableName(id, field)] || undefined
  const clientId = config.clientId ?? env('id')
  if (!clientId) {
    throw wrong(
      `providers.${id}.clientId`,
      `The provider ${id} has no client id`,
      `Pass \`clientId\`, or set ${variableName(id, 'id')}.`,
      id,
    )
  }
  const given: { issuer?: string } = {}
  const issuer = config.issuer ?? env('issuer')
  if (issuer) given.issuer = issuer
  const values: Values = { ...readVariables(id, config.variables, given, world.env), clientId }
  const written: WrittenOAuth = { ...config, ...fillPlaces(config, values) }
  const { variables, options, ...rest } = written
  const filledIssuer = values.issuer ?? (issuer && substitute(issuer, values))
  const resolved: ResolvedOAuth = {
    ...rest,
    ...readEndpoints(written, filledIssuer),
    clientId,
    ...secretOf(written, env('secret')),
    issuer: filledIssuer,
    jwks_endpoint: written.jwks_endpoint,
    checks: readChecks(written, written.redirectProxyUrl ?? world.redirectProxyUrl),
    profile: written.profile ?? (defaultProfile as ProfileCallback<Profile>),
    account: written.account ?? defaultAccount,
    dialect: dialectOf(written),
    revocation: readAddress(id, 'revocation', written.revocation),
    endSession: readAddress(id, 'endSession', written.endSession),
    ownFetch: symbolValue(written, 'custom-fetch'),
    ...redirectProxy(written, world),
  }
  reportCallback(resolved, world)
  return resolved
}

function fillPlaces(config: WrittenOAuth, values: Values): Partial<WrittenOAuth> {
  return Object.fromEntries(
    placed
      .filter((key) => config[key] !== undefined)
      .map((key) => [key, substitute(config[key], values)]),
  )
}

function readEndpoints(config: WrittenOAuth, issuer: string | undefined) {
  const { id, type } = config
  if (type === 'oidc' && !issuer && !config.wellKnown) {
    throw wrong(
      `providers.${id}.issuer`,
      `The OpenID Connect provider ${id} has no issuer`,
      `Pass \`issuer\`, or set ${variableName(id, 'issuer')}.`,
      id,
    )
  }
  if (issuer) readUrl(`providers.${id}.issuer`, issuer, id)
  if (config.wellKnown) readUrl(`providers.${id}.wellKnown`, config.wellKnown, id)
  const discoverable = issuer !== undefined || config.wellKnown !== undefined
  const authorization = readEndpoint(id, 'authorization', config.authorization)
  const token = readEndpoint(id, 'token', config.token)
  const userinfo = readEndpoint(id, 'userinfo', config.userinfo)
  for (const [name, { url, request }] of Object.entries({ authorization, token, userinfo })) {
    const elsewhere = name === 'userinfo' && (config.dialect?.profile || type === 'oidc')
    if (!url && !request && !discoverable && !elsewhere) throw missing(id, name)
  }
  const params = scoped(authorization.params, type)
  for (const [key, value] of Object.entries(token.params)) token.url?.searchParams.set(key, value)
  for (const [key, value] of Object.entries(userinfo.params))
    userinfo.url?.searchParams.set(key, value)
  return { authorization, token, userinfo, authorizationParams: Object.freeze(params) }
}

function scoped(params: Record<string, string>, type: 'oauth' | 'oidc'): Record<string, string> {
  return type === 'oidc' && !('scope' in params)
    ? { ...params, scope: 'openid profile email' }
    : params
}

interface Endpoint {
  url?: string
  params?: Record<string, unknown>
  request?: unknown
}

type Read<Handler> = Omit<Handler, 'url' | 'params'> & { url?: URL; params: Record<string, string> }

function readEndpoint<Handler extends Endpoint>(
  id: string,
  name: string,
  written: string | Handler | undefined,
): Read<Handler> {
  const handler = typeof written === 'string' ? { url: written } : (written ?? {})
  const { url, params, ...rest } = handler as Endpoint
  const read = { ...rest, params: textParams(params) }
  if (url === undefined) return read as Read<Handler>
  const address = readUrl(`providers.${id}.${name}`, String(url), id)
  if (name === 'authorization') {
    // Parameters are kept apart, so that those which the flow sets are never doubled.
    read.params = { ...Object.fromEntries(address.searchParams), ...read.params }
    address.search = ''
  }
  return { ...read, url: address } as Read<Handler>
}

function textParams(params: Record<string, unknown> | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params ?? {})
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => [
        key,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]),
  )
}

function missing(id: string, name: string) {
  return wrong(
    `providers.${id}.${name}`,
    `The provider ${id} has no ${name} endpoint`,
    `Add \`${name}\`, or \`issuer\` if the platform offers discovery.`,
    id,
  )
}

/** An address with or without details. */
function readAddress<T extends { url: string }>(
  id: string,
  field: string,
  written: string | T | undefined,
): T | undefined {
  const address = typeof written === 'string' ? ({ url: written } as T) : written
  if (address) readUrl(`providers.${id}.${field}`, address.url, id)
  return address
}

const known = new Set(['none', 'state', 'nonce', 'pkce'])

function readChecks(config: WrittenOAuth, proxy: string | undefined): ResolvedOAuth['checks'] {
  const { id, type } = config
  const checks = config.checks ?? ['pkce']
  for (const check of checks) {
    const fits = known.has(check) && (check !== 'nonce' || type === 'oidc')
    if (fits) continue
    throw wrong(
      `providers.${id}.checks`,
      `The provider ${id} lists the check "${String(check)}"`,
      `Use ${type === 'oidc' ? 'state, nonce, pkce' : 'state, pkce'} or none.`,
      id,
    )
  }
  if (checks.length === 0) {
    throw wrong(
      `providers.${id}.checks`,
      `The provider ${id} has an empty list of checks`,
      "Leave `checks` out, or write ['none'] if the platform really supports none.",
      id,
    )
  }
  // `none` takes away only what would be added; a check that is listed is made.
  const added = proxy || !checks.includes('none') ? (['state'] as const) : []
  return [...new Set([...checks.filter((check) => check !== 'none'), ...added])]
}

function secretOf(config: WrittenOAuth, fromEnvironment: string | undefined) {
  const { id } = config
  const clientSecret = config.clientSecret ?? fromEnvironment
  const method = config.client?.token_endpoint_auth_method
  const clientAuthentication =
    typeof method === 'string' ? method : clientSecret ? 'client_secret_basic' : 'none'
  if (!methods.has(clientAuthentication)) {
    throw wrong(
      `providers.${id}.client.token_endpoint_auth_method`,
      `The provider ${id} authenticates with "${clientAuthentication}"`,
      `Use one of ${[...methods].join(', ')}.`,
      id,
    )
  }
  if (
    clientAuthentication.startsWith('client_secret') &&
    !clientSecret &&
    !config.signClientSecret
  ) {
    throw wrong(
      `providers.${id}.clientSecret`,
      `The provider ${id} has no client secret`,
      `Pass \`clientSecret\`, or set ${variableName(id, 'secret')}.`,
      id,
    )
  }
  return { clientAuthentication, ...(clientSecret && { clientSecret }) }
}

const methods = new Set([
  'client_secret_basic',
  'client_secret_post',
  'client_secret_jwt',
  'private_key_jwt',
  'none',
])

function redirectProxy(config: WrittenOAuth, world: World): { redirectProxyUrl?: string } {
  const proxy = config.redirectProxyUrl ?? world.redirectProxyUrl
  if (!proxy) return {}
  readUrl(`providers.${config.id}.redirectProxyUrl`, proxy, config.id)
  return { redirectProxyUrl: proxy.replace(/\/+$/, '') }
}

/** A platform that will refuse our callback address is better named now than by its error page. */
function reportCallback(provider: ResolvedOAuth, world: World): void {
  if (!provider.checkCallback || !world.origin || !world.production) return
  const callback = new URL(`${world.origin}${world.basePath}/callback/${provider.id}`)
  const problem = provider.checkCallback(callback)
  if (problem)
    throw wrong(
      `providers.${provider.id}`,
      `${provider.name} will refuse ${callback.href}: ${problem}`,
      'Change AUTH_URL or the options that the message names.',
      provider.id,
    )
}

const defaultProfile: ProfileCallback<Profile> = mapProfile({
  id: ['sub', 'id'],
  name: ['name', 'nickname', 'preferred_username'],
  email: 'email',
  image: 'picture',
  emailVerified: 'email_verified',
})

const keptTokens = [
  'access_token',
  'id_token',
  'refresh_token',
  'expires_at',
  'refresh_expires_at',
  'scope',
  'token_type',
  'session_state',
] as const

function defaultAccount(tokens: TokenSet): TokenSet {
  return Object.fromEntries(
    keptTokens.filter((key) => tokens[key] !== undefined).map((key) => [key, tokens[key]]),
  )
}

/**
 * Auth.js's modules mark two platforms by a symbol that says no more than "conform". Both meanings are words of our
 * vocabulary, and each is without effect where it does not apply.
 */
function dialectOf(config: WrittenOAuth): Dialect {
  const marked = symbolValue(config, 'conform-internal') !== undefined
  return Object.freeze({
    ...(marked && { tenant: 'tid', callbackProfile: 'user' }),
    ...config.dialect,
  })
}

/** Each copy of Auth.js has symbols of its own, told only by their description. */
function symbolValue<T>(config: object, description: string): T | undefined {
  const symbol = Object.getOwnPropertySymbols(config).find((own) => own.description === description)
  return symbol && Reflect.get(config, symbol)
}
