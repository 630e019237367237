import type { App } from '../../app.ts'
import type { Revocation } from '../../types/dialect.ts'
import type { TokenSet } from '../../types/models.ts'
import { authorizationServer, providerFetch } from './authorization-server.ts'
import { clientAuthentication } from './client-authentication.ts'
import { createPlatformClient } from './platform-client.ts'
import { findFailure, parseObject, platformError } from './platform-response.ts'
import type { ResolvedOAuth } from './resolved.ts'

/** The platform's way to take tokens back, from its file or its metadata; undefined if it has none. */
export async function findRevocation(
  app: App,
  provider: ResolvedOAuth,
): Promise<Revocation | undefined> {
  if (provider.revocation) return provider.revocation
  const { revocation_endpoint: url } = provider.issuer
    ? await authorizationServer(app, provider)
    : {}
  return url ? { url } : undefined
}

/** Asks the platform to take a token back (RFC 7009). An empty answer is a yes, whatever its type. */
export async function revoke(
  app: App,
  provider: ResolvedOAuth,
  revocation: Revocation,
  tokens: TokenSet,
): Promise<void> {
  const token =
    (revocation.token ? tokens[revocation.token] : tokens.refresh_token) ||
    tokens.access_token ||
    ''
  const { url, init } = await revocationRequest(app, provider, revocation, token)
  const response = await providerFetch(app, provider)(url, init)
  const answer = parseObject(await response.text())
  const failure = answer && findFailure(answer, provider, 'revocation')
  if (response.ok && !failure) return
  throw platformError(
    provider,
    'revocation',
    response.status,
    failure ?? { error: 'unsuccessful_status' },
    [token],
  )
}

async function revocationRequest(
  app: App,
  provider: ResolvedOAuth,
  revocation: Revocation,
  token: string,
) {
  const { url: address, method = 'POST', in: place = { form: 'token' }, client } = revocation
  const url = new URL(address)
  const headers = new Headers({
    accept: 'application/json',
    'user-agent': 'portico',
    ...revocation.headers,
  })
  const body = new URLSearchParams()
  if (client !== false) {
    const authenticate = await clientAuthentication(
      provider,
      Math.floor(app.services.now() / 1000),
      client,
    )
    const platform = await createPlatformClient(app, provider)
    await authenticate(platform.server, platform.client, body, headers)
  }
  if (place === 'bearer' || revocation.bearer) headers.set('authorization', `Bearer ${token}`)
  if (typeof place === 'object') {
    if ('query' in place) url.searchParams.set(place.query, token)
    else body.set('form' in place ? place.form : place.json, token)
  }
  const asJson = typeof place === 'object' && 'json' in place
  if (asJson) headers.set('content-type', 'application/json')
  const content = asJson ? JSON.stringify(Object.fromEntries(body)) : body
  return {
    url: url.href,
    init: { method, headers, ...(method !== 'GET' && body.size > 0 && { body: content }) },
  }
}
