import { variableName } from '../../config/environment.ts'
import { assertTypes } from '../../config/option-kinds.ts'
import { substitute, type Values } from '../../config/placeholders.ts'
import { configError, missingKey } from '../../config/problems.ts'
import type { ProviderInputs } from '../../config/provider-inputs.ts'
import { readUrl } from '../../config/url.ts'
import { mapProfile, profileMap } from '../../description/profile-map.ts'
import type { Dialect } from '../../types/dialect.ts'
import type { Profile, TokenSet } from '../../types/models.ts'
import type { ProfileCallback } from '../../types/provider.ts'
import { refusedCallback } from './configure/callback-address.ts'
import { readChecks } from './configure/checks.ts'
import { readClient } from './configure/client.ts'
import { readAddress, readEndpoints } from './configure/endpoints.ts'
import { readVariables } from './configure/variables.ts'
import type { OpenIdPart, ResolvedOAuth, WrittenOAuth } from './resolved.ts'

type Configured = Omit<ResolvedOAuth, 'method'>

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

const kinds = {
  account: 'function',
  allowDangerousEmailAccountLinking: 'boolean',
  profile: 'function',
}

/** Fills in and checks one OAuth 2 or OpenID Connect provider, for which there may be the code of the latter. */
export function configureOAuth(
  config: WrittenOAuth,
  inputs: ProviderInputs,
  openId: OpenIdPart | undefined,
): Configured {
  const { id, problem } = config
  if (problem)
    throw configError(`providers.${id}.${problem.field}`, problem.found, problem.hint, id)
  assertTypes(config, kinds, `providers.${id}.`, {}, id)
  const env = (field: string) => inputs.env[variableName(id, field)] || undefined
  const clientId = config.clientId ?? env('id')
  if (!clientId) throw missingKey(id, 'clientId', 'has no client id', variableName(id, 'id'))
  const given: { issuer?: string } = {}
  const issuer = config.issuer ?? env('issuer')
  if (issuer) given.issuer = issuer
  const values: Values = { ...readVariables(id, config.variables, given, inputs.env), clientId }
  const written: WrittenOAuth = { ...config, ...fillFields(config, values) }
  const { variables, options, ...rest } = written
  const filledIssuer = values.issuer ?? (issuer && substitute(issuer, values))
  const resolved: Configured = {
    ...rest,
    ...readEndpoints(written, filledIssuer, openId),
    clientId,
    ...readClient(written, env('secret'), openId),
    issuer: filledIssuer,
    jwks_endpoint: written.jwks_endpoint,
    ...(written.style && { style: Object.freeze({ ...written.style }) }),
    checks: readChecks(written, written.redirectProxyUrl ?? inputs.redirectProxyUrl),
    profile: filledProfile(written.profile, values),
    account: written.account ?? defaultAccount,
    dialect: readDialect(written),
    revocation: readAddress(id, 'revocation', written.revocation),
    endSession: readAddress(id, 'endSession', written.endSession),
    openId,
    ownFetch: symbolValue(written, 'custom-fetch'),
    ...redirectProxy(written, inputs),
  }
  assertAddresses(resolved)
  report(resolved, inputs)
  return resolved
}

/** Keys and tokens come and go by these addresses too: whoever listens could sign as the platform, or as the person. */
function assertAddresses({ id, jwks_endpoint, dialect }: Configured): void {
  const addresses = {
    jwks_endpoint,
    'dialect.refresh.url': dialect.refresh?.url,
    'dialect.userinfo.emails.url': dialect.userinfo?.emails?.url,
    'dialect.photo.url': dialect.photo?.url,
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

/**
 * A platform that will refuse our callback address is better named now than by its error page: in production the configuration is
 * refused, elsewhere the developer is told. So is what was given up by writing `none`.
 */
function report(provider: Configured, inputs: ProviderInputs): void {
  const { id } = provider
  // The practice platform takes this machine's addresses.
  const refusal = inputs.emulated ? undefined : refusedCallback(provider, inputs)
  if (refusal && inputs.production) {
    const hint = 'Change AUTH_URL or the options that the message names.'
    throw configError(`providers.${id}`, refusal, hint, id)
  }
  if (inputs.production) return
  if (refusal) inputs.warn(refusal)
  if (provider.clientAuthentication === 'none' && !provider.client?.token_endpoint_auth_method) {
    inputs.warn(
      `${id} has no \`clientSecret\`. If it is a public client, say \`client: { token_endpoint_auth_method: 'none' }\``,
    )
  }
  if (provider.checks.includes('state')) return
  inputs.warn(
    `${id} signs in without state: whoever makes a visitor open a callback address signs them in`,
  )
}

/** A map may name the provider's variables, such as the host of a picture. */
function filledProfile(
  profile: ProfileCallback<Profile> | undefined,
  values: Values,
): ProfileCallback<Profile> {
  const map = profileMap(profile)
  return map ? mapProfile(substitute(map, values)) : (profile ?? defaultProfile)
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
