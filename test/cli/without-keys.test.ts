import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { bareEnv } from '../child-env.ts'
import { applicationFolder, sound } from './doctor/applications.ts'

/** Types a command in the folder of an application that has neither a secret nor keys. */
function typed(cwd: string, words: string[], env: NodeJS.Dict<string> = {}) {
  const program = join(import.meta.dirname, '../../src/cli/main.ts')
  const args = ['--disable-warning=ExperimentalWarning', program, ...words]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd,
    env: { ...bareEnv, ...env },
    encoding: 'utf8',
  })
  return { out: stdout.trim(), error: stderr.trim(), code: status }
}

const source = pathToFileURL(join(import.meta.dirname, '../../src')).href
const jwt = `(await import('${source}/parts/jwt.ts')).Jwt({ audience: 'api' })`
const people = 'id,email,verified,google_id\n1,ada@a.test,true,g-1\n'

/** An application with these providers beside GitHub, and without keys for any of them. */
function withoutKeys(...others: string[]): string {
  const more = others.map((id) => `(await import('${source}/providers/${id}.ts')).default`)
  return applicationFolder(
    `database: 'file:./auth.db', parts: [${jwt}], providers: [GitHub, ${more.join(', ')}]`,
    { 'users.csv': people },
  )
}

test.each([
  ['one platform', []],
  ['several platforms and mails', ['google', 'okta', 'apple', 'email']],
])(
  'works on the storage of an application that is developed without keys, with %s',
  (_, others) => {
    const folder = withoutKeys(...others)
    const developing = { NODE_ENV: 'development' }
    const type = (...words: string[]) => typed(folder, words, developing)
    const taken = type('import', 'csv', 'users.csv', '--json')
    expect(taken).toMatchObject({ code: 0, error: '' })
    expect(JSON.parse(taken.out).counts).toMatchObject({
      user: { taken: 1 },
      account: { taken: 1 },
    })
    expect(type('users', '--query', 'ada')).toMatchObject({
      code: 0,
      out: '1  ada@a.test  –',
      error: '',
    })
    expect(type('audit')).toMatchObject({ code: 0, error: '' })
    expect(type('keys').out).toContain('signs now')
    // Encrypted with the secret by which the application itself is developed here.
    const secret = readFileSync(join(folder, '.portico/secret'), 'utf8').trim()
    expect(type('reseal').out).toBe('0 items encrypted again; 1 had the newest secret already.')
    const elsewhere = typed(folder, ['reseal'], { ...sound, ...developing, AUTH_SECRET: secret })
    expect(elsewhere.out).toBe('0 items encrypted again; 1 had the newest secret already.')
  },
  60_000,
)

test('makes nothing up in production, and says how to name the application that is developed', () => {
  const folder = withoutKeys()
  const { code, error } = typed(folder, ['users'])
  expect(code).toBe(1)
  expect(error).toContain('There is no secret')
  expect(error).toContain('While developing, set NODE_ENV=development for this command.')
  expect(error).not.toContain('porticojs dev')
  expect(() => readFileSync(join(folder, '.portico/secret'))).toThrow('ENOENT')
}, 60_000)
