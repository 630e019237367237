import { mapProfile } from '../define.ts'
import { variableName } from '../http/environment.ts'
import type { Dialect } from '../types/dialect.ts'
import type { Profile, TokenSet } from '../types/nouns.ts'
import type { ProfileCallback } from '../types/provider.ts'
import { readUrl, wrong } from './address.ts'
import { refusedCallback } from './callback.ts'
import { readChecks } from './checks.ts'
import { readClient } from './client.ts'
import { readAddress, readEndpoints } from './endpoints.ts'
import type { ResolvedOAuth, WrittenOAuth } from './resolved.ts'
import { readVariables, substitute, type Values } from './variables.ts'
import type { World } from './world.ts'

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
  const { id, problem } = config
  if (problem) throw wrong(`providers.${id}.${problem.field}`, problem.found, problem.hint, id)
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
    ...readClient(written, env('secret')),
    issuer: filledIssuer,
    jwks_endpoint: written.jwks_endpoint,
    ...(written.style && { style: Object.freeze({ ...written.style }) }),
    checks: readChecks(written, written.redirectProxyUrl ?? world.redirectProxyUrl),
    profile: written.profile ?? (defaultProfile as ProfileCallback<Profile>),
    account: written.account ?? defaultAccount,
    dialect: dialectOf(written),
    revocation: readAddress(id, 'revocation', written.revocation),
    endSession: readAddress(id, 'endSession', written.endSession),
    ownFetch: symbolValue(written, 'custom-fetch'),
    ...redirectProxy(written, world),
  }
  assertFunctions(resolved)
  assertAddresses(resolved)
  reportCallback(resolved, world)
  return resolved
}

/** `define()` takes a map in place of `profile`; what stands in `providers` must be a function. */
function assertFunctions(provider: ResolvedOAuth): void {
  const { id } = provider
  for (const field of ['profile', 'account'] as const) {
    if (typeof provider[field] === 'function') continue
    const found = `The provider ${id} has a \`${field}\` that is not a function`
    throw wrong(`providers.${id}.${field}`, found, `Write \`${field}\` as a function.`, id)
  }
}

/** Keys and tokens come and go by these addresses too: whoever listens could sign as the platform, or as the person. */
function assertAddresses({ id, jwks_endpoint, dialect }: ResolvedOAuth): void {
  const addresses = {
    jwks_endpoint,
    'dialect.refresh.url': dialect.refresh?.url,
    'dialect.userinfo.emails.url': dialect.userinfo?.emails?.url,
  }
  for (const [field, address] of Object.entries(addresses)) {
    if (address) readUrl(`providers.${id}.${field}`, String(address), id)
  }
}

function fillPlaces(config: WrittenOAuth, values: Values): Partial<WrittenOAuth> {
  return Object.fromEntries(
    placed
      .filter((key) => config[key] !== undefined)
      .map((key) => [key, substitute(config[key], values)]),
  )
}

function redirectProxy(config: WrittenOAuth, world: World): { redirectProxyUrl?: string } {
  const proxy = config.redirectProxyUrl ?? world.redirectProxyUrl
  if (!proxy) return {}
  readUrl(`providers.${config.id}.redirectProxyUrl`, proxy, config.id)
  return { redirectProxyUrl: proxy.replace(/\/+$/, '') }
}

/** A platform that will refuse our callback address is better named now than by its error page. */
function reportCallback(provider: ResolvedOAuth, { production, origin, basePath }: World): void {
  const refusal = production && refusedCallback(provider, { origin, basePath })
  if (!refusal) return
  throw wrong(
    `providers.${provider.id}`,
    refusal,
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
