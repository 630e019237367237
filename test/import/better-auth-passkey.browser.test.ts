import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { FromBetterAuth } from '../../src/parts/better-auth.ts'
import { foreignHashes } from '../../src/passwords.ts'
import Passkey from '../../src/providers/passkey.ts'
import Password from '../../src/providers/password.ts'
import { sql } from '../../src/storage/sql.ts'
import { addAuthenticator, haveChromium, launch } from '../browser.ts'
import { type Place, serve } from '../methods/place.ts'
import { env, ourFolder, ourSecret, theirSecret, type } from './better-auth-house.ts'

/** An application with Better Auth and its passkeys, which its packages are installed for. */
const program = `
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'

const server = createServer().listen(0, '127.0.0.1', async () => {
  const baseURL = 'http://localhost:' + server.address().port
  const options = {
    baseURL,
    secret: process.env.BETTER_AUTH_SECRET,
    database: new DatabaseSync(process.env.DATABASE_FILE),
    emailAndPassword: { enabled: true },
    telemetry: { enabled: false },
    plugins: [passkey({ rpID: 'localhost', rpName: 'Acme', origin: baseURL })],
  }
  await (await getMigrations(options)).runMigrations()
  const handler = toNodeHandler(betterAuth(options))
  server.on('request', (request, response) => {
    if (request.url.startsWith('/api/auth')) handler(request, response)
    else response.setHeader('content-type', 'text/html').end('<title>Home</title>')
  })
  console.log('listens at ' + baseURL)
})
`

describe.runIf(haveChromium('passkeys of Better Auth'))('in Chromium', () => {
  const old = mkdtempSync(join(tmpdir(), 'portico-better-auth-'))
  const database = join(old, 'app.db')
  let browser: Browser
  let page: Page
  let child: ChildProcess
  let theirOrigin = ''
  let place: Place
  let folder: string

  beforeAll(async () => {
    writeFileSync(join(old, 'package.json'), '{ "type": "module", "private": true }')
    writeFileSync(join(old, 'server.js'), program)
    const packages = ['better-auth@1.7.7', '@better-auth/passkey@1.7.6']
    const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
    // The newest release of the passkeys wants other versions beside it than Better Auth's newest.
    execFileSync('npm', ['install', ...quietly, '--legacy-peer-deps', ...packages], {
      cwd: old,
      stdio: 'ignore',
    })
    child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server.js'], {
      cwd: old,
      env: { PATH: process.env.PATH, BETTER_AUTH_SECRET: theirSecret, DATABASE_FILE: database },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => {
        said += text
      })
    await vi.waitUntil(() => /listens at (\S+)/.exec(said), { timeout: 120_000 })
    theirOrigin = /listens at (\S+)/.exec(said)?.[1] ?? ''
    browser = await launch()
    page = await (await browser.newContext()).newPage()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable', { enableUI: false })
    await addAuthenticator(devtools)
  })
  afterAll(async () => {
    await browser?.close()
    child?.kill()
    await place?.close()
    for (const one of [old, folder]) if (one) rmSync(one, { recursive: true, force: true })
  })

  test('somebody makes a passkey with Better Auth', async () => {
    await page.goto(theirOrigin)
    const status = await page.evaluate(async () => {
      const post = (path: string, body: object) =>
        fetch(`/api/auth${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      const person = { email: 'ada@home.test', name: 'Ada', password: 'seven old boats at noon' }
      await post('/sign-up/email', person)
      const asked = await fetch('/api/auth/passkey/generate-register-options')
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await asked.json())
      const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
      const kept = await post('/passkey/verify-registration', {
        response: made.toJSON(),
        name: 'Laptop',
      })
      return kept.status
    })
    expect(status).toBe(200)
  })

  test('the import takes it, and the browser is still signed in', async () => {
    const storage = sql(`file:${database}`, { schema: 'authjs-pg' })
    folder = ourFolder(`
      providers: [Passkey, Password({ import: foreignHashes, send })],
      parts: [FromBetterAuth()],
      storage: sql('file:${database}', { schema: 'authjs-pg' })`)
    const { out, code } = await type(
      folder,
      env,
      ...['import', 'better-auth', '--from', `file:${database}`, '--json'],
    )
    expect(JSON.parse(out)).toMatchObject({
      left: [],
      counts: { user: { taken: 1 }, passkey: { taken: 1 }, session: { taken: 1 } },
    })
    expect(code).toBe(0)
    place = await serve({
      secret: ourSecret,
      providers: [Passkey, Password({ import: foreignHashes, send: async () => {} })],
      parts: [FromBetterAuth({ secret: theirSecret })],
      storage,
    })
    // Cookies know no ports, and passkeys only the host.
    await page.goto(`${place.origin}/api/auth/account`)
    expect(await page.content()).toContain('Laptop')
  })

  test('the passkey signs in after a sign-out, although nobody kept its user handle', async () => {
    await page.goto(`${place.origin}/api/auth/signout`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${place.origin}/`)
    // The virtual device chooses the passkey that the autofill offers.
    await page.goto(`${place.origin}/api/auth/signin?callbackUrl=/home`)
    await page.waitForURL(`${place.origin}/home`)
    const session = await (await page.request.get(`${place.origin}/api/auth/session`)).json()
    expect(session.user).toMatchObject({ name: 'Ada', email: 'ada@home.test' })
    expect(session.amr).toContain('hwk')
    expect(place.warnings).toEqual([])
  })
})
