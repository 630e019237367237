import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { developmentSecret } from '../../src/development/secret.ts'
import { bareEnv } from '../child-env.ts'

const root = join(import.meta.dirname, '../..')
const source = pathToFileURL(join(root, 'src')).href

/** An application that says where it is; `dev` is the flag that a framework passes. */
const server = `
import { createServer } from 'node:http'
import { registerHooks } from 'node:module'
import { Auth } from '${source}/index.ts'
import { toNode } from '${source}/frameworks/node.ts'
import GitHub from '${source}/providers/github.ts'
const dev = { true: true, false: false }[process.env.FRAMEWORK_DEV ?? '']
// What \`Auth()\` finds in the installed package.
registerHooks({
  resolve: (name, context, next) =>
    next(name.replace(/^porticojs\\/(development|inspector)$/, '${source}/$1/index.ts'), context),
})
const auth = Auth({ providers: [GitHub], runtime: { dev } })
const listening = createServer(toNode(auth)).listen(0, '127.0.0.1')
listening.once('listening', () => console.log('listens at http://127.0.0.1:' + listening.address().port))
`

const running: ChildProcess[] = []

afterEach(() => {
  for (const child of running.splice(0)) child.kill()
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-production-'))
  writeFileSync(join(folder, 'server.ts'), server)
  return folder
}

interface Started {
  /** Where a sign-in leads, or the status with which it is refused. */
  signIn(): Promise<string | number>
  said(): string
}

/** Starts the application by what somebody types, with these variables and no others. */
async function started(
  cwd: string,
  typed: readonly string[],
  env: NodeJS.Dict<string>,
): Promise<Started> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...typed], {
    cwd,
    env: { ...bareEnv, ...env },
  })
  running.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  await expect.poll(() => said).toMatch(/listens at http:\S+\n/)
  const [, url] = /listens at (http:\S+)/.exec(said) ?? []
  const signIn = async () => {
    const headers = { origin: `${url}`, 'sec-fetch-site': 'same-origin' }
    const init = { method: 'POST', headers, redirect: 'manual', body: '' } as const
    const response = await fetch(`${url}/api/auth/signin/github`, {
      ...init,
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    })
    return response.headers.get('location') ?? response.status
  }
  return { signIn, said: () => said }
}

const plain = ['server.ts']
const byCommand = [join(root, 'src/cli/main.ts'), 'dev', '--', 'node', 'server.ts']

test.each([
  ['NODE_ENV=development node server.ts', plain, { NODE_ENV: 'development' }],
  ['npx porticojs dev -- node server.ts', byCommand, {}],
  ['a framework that says dev', plain, { FRAMEWORK_DEV: 'true' }],
])('%s makes up what is missing', async (_way, typed, env) => {
  const folder = newFolder()
  const { signIn } = await started(folder, typed, env)
  expect(await signIn()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/github\.com\//)
  expect(existsSync(join(folder, '.portico/secret'))).toBe(true)
})

describe.each([
  ['node server.ts', plain, {}],
  ['NODE_ENV=production node server.ts', plain, { NODE_ENV: 'production' }],
  ['node --watch server.ts', ['--watch', ...plain], {}],
  ['NODE_ENV=staging node server.ts', plain, { NODE_ENV: 'staging' }],
  ['NODE_ENV=dev node server.ts', plain, { NODE_ENV: 'dev' }],
  ['a framework that says production', plain, { NODE_ENV: 'development', FRAMEWORK_DEV: 'false' }],
])('%s', (_way, typed, env) => {
  test('answers 500, asks for a secret and writes none', async () => {
    const folder = newFolder()
    const { signIn, said } = await started(folder, typed, env)
    expect(await signIn()).toBe(500)
    expect(said()).toContain('There is no secret')
    expect(said()).toContain('npx porticojs dev')
    expect(existsSync(join(folder, '.portico'))).toBe(false)
  })

  test('refuses the emulator and the secret of development', async () => {
    const folder = newFolder()
    const { signIn, said } = await started(folder, typed, {
      ...env,
      AUTH_URL: 'https://app.example',
      AUTH_SECRET: developmentSecret(folder).value,
      AUTH_EMULATOR: 'http://127.0.0.1:4100',
    })
    expect(await signIn()).toBe(500)
    expect(said()).toContain('A secret is an example')
    expect(said()).toContain(
      'The emulator at http://127.0.0.1:4100 lets anybody sign in as anybody',
    )
  })
})

test('npx porticojs dev starts nothing where NODE_ENV is production', async () => {
  const child = spawn(process.execPath, byCommand, {
    cwd: newFolder(),
    env: { ...bareEnv, NODE_ENV: 'production' },
  })
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1)
})
