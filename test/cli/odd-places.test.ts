import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { refusedNode } from '../../src/cli/version.ts'
import { bareEnv } from '../child-env.ts'
import { newFolder } from './folder.ts'
import { portico } from './typed.ts'

const repository = join(import.meta.dirname, '../..')
const main = join(repository, 'src/cli/main.ts')

/** A text as some editors and shells on Windows save it. */
const withMark = (written: string) => `\uFEFF${written.replaceAll('\n', '\r\n')}`

const utf16 = (written: string) => Buffer.from(`\uFEFF${written}`, 'utf16le')

const manifest = (rest: object = {}) =>
  JSON.stringify(
    { type: 'module', dependencies: { express: '5', porticojs: '*' }, ...rest },
    null,
    2,
  )

const server = "import express from 'express'\n\nconst app = express()\n\napp.listen(3000)\n"

/** A configuration that needs a secret and the keys of TikTok. */
const configuration = `import { Auth } from '${repository}/src/index.ts'
import TikTok from '${repository}/src/providers/tiktok.ts'

export const auth = Auth({ providers: [TikTok] })
`

async function run(folder: string, ...typed: string[]) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...typed], {
    cwd: folder,
    env: bareEnv,
  })
  const [out, error, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('exit', resolve)),
  ])
  return { out, error, code }
}

describe('files that were saved on Windows', () => {
  test('init reads a package.json with a byte order mark, and keeps the line ends', async () => {
    const scripts = { dev: 'node server.js' }
    const folder = newFolder({
      'package.json': withMark(manifest({ scripts })),
      'server.js': withMark(server),
    })
    const { code, error } = await portico(['init', '--yes'], { folder })
    expect([code, error]).toEqual([0, expect.stringContaining('porticojs dev -- node server.js')])
    const changed = readFileSync(join(folder, 'package.json'), 'utf8')
    expect(changed).toContain('"dev": "porticojs dev -- node server.js"\r\n')
    expect(JSON.parse(changed)).toMatchObject({ type: 'module' })
    expect(readFileSync(join(folder, 'server.js'), 'utf8')).toContain(
      "app.use('/api/auth', toExpress(auth).handler)\r\n",
    )
  })

  test('the first variable of a .env with a byte order mark counts', async () => {
    const folder = newFolder({ '.env': withMark('FIRST=one\nSECOND=two\n') })
    const code = 'console.log(process.env.FIRST, process.env.SECOND)'
    const { out } = await run(folder, 'dev', '--', 'node', '-e', code)
    expect(out).toBe('one two\n')
  })

  test('a tsconfig.json with a byte order mark decides how files are imported', async () => {
    const compilerOptions = { module: 'nodenext', allowImportingTsExtensions: true, noEmit: true }
    const folder = newFolder({
      'package.json': manifest(),
      'tsconfig.json': withMark(JSON.stringify({ compilerOptions })),
      'src/index.ts': server,
    })
    await portico(['init', '--yes'], { folder })
    expect(readFileSync(join(folder, 'src/index.ts'), 'utf8')).toContain("from './auth.ts'")
  })

  test.each(['package.json', '.env'])('%s in UTF-16 is named, with the way out', async (file) => {
    const folder = newFolder()
    writeFileSync(join(folder, file), utf16('{}'))
    writeFileSync(join(folder, 'auth.ts'), configuration)
    const { code, error } = await portico(['doctor'], { folder })
    expect([code, error]).toEqual([1, `${file} is saved as UTF-16: save it as UTF-8.\n`])
  })
})

describe('a package.json', () => {
  test.each([
    ['', 'package.json is empty: it holds { } at least.'],
    ['[]', 'package.json must begin with { and end with }: it holds something else.'],
    ['null', 'package.json must begin with { and end with }: it holds something else.'],
    ['"app"', 'package.json must begin with { and end with }: it holds something else.'],
    ['{\n<<<<<<< HEAD\n}', /^package\.json is not valid JSON: .+\.$/],
  ])('with %j in it is refused in one line, and nothing is written', async (written, message) => {
    const folder = newFolder({ 'package.json': written })
    const { code, error } = await portico(['init', '--framework', 'express'], { folder })
    expect([code, error.trimEnd()]).toEqual([
      1,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ])
    expect(readdirSync(folder)).toEqual(['package.json'])
  })
})

