import type { AuthorizationServer } from 'oauth4webapi'
import type { App } from '../../app.ts'
import { emulatorOf } from '../../config/emulator.ts'
import { AuthError } from '../../errors.ts'
import { isLoopback } from '../../http/origin.ts'
import { isPrivateHost } from '../../http/private-network.ts'
import { type Answer, parseObject, sanitize } from './platform-response.ts'
import type { ResolvedOAuth } from './resolved.ts'

/** The seconds for which a platform's metadata is believed before it is asked again. */
const metadataTtlSeconds = 3600

/** A platform's endpoints and metadata: as configured, completed by discovery where that is needed. */
export async function authorizationServer(
  app: App,
  provider: ResolvedOAuth,
): Promise<AuthorizationServer> {
  const { issuer, authorization, token, userinfo, jwks_endpoint } = provider
  const configured = {
    ...(authorization.url && { authorization_endpoint: authorization.url.href }),
    ...(token.url && { token_endpoint: token.url.href }),
    ...(userinfo.url && { userinfo_endpoint: userinfo.url.href }),
    ...(jwks_endpoint && { jwks_uri: String(jwks_endpoint) }),
    ...(provider.revocation && { revocation_endpoint: provider.revocation.url }),
    ...(provider.endSession?.url && { end_session_endpoint: provider.endSession.url }),
  }
  const missing = unwritten(provider)
  if (missing.length === 0) {
    return { issuer: issuer ?? token.url?.origin ?? 'urn:none', ...configured }
  }
  const load = () => discover(app, provider)
  // Engines of one application share what they learn, and a provider's id does not say which platform it is about.
  const about = JSON.stringify([provider.id, issuer, provider.wellKnown, missing])
  return {
    ...(await app.services.memo(`discovery ${about}`, metadataTtlSeconds, load)),
    ...configured,
  }
}

/** The addresses that only the platform's metadata can tell. */
function unwritten(provider: ResolvedOAuth): string[] {
  const { type, authorization, token, userinfo, jwks_endpoint, dialect, idToken } = provider
  const asksUserinfo = type === 'oidc' ? idToken === false : !dialect.profile
  const missing: string[] = []
  if (isUnknown(authorization)) missing.push('authorization_endpoint')
  if (isUnknown(token)) missing.push('token_endpoint')
  if (asksUserinfo && isUnknown(userinfo)) missing.push('userinfo_endpoint')
  if (type === 'oidc' && !jwks_endpoint) missing.push('jwks_uri')
  return missing
}

function isUnknown({ url, request }: { url?: URL; request?: unknown }): boolean {
  return !url && !request
}

/** OpenID Connect Discovery §4; metadata must be about the issuer that was configured. */
async function discover(app: App, provider: ResolvedOAuth): Promise<AuthorizationServer> {
  const { address, metadata, issuer } = await fetchMetadata(app, provider)
  const expected = expectedIssuers(provider)
  if (expected[0] && !expected.some((one) => sameIssuer(issuer, one, provider))) {
    throw new AuthError('CheckFailed', `The metadata of ${expected[0]} is about another issuer`, {
      provider: provider.id,
      field: 'issuer',
      hint: `Set \`issuer\` to ${sanitize(issuer, 200)} if that is the platform you mean.`,
    })
  }
  const lacking = unwritten(provider).find((name) => metadata[name] === undefined)
  if (lacking) {
    throw new AuthError('PlatformError', `The metadata of ${provider.name} names no ${lacking}`, {
      provider: provider.id,
      field: lacking,
    })
  }
  const { hostname } = new URL(address)
  const local = emulatorOf(app.config, provider.id) !== undefined || isLoopback(hostname)
  assertProtected(metadata, provider, local)
  if (!local && !isPrivateHost(hostname)) assertPublic(metadata, provider)
  return { ...metadata, issuer }
}

const wellKnownPath = '/.well-known/openid-configuration'

