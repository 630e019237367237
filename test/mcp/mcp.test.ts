import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  auth as authorize,
  type OAuthClientProvider,
} from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import type Provider from 'oidc-provider'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../examples/mcp/app.ts'
import { Consent } from '../../examples/mcp/consent.ts'
import { createIssuer } from '../../examples/mcp/issuer.ts'
import { Auth } from '../../src/index.ts'
import { type OperatorCalls, Operators } from '../../src/parts/operators.ts'
import Credentials from '../../src/providers/credentials.ts'
import { memory } from '../../src/storage/memory.ts'
import { storage as issuerStorage } from '../flows/certified-storage.ts'
import { secret } from '../setup.ts'

const scopes = ['mcp:tools']
const callback = 'http://127.0.0.1:9/callback'
const webCallback = 'https://assistant.example.com/callback'

/** A browser that keeps cookies and follows redirects, until one leads to the program. */
function browser(origin: string) {
  const jar = new Map<string, string>()
  const send = async (url: string, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { accept: 'text/html', origin, ...init.headers, cookie }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = [
        pair.slice(0, pair.indexOf('=')),
        pair.slice(pair.indexOf('=') + 1),
      ]
      if (/expires=Thu, 01 Jan 1970|max-age=0/i.test(line) || value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
  const follow = async (start: string, init?: RequestInit) => {
    let [url, response] = [start, await send(start, init)]
    for (let to = response.headers.get('location'); to; to = response.headers.get('location')) {
      url = new URL(to, url).href
      if (!url.startsWith(origin)) return { url, page: '' }
      response = await send(url)
    }
    return { url, page: await response.text(), status: response.status }
  }
  const post = (url: string, form: Record<string, string>) =>
    follow(url, { method: 'POST', body: new URLSearchParams(form) })
  return { follow, post, send }
}

/** The application on a port of this machine. */
async function house(strategy: 'cookie' | 'database' = 'cookie') {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => server.close() && server.closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const storage = memory()
  const user = await storage.createUser({
    id: 'ada',
    name: 'Ada',
    email: 'ada@people.test',
    emailVerified: null,
  })
  let issuer: Provider | undefined
  const auth = Auth({
    providers: [
      Credentials({
        credentials: { name: {} },
        authorize: ({ name }) => (name === 'ada' ? { id: user.id, name: 'Ada' } : null),
      }),
    ],
    parts: [Consent(() => issuer as Provider), Operators()],
    secret,
    url,
    storage,
    session: { strategy },
    runtime: { env: { NODE_ENV: 'test' } },
  })
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const { kty, crv, x, y, d } = await crypto.subtle.exportKey('jwk', pair.privateKey)
  issuer = createIssuer({
    url,
    resource: `${url}/mcp`,
    scopes,
    auth,
    clients: [
      {
        client_id: 'assistant',
        redirect_uris: [callback],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
      },
      // A program on a server is not asked about again, once the person agreed.
      {
        client_id: 'web',
        redirect_uris: [webCallback],
        token_endpoint_auth_method: 'none',
      },
    ],
    keys: [{ kty, crv, x, y, d, kid: 'one', use: 'sig', alg: 'ES256' } as never],
    cookieKeys: ['cookies of the practice server'],
    adapter: issuerStorage(),
  })
  server.on('request', createApp({ auth, issuer, url, scopes }))
  return { url, auth, issuer, user, storage }
}

/** The program's side, as the SDK wants it. */
function program(clientId?: string, redirectUrl = callback) {
  const kept: { tokens?: OAuthTokens; verifier?: string; address?: string } = {}
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      redirect_uris: [redirectUrl],
      client_name: 'Assistant',
      scope: scopes.join(' '),
    },
    clientInformation: () => (clientId ? { client_id: clientId } : undefined),
    tokens: () => kept.tokens,
    saveTokens(tokens) {
      kept.tokens = tokens
    },
    redirectToAuthorization(url) {
      kept.address = url.href
    },
    saveCodeVerifier(verifier) {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
  }
  return { provider, address: () => kept.address ?? '', tokens: () => kept.tokens }
}

describe('an MCP server behind Portico', () => {
  test('lets the SDK’s own client in after the person signed in and agreed', async () => {
    const { url, user } = await house()
    const { provider, address, tokens } = program('assistant')
    expect(await authorize(provider, { serverUrl: `${url}/mcp` })).toBe('REDIRECT')
    expect(new URL(address()).searchParams.get('resource')).toBe(`${url}/mcp`)
    const person = browser(url)
    const signIn = await person.follow(address())
    expect(signIn.url).toContain('/api/auth/signin')
    const callbackUrl = new URL(signIn.url).searchParams.get('callbackUrl') ?? ''
    const asked = await person.post(`${url}/api/auth/callback/credentials`, {
      name: 'ada',
      callbackUrl,
    })
    expect(asked.page).toContain('Let assistant act for you?')
    expect(asked.page).toContain('mcp:tools')
    const back = await person.post(`${url}/api/auth/consent`, { answer: 'allow' })
    const code = new URL(back.url).searchParams.get('code') ?? ''
    expect(await authorize(provider, { serverUrl: `${url}/mcp`, authorizationCode: code })).toBe(
      'AUTHORIZED',
    )
    expect(tokens()?.token_type).toBe('Bearer')
    const client = new Client({ name: 'assistant', version: '1.0.0' })
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      authProvider: provider,
    })
    await client.connect(transport as Parameters<Client['connect']>[0])
    const said = await client.callTool({ name: 'whoami', arguments: {} })
    expect(said.content).toEqual([{ type: 'text', text: user.id }])
    await client.close()
  })

  test('renews the token of a program that asked for access while nobody is there', async () => {
    const { url } = await house()
    const { provider, address, tokens } = program('assistant')
    await authorize(provider, { serverUrl: `${url}/mcp`, scope: 'mcp:tools offline_access' })
    const person = browser(url)
    await person.follow(address())
    await person.post(`${url}/api/auth/callback/credentials`, {
      name: 'ada',
      callbackUrl: `${url}/api/auth/consent`,
    })
    const back = await person.post(`${url}/api/auth/consent`, { answer: 'allow' })
    const code = new URL(back.url).searchParams.get('code') ?? ''
    await authorize(provider, { serverUrl: `${url}/mcp`, authorizationCode: code })
    const first = tokens()?.access_token
    expect(tokens()?.refresh_token).toEqual(expect.any(String))
    expect(await authorize(provider, { serverUrl: `${url}/mcp` })).toBe('AUTHORIZED')
    expect(tokens()?.access_token).not.toBe(first)
  })

  test('tells the program where to ask, and refuses requests without a good token', async () => {
    const { url } = await house()
    for (const headers of [{}, { authorization: 'Bearer x.y.z' }]) {
      const refused = await fetch(`${url}/mcp`, { method: 'POST', headers })
      expect(refused.status).toBe(401)
      expect(refused.headers.get('www-authenticate')).toContain('resource_metadata=')
    }
    const metadata = await fetch(`${url}/.well-known/oauth-protected-resource/mcp`)
    expect(await metadata.json()).toMatchObject({
      resource: `${url}/mcp`,
      authorization_servers: [url],
    })
  })

  test('registers no program that comes along', async () => {
    const { url } = await house()
    const { provider } = program()
    await expect(
      authorize({ ...provider, saveClientInformation() {} }, { serverUrl: `${url}/mcp` }),
    ).rejects.toThrow(/registration/)
  })

  test('issues no token for another resource', async () => {
    const { url } = await house()
    const { provider, address } = program('assistant')
    await authorize(provider, { serverUrl: `${url}/mcp` })
    const other = new URL(address())
    other.searchParams.set('resource', 'https://other.example.com')
    const { url: to, page } = await browser(url).follow(other.href)
    expect(to + page).toMatch(/invalid_target|error/)
    expect(to).not.toContain('code=')
  })

  test('gives nobody a code who refuses, and asks nobody in a browser that was not asked', async () => {
    const { url } = await house()
    const { provider, address } = program('assistant')
    await authorize(provider, { serverUrl: `${url}/mcp` })
    const person = browser(url)
    await person.follow(address())
    await person.post(`${url}/api/auth/callback/credentials`, {
      name: 'ada',
      callbackUrl: `${url}/api/auth/consent`,
    })
    const stranger = browser(url)
    await stranger.post(`${url}/api/auth/callback/credentials`, { name: 'ada' })
    expect((await stranger.follow(`${url}/api/auth/consent`)).status).toBe(400)
    const back = await person.post(`${url}/api/auth/consent`, { answer: 'no' })
    expect(new URL(back.url).searchParams.get('error')).toBe('access_denied')
  })

  test('asks again after the person signed out of the application, and the other way round', async () => {
    const { url } = await house()
    const { provider, address } = program('web', webCallback)
    const person = browser(url)
    const ask = async () => {
      await authorize(provider, { serverUrl: `${url}/mcp` })
      return person.follow(address())
    }
    const signIn = () => {
      const callbackUrl = `${url}/api/auth/consent`
      return person.post(`${url}/api/auth/callback/credentials`, { name: 'ada', callbackUrl })
    }
    expect((await ask()).url).toContain('/api/auth/signin')
    await signIn()
    const back = await person.post(`${url}/api/auth/consent`, { answer: 'allow' })
    expect(back.url).toContain('code=')
    // The server knows the person and what they agreed to, so that nobody is asked.
    expect((await ask()).url).toContain('code=')
    const found = await fetch(`${url}/.well-known/openid-configuration`)
    const { end_session_endpoint: end, registration_endpoint } = (await found.json()) as Record<
      string,
      string
    >
    expect([end, registration_endpoint]).toEqual([`${url}/api/auth/signout`, undefined])
    await person.post(end ?? '', {})
    expect(await (await person.send(`${url}/api/auth/session`)).json()).toBeNull()
    expect((await ask()).url).toContain('/api/auth/signin')
  })

  test('keeps a program signed in while the database is away, and not for a user who was deleted', async () => {
    const { url, auth, user, storage } = await house()
    const { provider, address } = program('assistant')
    await authorize(provider, { serverUrl: `${url}/mcp` })
    const asked = new URL(address())
    asked.searchParams.set('scope', 'mcp:tools offline_access')
    asked.searchParams.set('prompt', 'consent')
    const person = browser(url)
    await person.follow(asked.href)
    const callbackUrl = `${url}/api/auth/consent`
    await person.post(`${url}/api/auth/callback/credentials`, { name: 'ada', callbackUrl })
    const back = await person.post(callbackUrl, { answer: 'allow' })
    const code = new URL(back.url).searchParams.get('code') ?? ''
    await authorize(provider, { serverUrl: `${url}/mcp`, authorizationCode: code })
    const refresh = async () => {
      const { refresh_token = '' } = (await provider.tokens()) ?? {}
      const form = { grant_type: 'refresh_token', client_id: 'assistant', refresh_token }
      const body = new URLSearchParams(form)
      const response = await fetch(`${url}/oauth/token`, { method: 'POST', body })
      const answer = (await response.json()) as OAuthTokens & { error?: string }
      if (response.ok) await provider.saveTokens(answer)
      return answer.error
    }
    expect(await refresh()).toBeUndefined()
    const { getUser, listAccounts } = storage
    const away = () => Promise.reject(new Error('the database is away'))
    Object.assign(storage, { getUser: away, listAccounts: away })
    expect(await refresh()).toBe('server_error')
    Object.assign(storage, { getUser, listAccounts })
    expect(await refresh()).toBeUndefined()
    await auth.users.delete({ userId: user.id })
    expect(await refresh()).toBe('invalid_grant')
  })

  test.each(['block', 'end all sessions', 'delete'] as const)(
    'takes the access of a program back whose user an operator does this to: %s',
    async (act) => {
      const { url, auth, user } = await house('database')
      const { provider, address } = program('web', webCallback)
      const person = browser(url)
      const consent = `${url}/api/auth/consent`
      const ask = async (more: Record<string, string> = {}) => {
        await authorize(provider, { serverUrl: `${url}/mcp` })
        const asked = new URL(address())
        for (const [name, value] of Object.entries(more)) asked.searchParams.set(name, value)
        return person.follow(asked.href)
      }
      const signIn = () =>
        person.post(`${url}/api/auth/callback/credentials`, { name: 'ada', callbackUrl: consent })
      const allow = async () => {
        const back = await person.post(consent, { answer: 'allow' })
        const code = new URL(back.url).searchParams.get('code') ?? ''
        await authorize(provider, { serverUrl: `${url}/mcp`, authorizationCode: code })
      }
      const refresh = async () => {
        const { refresh_token = '' } = (await provider.tokens()) ?? {}
        const form = { grant_type: 'refresh_token', client_id: 'web', refresh_token }
        const body = new URLSearchParams(form)
        const response = await fetch(`${url}/oauth/token`, { method: 'POST', body })
        const answer = (await response.json()) as OAuthTokens & { error?: string }
        if (response.ok) await provider.saveTokens(answer)
        return answer.error
      }
      await ask({ scope: 'mcp:tools offline_access', prompt: 'consent' })
      await signIn()
      await allow()
      expect(await refresh()).toBeUndefined()
      const { block, unblock } = auth.users as typeof auth.users & OperatorCalls['users']
      const acts = {
        block: () => block(user.id),
        'end all sessions': () => auth.sessions.endAll({ userId: user.id }),
        delete: () => auth.users.delete({ userId: user.id }),
      }
      await acts[act]()
      expect(await refresh()).toBe('invalid_grant')
      if (act === 'delete') return
      await unblock(user.id)
      expect(await refresh()).toBe('invalid_grant')
      // What Ada agreed to is gone: she is asked anew, and her answer counts.
      await provider.saveTokens(undefined as never)
      expect((await ask()).url).toContain('/api/auth/signin')
      expect((await signIn()).page).toContain('Let web act for you?')
      await allow()
      expect((await provider.tokens())?.access_token).toEqual(expect.any(String))
    },
  )
})