describe('a folder where a file is expected', () => {
  test.each([
    ['auth.js', 'server.js', 'auth.js is a folder, not a file: rename it first.'],
    ['app/page.tsx', 'app/api', 'app/api is a file, not a folder: rename it first.'],
  ])('%s in the way of init is named before anything is written', async (...row) => {
    const [one, other, message] = row
    const isNext = one.startsWith('app/')
    const files = isNext ? { [one]: '', [other]: '' } : { [`${one}/x`]: '', [other]: server }
    const folder = newFolder({ 'package.json': manifest(), ...files })
    const before = readdirSync(folder, { recursive: true })
    const typed = ['init', '--framework', isNext ? 'next' : 'express']
    const { code, error } = await portico(typed, { folder })
    expect([code, error]).toEqual([1, `${message} Nothing was written.\n`])
    expect(readdirSync(folder, { recursive: true })).toEqual(before)
  })

  test('init leaves a folder .gitignore alone', async () => {
    const folder = newFolder({ '.gitignore/x': '' })
    const { code, out } = await portico(['init', '--framework', 'express'], { folder })
    expect([code, out]).toEqual([0, expect.stringContaining('written  auth.ts')])
  })

  test.each(['doctor', 'users', 'reseal', 'keys'])(
    '%s does not take auth.ts for one',
    async (name) => {
      const { code, error } = await portico([name], { folder: newFolder({ 'auth.ts/x': '' }) })
      expect([code, error]).toEqual([2, expect.stringContaining('There is no auth.ts here')])
    },
  )
})

describe('several packages in one repository', () => {
  const app = { 'apps/web/package.json': manifest(), 'apps/web/server.js': server }

  test.each([
    ['pnpm-workspace.yaml', 'packages: [apps/*]', 'pnpm-lock.yaml', 'pnpm add nodemailer'],
    ['package.json', '{"workspaces":["apps/*"]}', 'yarn.lock', 'yarn add nodemailer'],
    ['package.json', '{"workspaces":["apps/*"]}', 'bun.lock', 'bun add nodemailer'],
    ['readme.txt', 'no workspace', 'yarn.lock', 'npm install nodemailer'],
  ])('beside %s %s, the lock file %s above says: %s', async (file, written, lock, command) => {
    const folder = newFolder({ ...app, [file]: written, [lock]: '' })
    const { out } = await portico(['init'], { folder: join(folder, 'apps/web') })
    expect(out).toContain(`    ${command}\n`)
  })

  test('the package manager that package.json names is asked', async () => {
    const packageManager = 'pnpm@10.2.0'
    const folder = newFolder({ 'package.json': manifest({ packageManager }), 'server.js': server })
    expect((await portico(['init'], { folder })).out).toContain('pnpm add nodemailer')
  })

  test('init says that the root is no application', async () => {
    const folder = newFolder({ 'package.json': '{"workspaces":["apps/*"]}' })
    const { code, error } = await portico(['init'], { folder })
    expect([code, error]).toEqual([
      2,
      expect.stringContaining('as this is a workspace: go to the folder of your application'),
    ])
  })
})

test('init lists only the frameworks that package.json names', async () => {
  const folder = newFolder({ 'package.json': '{"dependencies":{"hono":"4","koa":"3"}}' })
  const { error } = await portico(['init'], { folder })
  expect(error).toContain('package.json names hono and koa: say which by --framework hono | koa.')
})

test('init asks to install the package itself where npx alone has it', async () => {
  const files = { 'package.json': '{"dependencies":{"express":"5"}}', 'server.js': server }
  const folder = newFolder(files)
  const { out } = await portico(['init'], { folder })
  expect(out).toContain('Install what it needs:\n\n    npm install porticojs\n')
  const installed = { 'node_modules/porticojs/package.json': '{"version":"0.1.0"}' }
  const other = newFolder({ ...files, ...installed })
  expect((await portico(['init'], { folder: other })).out).not.toContain('npm install porticojs')
})

