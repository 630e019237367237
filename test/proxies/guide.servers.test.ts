import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { longHeaders } from '../../src/cli/doctor/deployment/long-headers.ts'
import { findDeployment } from '../../src/cli/doctor/find-deployment.ts'
import { toNode } from '../../src/frameworks/node.ts'
import { Auth, type AuthConfig, type AuthInstance } from '../../src/index.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser, type TestBrowser } from '../../src/testing.ts'
import { available, programs, skipped } from '../../tools/available.mjs'
import { certificate } from '../certificate.ts'
import { type Certified, client } from '../flows/certified.ts'
import { certifiedWithLongTokens } from '../flows/long-tokens.ts'
import { secret } from '../setup.ts'
import { blockOf, type ProxyName, proxyNames, startProxyServer } from './proxies.ts'
import { through } from './through.ts'

const origin = 'https://your-app.example'
const installed = proxyNames.filter((name) => available(name))
for (const program of programs)
  if (proxyNames.includes(program.name as ProxyName) && !available(program.name))
    console.log(skipped(program))

/** An application on a port of this machine, as it stands behind a proxy, and a platform whose tokens are long. */
async function application(config: Partial<AuthConfig> = {}): Promise<Application> {
  const platform = await certifiedWithLongTokens(3_000, `${origin}/api/auth/callback/certified`)
  const auth = Auth({
    providers: [
      {
        id: 'certified',
        name: 'Certified',
        type: 'oidc',
        issuer: platform.issuer,
        clientId: client.client_id,
        clientSecret: client.client_secret,
      },
    ],
    secret,
    trustHost: true,
    logger: { warn: () => {} },
    ...config,
    runtime: { env: { NODE_ENV: 'test' } },
  })
  const routes = toNode(auth)
  const server = createServer((request, response) => routes(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => server.close() && server.closeAllConnections())
  return { auth, platform, port: (server.address() as AddressInfo).port }
}

interface Application {
  auth: AuthInstance
  platform: Certified
  port: number
}

/** Starts the proxy in front of an application, and a browser in front of both. */
async function behind(
  name: ProxyName,
  { platform, port }: Application,
): Promise<{ browser: TestBrowser; send: (request: Request) => Promise<Response> }> {
  const proxy = await startProxyServer(name, blockOf(name), certificate, port)
  onTestFinished(() => proxy.stop())
  const send = through(proxy.port)
  // Caddy makes its certificates when it has begun to listen.
  const status = () => send(new Request(`${origin}/api/auth/csrf`)).then((answer) => answer.status)
  await expect.poll(() => status().catch(() => 0)).toBe(200)
  return { browser: createBrowser({ origin, app: send, atPlatform: platform.visit }), send }
}

/** The headers of a request of this browser, as they arrive behind a proxy. */
function arrived({ headers }: TestBrowser): Headers {
  const forwarded = { host: 'your-app.example', 'x-forwarded-proto': 'https' }
  return new Headers([...headers, ...Object.entries(forwarded)])
}

describe.each(installed)('behind %s, set up as the guide says', (name) => {
  test('somebody signs in at a platform with long tokens, and the tokens come back', async () => {
    const app = await application()
    const { browser } = await behind(name, app)
    const response = await browser.signIn('certified')
    expect(response.headers.getSetCookie().join('').length).toBeGreaterThan(5_000)
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    expect((await app.auth.accessToken(arrived(browser), 'certified')).length).toBeGreaterThan(
      3_000,
    )
  })

  test('twelve kilobytes of cookies arrive', async () => {
    const { send } = await behind(name, await application())
    const cookie = `one=${'1'.repeat(6_000)}; two=${'2'.repeat(6_000)}`
    const response = await send(
      new Request(`${origin}/api/auth/providers`, { headers: { cookie } }),
    )
    expect(response.status).toBe(200)
  })

  test('forwarded headers of a visitor count for nothing', async () => {
    const app = await application({ storage: memory() })
    const { browser } = await behind(name, app)
    const foreign = {
      'x-forwarded-host': 'attacker.example',
      'x-forwarded-proto': 'http',
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'for=203.0.113.9;host=attacker.example;proto=http',
    }
    const list = await browser.visit('/api/auth/providers', foreign)
    const { certified } = (await list.json()) as { certified: { callbackUrl: string } }
    expect(certified.callbackUrl).toBe(`${origin}/api/auth/callback/certified`)
    await browser.signIn('certified', { headers: foreign })
    const [session] = await app.auth.sessions.list(arrived(browser))
    expect(session?.ip).toBe('127.0.0.1')
  })
})

test.runIf(installed.includes('nginx'))(
  'the doctor says what nginx refuses unless it is told otherwise',
  async () => {
    const app = await application()
    const found = async (block: string) => {
      const proxy = await startProxyServer('nginx', block, certificate, app.port)
      onTestFinished(() => proxy.stop())
      const { deployment } = await findDeployment(
        new URL(`http://127.0.0.1:${proxy.port}`),
        undefined,
      )
      if (!deployment) throw new Error('Nothing was found')
      return longHeaders.look(deployment)
    }
    const plain = blockOf('nginx')
      .replace('listen 443 ssl', 'listen 443')
      .replace(/^ *ssl_.*\n/gm, '')
    const withDefaults = plain.replace(/^ *(proxy_buffer|large_client).*\n/gm, '')
    expect(await found(plain)).toEqual([])
    expect(await found(withDefaults)).toMatchObject([
      {
        level: 'warning',
        message:
          'An answer with 5 kB of headers arrives as 502: a sign-in that sets long cookies would end so',
      },
    ])
    const narrow = plain.replace(
      'large_client_header_buffers 4 16k',
      'large_client_header_buffers 4 4k',
    )
    expect(await found(narrow)).toMatchObject([
      { level: 'problem', message: /7000 bytes of cookies/ },
    ])
  },
)