/** Looks at the written address, else at the issuer's own: Auth.js's modules write some that its engine never reads. */
async function fetchMetadata(app: App, provider: ResolvedOAuth) {
  const { issuer, wellKnown } = provider
  const own = issuer && bare(issuer) + wellKnownPath
  const addresses = [wellKnown, own].filter((address) => address !== undefined)
  let status: number | undefined
  for (const address of new Set(addresses)) {
    const response = await providerFetch(app, provider)(address, {
      headers: { accept: 'application/json' },
    })
    const metadata = parseObject(await response.text())
    if (response.ok && typeof metadata?.issuer === 'string') {
      return { address, metadata, issuer: metadata.issuer }
    }
    status ??= response.status
  }
  throw new AuthError('PlatformError', `${provider.name} has no metadata at ${addresses[0]}`, {
    provider: provider.id,
    platform: { error: 'discovery_failed', ...(status !== undefined && { status }) },
    hint: 'Check `issuer` (or `wellKnown`): opened in a browser, that address must show JSON.',
  })
}

/** The issuers whose metadata it may be: the written one, or the one whose place the written address is. */
function expectedIssuers({ issuer, wellKnown }: ResolvedOAuth): string[] {
  const [place, rest] = wellKnown?.split(wellKnownPath) ?? []
  return [issuer, rest === undefined ? undefined : place].filter((one) => one !== undefined)
}

function bare(issuer: string): string {
  return issuer.replace(/\/$/, '')
}

/** Words for many tenants, and for one: the personal accounts, or a domain. Its id is the same tenant's. */
const manyTenants = /(?<=\/)(common|organizations|consumers)(?=\/|$)/
const oneTenant = /(?<=\w\/)(consumers|[^/]+\.[^/]+)(?=\/)/
const tenantId = /(?<=\/)[\da-f-]{36}(?=\/|$)/

/** Equal, give or take the final slash that people forget, or the tenant's id in the place of the word that was written for it. */
function sameIssuer(found: string, expected: string, { dialect }: ResolvedOAuth): boolean {
  if (bare(found) === bare(expected)) return true
  if (!dialect.tenant) return false
  const words = tenantId.test(found) ? oneTenant : manyTenants
  return bare(found).replace(tenantId, '{tenantid}') === bare(expected).replace(words, '{tenantid}')
}

/** The endpoints that the metadata names, those for clients with a certificate (RFC 8705 §5) included. */
function endpoints({ mtls_endpoint_aliases: aliases, ...metadata }: Answer): [string, unknown][] {
  return [...Object.entries(metadata), ...Object.entries(Object(aliases))].filter(
    ([name, value]) => /_endpoint$|^jwks_uri$/.test(name) && value !== undefined && value !== null,
  )
}

/** Secrets go to these addresses: https, or this machine if the metadata comes from it too. */
function assertProtected(metadata: Answer, provider: ResolvedOAuth, local: boolean): void {
  for (const [name, value] of endpoints(metadata)) {
    const url = typeof value === 'string' ? URL.parse(value) : null
    if (url?.protocol === 'https:') continue
    if (url?.protocol === 'http:' && local && isLoopback(url.hostname)) continue
    throw new AuthError('CheckFailed', `The platform's ${name} is not an https address`, {
      provider: provider.id,
      field: name,
    })
  }
}

/** A public issuer has no business in the inner network, where our requests would reach what strangers cannot. */
function assertPublic(metadata: Answer, provider: ResolvedOAuth): void {
  for (const [name, value] of endpoints(metadata)) {
    if (!isPrivateHost(new URL(String(value)).hostname)) continue
    throw new AuthError('CheckFailed', `The platform's ${name} is a private address`, {
      provider: provider.id,
      field: name,
      hint: 'Private addresses are accepted only from an issuer at one, or from the configuration.',
    })
  }
}

/** The way to this provider's platform: its module's own `fetch` if it has one, else the configured one. */
export function providerFetch({ services }: App, provider: ResolvedOAuth): typeof fetch {
  return services.providerFetch(provider.id, provider.ownFetch)
}
