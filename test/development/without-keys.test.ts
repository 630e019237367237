import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Emulator, emulator, turnstileToken } from '../../src/emulator/index.ts'
import { toNode } from '../../src/frameworks/node.ts'
import { Auth, type AuthConfig } from '../../src/index.ts'
import { Notices } from '../../src/parts/notices.ts'
import { Turnstile } from '../../src/parts/turnstile.ts'
import Email from '../../src/providers/email.ts'
import GitHub from '../../src/providers/github.ts'
import Google from '../../src/providers/google.ts'
import Password from '../../src/providers/password.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import { strong } from '../attacks/mistakes.ts'
import { develop } from './application.ts'

const keys = { clientId: 'mine', clientSecret: 'my-secret' }
const here = process.cwd()
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hdev-'))
  process.chdir(folder)
})
afterEach(() => {
  process.chdir(here)
  rmSync(folder, { recursive: true })
})

describe('with nothing in the environment', () => {
  test('people sign in at every platform, as whoever they like', async () => {
    const { browser, said } = develop({ providers: [TikTok, Google, GitHub] })
    for (const platform of ['tiktok', 'google', 'github']) {
      await browser.signIn(platform, { as: 'ada' })
      expect((await browser.session())?.user.name).toMatch(/^Ada/)
      await browser.signOut()
    }
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(
      /^Development: TikTok, Google and GitHub have no keys, so the emulator at http:\/\/127\.0\.0\.1:\d+ plays them/,
    )
  })

  test('the secret is kept in a file that git ignores, and people stay signed in', async () => {
    const { browser, said } = develop({ providers: [TikTok] })
    await browser.signIn('tiktok')
    const secret = readFileSync('.portico/secret', 'utf8').trim()
    expect(readFileSync('.portico/.gitignore', 'utf8')).toBe('*\n')
    expect(said[0]).toContain(join('.portico', 'secret'))
    expect(said.join()).not.toContain(secret)
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    const restarted = develop({ providers: [TikTok] })
    expect(await restarted.auth.session(new Headers({ cookie }))).not.toBeNull()
    expect(readFileSync('.portico/secret', 'utf8').trim()).toBe(secret)
  })

  test('a person who withdraws consent at the practice TikTok is told by webhook, to the address of the application', async () => {
    const told: unknown[] = []
    const server = createServer((request, response) => toNode(auth)(request, response))
    await once(server.listen(0, 'localhost'), 'listening')
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`
    const { auth, browser, said } = develop(
      {
        providers: [TikTok],
        storage: memory(),
        runtime: { env: { NODE_ENV: 'development', AUTH_URL: origin } },
        events: { webhook: ({ event, user }) => void told.push([event.removed, user?.name]) },
      },
      origin,
    )
    await browser.signIn('tiktok', { as: 'ada' })
    const [emulator] = /http:\/\/127\.0\.0\.1:\d+/.exec(said.join()) ?? []
    const init = {
      method: 'POST',
      headers: { origin: String(emulator) },
      body: new URLSearchParams({ platform: 'tiktok', persona: 'ada' }),
    }
    expect((await fetch(`${emulator}/actions/disconnect`, init)).ok).toBe(true)
    await expect.poll(() => told).toEqual([[true, 'Ada']])
    server.closeAllConnections()
    server.close()
  })

  test('an address of this machine to which TikTok would send no webhook is that of an application all the same', async () => {
    const origin = 'http://127.0.0.2:3000'
    const runtime = { env: { NODE_ENV: 'development', AUTH_URL: origin } }
    const { browser, said } = develop({ providers: [TikTok], runtime }, origin)
    expect((await browser.visit('/api/auth/signin')).status).toBe(200)
    expect(said.join()).not.toContain('could not be started')
  })

  test('mails are in the inbox that the line names', async () => {
    const providers = [Email({ from: 'hello@example.com' })]
    const { browser, said } = develop({ providers, storage: memory() })
    await browser.submit('/api/auth/signin/email', { email: 'ada@example.com' })
    expect(said[0]).toMatch(/Email has no keys.* Emails are at http\S+\/inbox\./)
    const [inbox = ''] = /http\S+\/inbox/.exec(said[0] ?? '') ?? []
    const mails = await (await fetch(inbox, { headers: { accept: 'application/json' } })).json()
    expect(mails).toMatchObject([{ to: 'ada@example.com' }])
  })

  test('Turnstile is played too, and judges as strictly as Cloudflare', async () => {
    const providers = [Email({ from: 'hello@example.com' })]
    const parts = [Turnstile()]
    const { browser, said } = develop({ providers, storage: memory(), parts })
    const email = { email: 'ada@example.com' }
    const refused = await browser.submit('/api/auth/signin/email', { ...email, gateToken: 'none' })
    expect(refused.headers.get('location')).toContain('/api/auth/gate?')
    const [, url = ''] =
      /Cloudflare Turnstile has no keys.* (http\S+) plays it/.exec(said[0] ?? '') ?? []
    const world = { fetch: (input: string) => fetch(input.replace('https:/', url)) }
    const earned = { action: 'mail', hostname: 'localhost' }
    const gateToken = await turnstileToken(world as Pick<Emulator, 'fetch'>, earned)
    const passed = await browser.submit('/api/auth/signin/email', { ...email, gateToken })
    expect(passed.headers.get('location')).toContain('/verify-request?')
    const page = await browser.visit('/api/auth/signin')
    expect(page.headers.get('content-security-policy')).toContain(`frame-src ${url}`)
  })

  test('passwords that everybody knows are refused, and mails are in the inbox that the line names', async () => {
    const { browser, said } = develop({ providers: [Password], storage: memory() })
    const typed = { action: 'signUp', email: 'ada@example.com', password: 'passwordpassword' }
    const refused = await browser.submit('/api/auth/callback/password', typed)
    expect(refused.headers.get('location')).toContain('code=password-breached')
    const password = 'velvet anchor drifts north'
    await browser.submit('/api/auth/callback/password', { ...typed, password })
    const [inbox = ''] = /http\S+\/inbox/.exec(said[0] ?? '') ?? []
    const read = async () =>
      (await fetch(inbox, { headers: { accept: 'application/json' } })).json()
    await expect.poll(read).toMatchObject([{ to: 'ada@example.com' }])
  })

  test('notices that nobody sends are in the inbox that the line names', async () => {
    const storage = memory()
    const { auth, said } = develop({ providers: [TikTok(keys)], storage, parts: [Notices()] })
    await storage.createUser({ id: 'ada', email: 'ada@example.com', emailVerified: new Date() })
    await auth.users.delete({ userId: 'ada' })
    expect(said).toEqual([
      expect.stringMatching(/^Development: Emails of notices are at http\S+\/inbox\. A dev/),
    ])
    const [inbox = ''] = /http\S+\/inbox/.exec(said[0] ?? '') ?? []
    const mails = await (await fetch(inbox, { headers: { accept: 'application/json' } })).json()
    expect(mails).toMatchObject([{ to: 'ada@example.com' }])
  })

  test('notices are sent by the email provider that is played', async () => {
    const config = { providers: [Email], storage: memory(), parts: [Notices()] }
    const { browser, said } = develop(config)
    await browser.visit('/api/auth/signin')
    expect(said).toEqual([expect.stringMatching(/Email has no keys/)])
    expect(said[0]).not.toContain('notices')
  })

  test('a platform with keys is asked itself, and only the others are played', async () => {
    const world = await emulator({ platform: 'github' })
    const providers = [GitHub({ clientId: 'mine', clientSecret: 'my-secret' }), TikTok]
    const { browser, said } = develop({ providers })
    const atGitHub = new URL(await browser.start('github'))
    expect(atGitHub.origin).toBe('https://github.com')
    expect(atGitHub.searchParams.get('client_id')).toBe('mine')
    await browser.signIn('tiktok')
    expect(await browser.session()).not.toBeNull()
    expect(said[0]).toContain('TikTok has no keys')
    expect(world.received).toEqual([])
  })

  test('another mistake still answers 500, and is the only one reported', async () => {
    const { auth, said } = develop({ providers: [TikTok], basePath: 'auth' })
    const response = await auth.handler(new Request('http://localhost:3000/api/auth/session'))
    expect(response.status).toBe(500)
    expect(said.at(-1)).toContain('"auth" is not a path')
    expect(said.join()).not.toContain('client id')
  })

  test('one that nobody can play is named, and the others work', async () => {
    const own = { ...GitHub({}), id: 'my-own' }
    const { browser, said } = develop({ providers: [TikTok, own] })
    await browser.signIn('tiktok')
    expect(await browser.session()).not.toBeNull()
    expect(said.join()).toContain('AUTH_MY_OWN_ID')
  })
})

describe('an application that may be in production', () => {
  const starts: [string, Partial<AuthConfig>][] = [
    ['nothing is said', { runtime: { env: {} } }],
    ['NODE_ENV is production', { runtime: { env: { NODE_ENV: 'production' } } }],
    ['NODE_ENV is misspelt', { runtime: { env: { NODE_ENV: 'develop' } } }],
    ['the framework says so', { runtime: { env: { NODE_ENV: 'development' }, dev: false } }],
  ]

  test.each(starts)(
    '%s: nothing is made up, and the message says how to develop',
    async (_, how) => {
      const said: string[] = []
      const logger = { error: (error: Error) => void said.push(error.message) }
      const auth = Auth({ providers: [TikTok], url: 'http://localhost:3000', ...how, logger })
      const request = new Request('http://localhost:3000/api/auth/signin', {
        headers: { host: 'localhost' },
      })
      expect((await auth.handler(request)).status).toBe(500)
      expect(existsSync('.portico')).toBe(false)
      expect(said.join()).toContain('There is no secret')
      expect(said.join()).toContain('npx porticojs dev')
    },
  )

  test.each(starts)('%s: the development secret is refused', async (_, how) => {
    const { browser } = develop({ providers: [TikTok] })
    await browser.visit('/api/auth/signin')
    const AUTH_SECRET = readFileSync('.portico/secret', 'utf8').trim()
    const env = { AUTH_TIKTOK_ID: 'aw1', AUTH_TIKTOK_SECRET: 's', AUTH_URL: 'https://app.test' }
    const said: string[] = []
    const logger = { error: (error: Error) => void said.push(error.message) }
    Auth({
      providers: [TikTok],
      ...how,
      runtime: { ...how.runtime, env: { ...env, ...how.runtime?.env, AUTH_SECRET } },
      logger,
    })
    expect(said).toEqual(['A secret is an example'])
  })

  test.each(starts)('%s: the emulator is refused', async (_, how) => {
    const env = { AUTH_SECRET: strong, AUTH_TIKTOK_ID: 'a', AUTH_TIKTOK_SECRET: 's' }
    const said: string[] = []
    const logger = { error: (error: Error) => void said.push(error.message) }
    const address = { AUTH_URL: 'https://app.test', AUTH_EMULATOR: 'http://127.0.0.1:4100' }
    Auth({
      providers: [TikTok],
      ...how,
      runtime: { ...how.runtime, env: { ...env, ...address, ...how.runtime?.env } },
      logger,
    })
    expect(said).toEqual([expect.stringContaining('lets anybody sign in as anybody')])
  })
})
