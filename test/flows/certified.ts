import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, {
  type ClientMetadata,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import { onTestFinished } from 'vitest'
import {
  Auth,
  type AuthConfig,
  type AuthError,
  type OIDCConfig,
  type Profile,
} from '../../src/index.ts'
import { createBrowser, type TestBrowser } from '../../src/testing.ts'
import { origin, secret } from '../setup.ts'
import { storage } from './certified-storage.ts'

/** What is registered at the certified server unless a test says otherwise. */
export const client: ClientMetadata & { client_id: string; client_secret: string } = {
  client_id: 'portico',
  client_secret: 'a-client-secret-of-sufficient-length-42',
  redirect_uris: [`${origin}/api/auth/callback/certified`],
  id_token_signed_response_alg: 'ES256',
}

/** A certified OpenID Connect server (oidc-provider) on this machine, and what reached it. */
export interface Certified {
  issuer: string
  /** `METHOD /path` of every request, oldest first. */
  received: string[]
  /** What a person's browser does there; returns where it is sent. */
  visit(url: string): Promise<string | Request>
}

const person = { name: 'Ada Lovelace', email: 'ada@people.test', email_verified: true }
const signingKey = crypto.subtle
  .generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  .then(({ privateKey }) => crypto.subtle.exportKey('jwk', privateKey))
  .then(({ kty, crv, x, y, d }) => ({ kty, crv, x, y, d, kid: 'one', use: 'sig', alg: 'ES256' }))

/** Starts the server; it stops with the test. */
export async function certified(
  registered: Partial<ClientMetadata> = {},
  rules: Partial<Configuration> = {},
): Promise<Certified> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => server.close() && server.closeAllConnections())
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const provider: Provider = new Provider(issuer, {
    adapter: storage(),
    clients: [{ ...client, ...registered }],
    jwks: { keys: [await signingKey] },
    cookies: { keys: ['practice'] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    enabledJWA: { idTokenSigningAlgValues: ['ES256', 'HS256'] },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    findAccount: (_context, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...person }),
    }),
    loadExistingGrant: ({ oidc }) => consent(provider, oidc),
    renderError(context, { error, error_description }) {
      context.body = `${error}: ${error_description}`
    },
    ...rules,
    features: { devInteractions: { enabled: false }, ...rules.features },
    interactions: { url: (_context, { uid }) => `/login/${uid}` },
  })
  const received: string[] = []
  const answer = provider.callback()
  server.on('request', async (request, response) => {
    const path = String(request.url).split('?')[0] ?? ''
    received.push(`${request.method} ${path}`)
    if (!path.startsWith('/login/')) return answer(request, response)
    await provider.interactionFinished(request, response, { login: { accountId: 'ada' } })
  })
  return { issuer, received, visit: (url) => walk(url, issuer) }
}

/** Everybody consents to everything. */
async function consent(provider: Provider, { client, session }: KoaContextWithOIDC['oidc']) {
  const clientId = String(client?.clientId)
  const grant = new provider.Grant({ clientId, accountId: String(session?.accountId) })
  grant.addOIDCScope('openid profile email')
  await grant.save()
  return grant
}

/** Follows redirects with a cookie jar until they leave the server; a form that posts itself becomes a request. */
async function walk(start: string, issuer: string): Promise<string | Request> {
  const jar = new Map<string, string>()
  for (let url = start; ; ) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = response.headers.get('location')
    if (location === null) return formOf(await response.text())
    url = new URL(location, url).href
    if (!url.startsWith(issuer)) return url
  }
}

function formOf(page: string): Request {
  const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1]
  if (!action) throw new Error(`The server keeps the person: ${page}`)
  const fields = [...page.matchAll(/name="([^"]+)" value="([^"]*)"/g)]
  const body = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value]))
  return new Request(action, { method: 'POST', body, headers: { origin: 'null' } })
}

/** An application that signs people in at that server. */
export function application(
  { issuer, visit }: Certified,
  changes: Partial<OIDCConfig<Profile>> = {},
  config: Partial<AuthConfig> = {},
): { browser: TestBrowser; errors: AuthError[]; warnings: string[] } {
  const errors: AuthError[] = []
  const warnings: string[] = []
  const { handler } = Auth({
    providers: [
      {
        id: 'certified',
        name: 'Certified',
        type: 'oidc',
        issuer,
        clientId: client.client_id,
        clientSecret: client.client_secret,
        ...changes,
      },
    ],
    secret,
    url: origin,
    logger: { error: (error) => errors.push(error), warn: (message) => warnings.push(message) },
    ...config,
    runtime: { env: { NODE_ENV: 'test' }, ...config.runtime },
  })
  return { browser: createBrowser({ origin, app: handler, atPlatform: visit }), errors, warnings }
}
