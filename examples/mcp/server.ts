import type Provider from 'oidc-provider'
import { Auth } from '../../src/index.ts'
import GitHub from '../../src/providers/github.ts'
import { createApp } from './app.ts'
import { Consent } from './consent.ts'
import { createIssuer } from './issuer.ts'

/** A variable that must be set: with an empty key, anybody could sign. */
function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set`)
  return value
}

const url = process.env.AUTH_URL ?? 'http://localhost:3000'
const scopes = ['mcp:tools']
const auth = Auth({
  providers: [GitHub],
  parts: [Consent((): Provider => issuer)],
  database: 'file:./auth.db',
})
const redirect_uris = ['https://assistant.example.com/callback']
const issuer: Provider = createIssuer({
  url,
  resource: `${url}/mcp`,
  scopes,
  auth,
  clients: [{ client_id: 'assistant', redirect_uris, token_endpoint_auth_method: 'none' }],
  keys: [JSON.parse(required('OAUTH_KEY'))],
  cookieKeys: [required('OAUTH_COOKIE_KEY')],
})

createApp({ auth, issuer, url, scopes }).listen(3000)