test('init --providers with no name in it is refused', async () => {
  const folder = newFolder({ 'package.json': manifest() })
  const { code, error } = await portico(['init', '--providers', ' , '], { folder })
  expect([code, error]).toEqual([2, expect.stringContaining('--providers names none')])
  expect(existsSync(join(folder, 'auth.ts'))).toBe(false)
})

test('providers takes ids with commas between them', async () => {
  const { out } = await portico(['providers', 'tiktok,google'])
  expect(out).toMatch(/^TikTok\n[\s\S]*\n\nGoogle\n/)
})

test.each([
  [{}, 'app.listen(4567)', 'http://localhost:4567/api/auth/signin'],
  [
    { PORT: '4999' },
    'app.listen(process.env.PORT ?? 3000)',
    'http://localhost:4999/api/auth/signin',
  ],
  [{}, 'app.listen(process.env.PORT ?? 3000)', 'http://localhost:3000/api/auth/signin'],
  [{ AUTH_URL: 'https://shop.test/app/auth' }, '', 'https://shop.test/app/auth/signin'],
])('dev names the sign-in page with %j and %s', async (variables, line, page) => {
  const folder = newFolder({ 'package.json': manifest(), 'server.js': `// ${line}\n` })
  const env = { ...bareEnv, ...variables }
  const { error } = await portico(['dev', '--', 'node', 'server.js'], { folder, env })
  expect(error).toBe(`Once it runs, sign in at ${page}\n`)
})

test.each([
  ["  basePath: '/app/auth',", 'http://localhost:3000/app/auth/signin'],
  ["  // basePath: '/app/auth',", 'http://localhost:3000/api/auth/signin'],
])('dev names the sign-in page of an auth.ts with %s', async (line, page) => {
  const folder = newFolder({
    'package.json': manifest(),
    'server.js': '',
    'src/auth.ts': `export const auth = Auth({\n${line}\n})\n`,
  })
  const { error } = await portico(['dev', '--', 'node', 'server.js'], { folder, env: bareEnv })
  expect(error).toBe(`Once it runs, sign in at ${page}\n`)
})

test('dev names no page for a program of another kind', async () => {
  const folder = newFolder({ 'script.js': '' })
  const { error } = await portico(['dev', '--', 'node', 'script.js'], { folder, env: bareEnv })
  expect(error).toBe('')
})

test('dev runs a file by its whole path, and a program that was put in quotes is named', async () => {
  const folder = newFolder({ 'server.mjs': 'console.log("runs")' })
  const { out } = await run(newFolder(), 'dev', '--', 'node', join(folder, 'server.mjs'))
  expect(out).toBe('runs\n')
  const quoted = await portico(['dev', '--', 'node server.mjs'], { folder, env: bareEnv })
  expect(quoted.error).toContain('Leave the quotes out: -- node server.mjs.')
})

test('a file of another kind than Node runs is no question of its version', async () => {
  const folder = newFolder({ 'view.tsx': 'export const view = <p />' })
  const { code, error } = await run(folder, 'doctor', 'view.tsx')
  expect([code, error]).toEqual([1, expect.stringMatching(/: name a \.ts, \.js or \.mjs file\.$/m)])
})

test('a configuration that waits for ever is no success, and is named', async () => {
  const folder = newFolder({ 'auth.ts': 'await new Promise(() => {})' })
  const { code, error } = await run(folder, 'doctor')
  expect([code, error]).toEqual([1, expect.stringContaining('never finished loading')])
})

test.each([
  ['', 'AUTH_URL takes an address with http:// or https://, and is empty'],
  ['"http://localhost:3000"', 'did you mean http://localhost:3000?'],
  ["'https://shop.example'", 'did you mean https://shop.example?'],
  ['"shop.example"', 'did you mean https://shop.example?'],
])('AUTH_URL=%s is explained', async (AUTH_URL, message) => {
  const env = { AUTH_URL: AUTH_URL || '  ' }
  const { code, error } = await portico(['providers', 'tiktok'], { env, folder: newFolder() })
  expect([code, error]).toEqual([1, expect.stringContaining(message)])
})

