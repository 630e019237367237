import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { twoFactor } from 'better-auth/plugins'
import type { Emulator } from '../../src/emulator/index.ts'
import { arrival } from '../../src/testing/arrival.ts'
import { createBrowser, type TestBrowser } from '../../src/testing/browser.ts'
import { bareEnv } from '../child-env.ts'

/** The application as GitHub knows it. */
interface AppRegistration {
  client_id: string
  client_secret: string
  redirect_uris: string[]
}

export const origin = 'http://localhost:3000'
export const theirSecret = 'kX3vQ9rT2wY7zB5nM8cF1gH4jL6pS0dA'
export const ourSecret = 'mWq3Kx9ZtB7rLf2VnC8yHd5PjS1gUa6E'

export const github: AppRegistration = {
  client_id: 'my-client',
  client_secret: 'my-secret',
  redirect_uris: [`${origin}/api/auth/callback/github`],
}

/** Better Auth on a database, as an application configures it. */
export async function theirs(database: unknown, more: object = {}): Promise<Theirs> {
  const options = {
    secret: theirSecret,
    baseURL: origin,
    database,
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    logger: { disabled: true },
    telemetry: { enabled: false },
    socialProviders: {
      github: { clientId: github.client_id, clientSecret: github.client_secret },
    },
    plugins: [twoFactor({ issuer: 'Acme' })],
    ...more,
  } as Parameters<typeof betterAuth>[0]
  const { runMigrations } = await getMigrations(options)
  await runMigrations()
  return betterAuth(options) as unknown as Theirs
}

/** What the tests ask of it. */
export interface Theirs {
  handler(request: Request): Promise<Response>
}

/** An address where somebody answers, and browsers that visit it. */
export interface Street {
  open(): TestBrowser
  serve(next: Theirs): void
}

/** A browser at an address where first Better Auth answers and then we do. */
export function moving(world: Emulator): Street {
  let app: Theirs['handler'] = async () => new Response()
  const open = (): TestBrowser =>
    createBrowser({
      origin,
      app: (request) => app(request),
      now: Date.now,
      atPlatform: async (url, choice) => arrival(await world.decide(url, choice)),
    })
  return {
    open,
    serve(next) {
      app = next.handler
    },
  }
}

/** Posts JSON to Better Auth, as its client does. */
export async function post(browser: TestBrowser, path: string, body: object): Promise<Answer> {
  const response = await browser.send(
    new Request(`${origin}/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(body),
    }),
  )
  return { status: response.status, ...(await response.json().catch(() => ({}))) }
}

export type Answer = { status: number } & Record<string, unknown>

const source = pathToFileURL(join(import.meta.dirname, '../../src')).href

/** The folder of an application of ours, with `auth.ts`. */
export function ourFolder(options: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-import-'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'auth.ts'),
    `import { Auth } from '${source}/index.ts'
import GitHub from '${source}/providers/github.ts'
import Passkey from '${source}/providers/passkey.ts'
import Password from '${source}/providers/password.ts'
import { FromBetterAuth } from '${source}/parts/better-auth.ts'
import { SecondFactor } from '${source}/parts/second-factor.ts'
import { foreignHashes } from '${source}/passwords.ts'
import { sql } from '${source}/storage/sql.ts'
const send = async () => {}
export const auth: unknown = Auth({ ${options} })
`,
  )
  return folder
}

/** Types a command in a folder, as a process of its own. */
export async function type(
  cwd: string,
  env: NodeJS.Dict<string>,
  ...words: string[]
): Promise<{ code: number | null; out: string; error: string }> {
  const program = join(import.meta.dirname, '../../src/cli/main.ts')
  const args = ['--disable-warning=ExperimentalWarning', program, ...words]
  const child = spawn(process.execPath, args, { cwd, env: { ...bareEnv, ...env } })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, out, error }
}

/** The variables of an application of ours. */
export const env: NodeJS.Dict<string> = {
  NODE_ENV: 'production',
  AUTH_SECRET: ourSecret,
  AUTH_URL: origin,
  AUTH_GITHUB_ID: github.client_id,
  AUTH_GITHUB_SECRET: github.client_secret,
  BETTER_AUTH_SECRET: theirSecret,
}
