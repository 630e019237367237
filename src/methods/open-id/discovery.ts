import type { AuthorizationServer } from 'oauth4webapi'
import type { App } from '../../app.ts'
import { emulatorOf } from '../../config/emulator.ts'
import { AuthError } from '../../errors.ts'
import { isLoopback } from '../../http/origin.ts'
import { isPrivateHost } from '../../http/private-network.ts'
import { providerFetch } from '../oauth/authorization-server.ts'
import { type Answer, parseObject, sanitize } from '../oauth/platform-response.ts'
import type { ResolvedOAuth } from '../oauth/resolved.ts'

/** OpenID Connect Discovery §4; metadata must be about the issuer that was configured. */
export async function discover(
  app: App,
  provider: ResolvedOAuth,
  wanted: readonly string[],
): Promise<AuthorizationServer> {
  const { address, metadata, issuer } = await fetchMetadata(app, provider)
  const expected = expectedIssuers(provider)
  if (expected[0] && !expected.some((one) => sameIssuer(issuer, one, provider))) {
    throw new AuthError('CheckFailed', `The metadata of ${expected[0]} is about another issuer`, {
      provider: provider.id,
      field: 'issuer',
      hint: `Set \`issuer\` to ${sanitize(issuer, 200)} if that is the platform you mean.`,
    })
  }
  const lacking = wanted.find((name) => metadata[name] === undefined)
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

/** Issuers whose metadata it may be: the written issuer's, or the one whose place the written address is. */
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
