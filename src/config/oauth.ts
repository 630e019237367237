import { mapProfile } from '../define-provider.ts'
import type { Dialect } from '../types/dialect.ts'
import type { Profile, TokenSet } from '../types/models.ts'
import type { ProfileCallback } from '../types/provider.ts'
import { configError, readUrl } from './address.ts'
import { refusedCallback } from './callback.ts'
import { readChecks } from './checks.ts'
import { readClient } from './client.ts'
import { readAddress, readEndpoints } from './endpoints.ts'
import { variableName } from './environment.ts'
import type { ProviderInputs } from './provider-inputs.ts'
import type { ResolvedOAuth, WrittenOAuth } from './resolved.ts'
import { readVariables, substitute, type Values } from './variables.ts'

const filledFields = [
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
export function resolveOAuth(config: WrittenOAuth, inputs: ProviderInputs): ResolvedOAuth {
  const { id, problem } = config
  if (problem)
    throw configError(`providers.${id}.${problem.field}`, problem.found, problem.hint, id)
  const env = (field: string) => inputs.env[variableName(id, field)] || undefined
  const clientId = config.clientId ?? env('id')
  if (!clientId) {
    throw configError(
      `providers.${id}.clientId`,
      `The provider ${id} has no client id`,
      `Pass \`clientId\`, or set ${variableName(id, 'id')}.`,
      id,
    )
  }
  const given: { issuer?: string } = {}
  const issuer = config.issuer ?? env('issuer')
  if (issuer) given.issuer = issuer
  const values: Values = { ...readVariables(id, config.variables, given, inputs.env), clientId }
  const written: WrittenOAuth = { ...config, ...fillFields(config, values) }
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
    checks: readChecks(written, written.redirectProxyUrl ?? inputs.redirectProxyUrl),
    profile: written.profile ?? (defaultProfile as ProfileCallback<Profile>),
    account: written.account ?? defaultAccount,
    dialect: readDialect(written),
    revocation: readAddress(id, 'revocation', written.revocation),
    endSession: readAddress(id, 'endSession', written.endSession),
    ownFetch: symbolValue(written, 'custom-fetch'),
    ...redirectProxy(written, inputs),
  }
  assertFunctions(resolved)
  assertAddresses(resolved)
  reportCallback(resolved, inputs)
  return resolved
}

/** `define()` takes a map in place of `profile`; what stands in `providers` must be a function. */
function assertFunctions(provider: ResolvedOAuth): void {
  const { id } = provider
  for (const field of ['profile', 'account'] as const) {
    if (typeof provider[field] === 'function') continue
    const found = `The provider ${id} has a \`${field}\` that is not a function`
    throw configError(`providers.${id}.${field}`, found, `Write \`${field}\` as a function.`, id)
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

function fillFields(config: WrittenOAuth, values: Values): Partial<WrittenOAuth> {
  return Object.fromEntries(
    filledFields
      .filter((key) => config[key] !== undefined)
      .map((key) => [key, substitute(config[key], values)]),
  )
}

function redirectProxy(
  config: WrittenOAuth,
  inputs: ProviderInputs,
): { redirectProxyUrl?: string } {
  const proxy = config.redirectProxyUrl ?? inputs.redirectProxyUrl
  if (!proxy) return {}
  readUrl(`providers.${config.id}.redirectProxyUrl`, proxy, config.id)
  return { redirectProxyUrl: proxy.replace(/\/+$/, '') }
}

/** A platform that will refuse our callback address is better named now than by its error page. */
function reportCallback(
  provider: ResolvedOAuth,
  { production, origin, basePath }: ProviderInputs,
): void {
  const refusal = production && refusedCallback(provider, { origin, basePath })
  if (!refusal) return
  throw configError(
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
function readDialect(config: WrittenOAuth): Dialect {
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