test.each([
  ['https://shop.example/api/auth/signin', 'https://shop.example/api/auth'],
  ['https://shop.example/api/auth/callback/tiktok', 'https://shop.example/api/auth'],
])('doctor says that AUTH_URL=%s is the address of a page', async (AUTH_URL, meant) => {
  const keys = {
    AUTH_TIKTOK_ID: 'awk9s2k3l4',
    AUTH_TIKTOK_SECRET: 'Zq8vT2mXw9Rk4LpB7cYdN1sH6gJ3fA5e',
  }
  const env = { AUTH_SECRET: 'q9Zr2VYl0mX4tB7wKcE1uHnSjD5gFa8PoIi3RvTzLxM', ...keys, AUTH_URL }
  const folder = newFolder({ 'auth.ts': configuration })
  const { out } = await portico(['doctor'], { folder, env })
  expect(out).toContain(`Leave the end out: ${meant}\n`)
})

test.each([
  ['20.20.2', 'porticojs needs Node 22.12 or newer, and this is Node 20.20.2'],
  ['22.9.0', 'this is Node 22.9.0'],
])('Node %s is refused in one line', (version, message) => {
  expect(refusedNode(version)).toContain(message)
})

test.each(['22.12.0', '22.18.0', '24.0.0'])('Node %s is taken', (version) => {
  expect(refusedNode(version)).toBeUndefined()
})

describe('import', () => {
  const application = {
    'auth.ts': configuration.replace('[TikTok] })', "[TikTok], database: 'file:./auth.db' })"),
  }
  const env = {
    AUTH_SECRET: 'q9Zr2VYl0mX4tB7wKcE1uHnSjD5gFa8PoIi3RvTzLxM',
    AUTH_URL: 'https://shop.example',
    AUTH_TIKTOK_ID: 'awk9s2k3l4',
    AUTH_TIKTOK_SECRET: 'Zq8vT2mXw9Rk4LpB7cYdN1sH6gJ3fA5e',
  }

  test.each([
    ['clerk', '<!doctype html>', 'people is HTML or XML: JSON and CSV can be read.'],
    ['clerk', '[{"id":1,', 'people is not valid JSON.'],
    [
      'csv',
      utf16('id,email\n1,ada@acme.example\n'),
      'people is saved as UTF-16: save it as UTF-8.',
    ],
    ['csv', 'id;email\n1;ada@acme.example\n', 'must stand between commas, not between ";".'],
  ])('%s refuses a file that holds %j', async (source, held, message) => {
    const folder = newFolder(application)
    writeFileSync(join(folder, 'people'), held)
    const { code, error } = await portico(['import', source, 'people'], { folder, env })
    expect([code, error]).toEqual([2, expect.stringContaining(message)])
  })

  test.each([
    ['nope', 2, 'has no base64_signer_key, base64_salt_separator, rounds, mem_cost'],
    ['{"hash_config":null}', 2, 'has no base64_signer_key'],
    [undefined, 1, 'There is no file hash.json.'],
  ])('firebase refuses a hash-config that says %j', async (held, code, message) => {
    const hashConfig = held === undefined ? {} : { 'hash.json': held }
    const folder = newFolder({ ...application, ...hashConfig, 'people.json': '[]' })
    const typed = ['import', 'firebase', 'people.json', '--hash-config', 'hash.json']
    const said = await portico(typed, { folder, env })
    expect([said.code, said.error]).toEqual([code, expect.stringContaining(message)])
  })

  test('better-auth names the option of its database', async () => {
    const typed = ['import', 'better-auth', 'file:./theirs.db']
    const { code, error } = await portico(typed, { folder: newFolder(application), env })
    expect([code, error]).toEqual([2, expect.stringContaining('write --from file:./theirs.db')])
  })
})
