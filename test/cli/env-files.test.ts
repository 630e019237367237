import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnvironment } from '../../src/cli/application/env-files.ts'
import { bareEnv } from '../child-env.ts'
import { applicationFolder } from './doctor/applications.ts'
import { newFolder } from './folder.ts'

const program = join(import.meta.dirname, '../../src/cli/main.ts')

/** Types a command in a folder, as a process of its own: it loads the application. */
function typed(cwd: string, words: string[], env: NodeJS.Dict<string> = {}) {
  const args = ['--disable-warning=ExperimentalWarning', program, ...words]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd,
    env: { ...bareEnv, ...env },
    encoding: 'utf8',
  })
  return { out: stdout, error: stderr, code: status }
}

/** A folder whose files each say their own name, for an application that uses a package. */
function everyFile(dependency: string | undefined): string {
  const names = ['.env', '.env.local', '.env.development', '.env.development.local', '.env.test']
  const files = names.map((name) => [name, `WINNER=${name}\n`])
  const manifest = JSON.stringify({ devDependencies: dependency ? { [dependency]: '*' } : {} })
  return newFolder({ ...Object.fromEntries(files), 'package.json': manifest })
}

const usual = ['.env', '.env.development', '.env.local', '.env.development.local']
const ofVite = ['.env', '.env.local', '.env.development', '.env.development.local']

test.each([
  ['next', 'development', usual],
  ['next', 'test', ['.env', '.env.test']],
  [undefined, 'development', usual],
  ['vite', 'development', ofVite],
  ['astro', 'development', ofVite],
  ['@sveltejs/kit', 'test', ['.env', '.env.local', '.env.test']],
  ['nuxt', 'development', ['.env']],
])('an application with %s reads the files for %s in its order', (dependency, NODE_ENV, files) => {
  const read = readEnvironment(everyFile(dependency), { env: { NODE_ENV }, mode: 'production' })
  expect(read.files).toEqual(files)
  expect(read.env.WINNER).toBe(files.at(-1))
})

test('a variable of the process wins over every file', () => {
  const env = { WINNER: 'process' }
  expect(readEnvironment(everyFile('next'), { env, mode: 'development' }).env).toMatchObject(env)
})

test('variables inside of values are replaced where the framework does it', () => {
  const text = `HOST=db.example\nURL=postgres://$\{HOST}/$NAME\nPRICE=\\$5\nSELF=$SELF\nOR=$\{NONE:-else}\n`
  const env = { NAME: 'app' }
  const read = (dependency: string) => {
    const manifest = JSON.stringify({ dependencies: { [dependency]: '*' } })
    return readEnvironment(newFolder({ '.env': text, 'package.json': manifest }), {
      env,
      mode: 'development',
    }).env
  }
  expect(read('next')).toMatchObject({
    URL: 'postgres://db.example/app',
    PRICE: '$5',
    SELF: '',
    OR: 'else',
  })
  expect(read('express').URL).toBe('postgres://$'.concat('{HOST}/$NAME'))
})

test.each([
  ['.env', 'DATABASE_URL=file:./from-file.db'],
  ['.env.local', 'AUTH_DATABASE_URL=file:./from-file.db'],
  ['.env.development', 'DATABASE_URL=file:./from-file.db'],
])('migrate takes the database from %s, and says so', (file, line) => {
  const folder = newFolder({ [file]: `${line}\n` })
  const { out, error, code } = typed(folder, ['migrate'])
  expect([error, code]).toEqual(['', 0])
  expect(out).toMatch(new RegExp(`\\(from \\w+ in ${file.replaceAll('.', '\\.')}\\)`))
  expect(existsSync(join(folder, 'from-file.db'))).toBe(true)
})

test('migrate takes the database that auth.ts passes to Auth()', () => {
  const folder = applicationFolder("database: process.env.MY_DATABASE ?? ''", {
    '.env.local': 'MY_DATABASE=file:./configured.db\nDATABASE_URL=file:./another.db\n',
  })
  const { out, error } = typed(folder, ['migrate'])
  expect(error).toBe('')
  expect(out).toContain('(from auth.ts)')
  expect(existsSync(join(folder, 'configured.db'))).toBe(true)
  expect(existsSync(join(folder, 'another.db'))).toBe(false)
})

test('migrate says where it looked, and what to set', () => {
  const nothing = typed(newFolder(), ['migrate'])
  expect(nothing.code).toBe(1)
  expect(nothing.error).toContain('no auth.ts and no .env file here')
  expect(nothing.error).toContain('DATABASE_URL or AUTH_DATABASE_URL')
  const looked = typed(applicationFolder('', { '.env.local': 'OTHER=1\n' }), ['migrate'])
  expect(looked.error).toContain('looked at auth.ts and .env.local')
  const broken = typed(newFolder({ 'auth.ts': "throw new Error('not here')" }), ['migrate'])
  expect(broken.error).toContain('not here')
})

test('doctor says which files its variables come from', () => {
  const { out } = typed(
    applicationFolder('', { '.env.production': 'AUTH_URL=https://app.example\n' }),
    ['doctor'],
  )
  expect(out).toContain('auth.ts, checked as production, with the variables of .env.production')
})

test('sign-in takes the address from .env.local and the path of the routes from auth.ts', async () => {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const folder = applicationFolder("basePath: '/own/auth'", {
    '.env.local': `AUTH_URL=http://127.0.0.1:${port}\n`,
  })
  const child = spawn(process.execPath, [program, 'sign-in'], {
    cwd: folder,
    env: bareEnv,
  })
  await new Promise((resolve) => child.once('exit', resolve))
  server.close()
  expect(asked).toEqual(['/own/auth/providers'])
})

const say = ['dev', '--', 'node', '-e', 'console.log(process.env.FROM_FILE)']

test.each([
  ['sets the variables of .env for a program that Node runs', say, 'yes\n'],
  [
    'leaves them to --env-file, if that is passed',
    [...say.slice(0, 3), '--env-file=other.env', ...say.slice(3)],
    'other\n',
  ],
])('dev %s', (_, words, expected) => {
  const folder = newFolder({ '.env': 'FROM_FILE=yes\n', 'other.env': 'FROM_FILE=other\n' })
  expect(typed(folder, words).out).toBe(expected)
})

test('dev leaves the files to a framework that reads them itself', () => {
  const folder = newFolder({
    '.env': 'FROM_FILE=yes\n',
    'package.json': '{"dependencies":{"next":"*"}}',
  })
  const { out } = typed(folder, ['dev', '--', 'env'])
  expect(out).toContain('NODE_ENV=development')
  expect(out).not.toContain('FROM_FILE')
})
