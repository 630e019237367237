import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

interface Finding {
  where: string
  what: string
}
interface Rule {
  inspect(root: string): { problems: Finding[]; notes: Finding[] }
  floors: string[][]
}

const program = join(import.meta.dirname, '../../tools/imports.mjs')
const { inspect, floors }: Rule = await import(program)
const houses: string[] = []

afterEach(() => {
  for (const house of houses.splice(0)) rmSync(house, { recursive: true })
})

function build(files: Record<string, string>) {
  const house = mkdtempSync(join(tmpdir(), 'portico-imports-'))
  houses.push(house)
  for (const [path, text] of Object.entries(files)) {
    const file = join(house, path.startsWith('packages/') ? '' : 'src', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return house
}

function problems(files: Record<string, string>) {
  return inspect(build(files)).problems.map(({ where, what }) => `${where} ${what}`)
}

const leaf = 'export const leaf = 1\n'
const soundHouse = {
  'index.ts': `export { auth } from './auth.ts'`,
  'auth.ts': `import { find } from './routes/find.ts'\nexport const auth = find`,
  'routes/find.ts': `import { leaf } from '../errors.ts'\nexport const find = () => leaf`,
  'providers/tiktok.ts': `import { leaf } from '../define-provider.ts'\nexport default leaf`,
  'http/csrf.ts': `import { leaf } from '../crypto/hash.ts'\nexport const csrf = leaf`,
  'crypto/hash.ts': leaf,
  'define-provider.ts': leaf,
  'errors.ts': leaf,
}

test('a house whose imports point down is sound', () => {
  expect(problems(soundHouse)).toEqual([])
})

test('the command succeeds on a sound house, and fails and names the place in another', () => {
  const run = (house: string) =>
    spawnSync(process.execPath, [program, house], { cwd: house, encoding: 'utf8' })
  const sound = run(build(soundHouse))
  expect(sound.stdout).toContain('Imports point down only')
  expect(sound.status).toBe(0)
  const unsound = run(build({ ...soundHouse, 'errors.ts': `export { auth } from './auth.ts'` }))
  expect(unsound.stdout).toContain('src/errors.ts:1 imports auth.ts, which is upstairs')
  expect(unsound.status).toBe(1)
})

const upwards = {
  'a static import': `import { auth } from '../auth.ts'\nexport const x = auth`,
  'a type-only import': `import type { auth } from '../auth.ts'\nexport type X = typeof auth`,
  're-exporting': `export { auth } from '../auth.ts'`,
  'a lazy import': `export const x = () => import('../auth.ts')`,
  'an import type': `export type X = typeof import('../auth.ts')`,
}

test.each(Object.entries(upwards))('%s that points up is named', (_, text) => {
  expect(problems({ 'auth.ts': leaf, 'http/cookies.ts': text })).toEqual([
    expect.stringContaining('src/http/cookies.ts:1 imports auth.ts, which is upstairs'),
  ])
})

test('the line of the offending import is given', () => {
  const text = `import { leaf } from '../errors.ts'\n\nimport * as auth from '../auth.ts'\n`
  expect(problems({ 'errors.ts': leaf, 'auth.ts': leaf, 'http/body.ts': text })).toEqual([
    expect.stringContaining('src/http/body.ts:3 '),
  ])
})

test('a circle is spelled out, and a lazy import does not hide it', () => {
  const files = {
    'http/a.ts': `import './b.ts'`,
    'http/b.ts': `import './c.ts'`,
    'http/c.ts': `export const a = () => import('./a.ts')`,
  }
  expect(problems(files)).toEqual([
    expect.stringContaining('http/a.ts → http/b.ts → http/c.ts → http/a.ts'),
  ])
})

test('neighbours on one floor that import each other are a circle', () => {
  const files = {
    'http/a.ts': `import '../crypto/b.ts'`,
    'http/d.ts': leaf,
    'crypto/b.ts': leaf,
    'crypto/c.ts': `import '../http/d.ts'`,
  }
  expect(problems(files)).toEqual([
    expect.stringContaining(
      'src/crypto/c.ts:1 rooms import each other in a circle, crypto → http → crypto',
    ),
  ])
})

test('a provider reaches only define-provider.ts, marks and types', () => {
  const provider = `import { leaf } from '../errors.ts'\nexport default leaf`
  expect(problems({ 'providers/tiktok.ts': provider, 'errors.ts': leaf })).toEqual([
    expect.stringContaining('src/providers/tiktok.ts:1 imports errors.ts, but providers may'),
  ])
})

test('the emulator reaches neither providers nor the engine', () => {
  const files = { 'providers/tiktok.ts': leaf, 'auth.ts': leaf, 'crypto/random.ts': leaf }
  const emulator = `import '../crypto/random.ts'\nimport '../providers/tiktok.ts'\nimport '../providers/tiktok.sample.json'\nimport '../auth.ts'`
  expect(problems({ ...files, 'emulator/play.ts': emulator })).toEqual([
    expect.stringContaining('src/emulator/play.ts:2 imports providers/tiktok.ts, but emulator may'),
    expect.stringContaining('src/emulator/play.ts:3 imports providers/tiktok.sample.json, but'),
    expect.stringContaining('src/emulator/play.ts:4 imports auth.ts, but emulator may'),
  ])
})

test('a provider has its mark beside it, and a mark imports nothing', () => {
  const files = {
    'define-provider.ts': leaf,
    'providers/acme.ts': `import { logo } from './acme.mark.ts'\nexport default logo`,
    'providers/acme.mark.ts': `export const logo = '<svg/>'`,
  }
  expect(problems(files)).toEqual([])
  const mark = `import { leaf } from '../define-provider.ts'\nexport const logo = leaf`
  expect(problems({ ...files, 'providers/acme.mark.ts': mark })).toEqual([
    expect.stringContaining(
      'acme.mark.ts:1 imports define-provider.ts, but marks may import only what',
    ),
  ])
})

test('the client reaches only types', () => {
  const client = `import { leaf } from '../http/cookies.ts'\nexport const x = leaf`
  expect(problems({ 'client/index.ts': client, 'http/cookies.ts': leaf })).toEqual([
    expect.stringContaining('src/client/index.ts:1 imports http/cookies.ts, but client may'),
  ])
})

const naming = {
  'a string': `export const x = (id: string) => id === 'tiktok'`,
  'part of a path': `export const x = '/callback/tiktok'`,
  'a template': `export const x = (n: number) => \`/\${n}/tiktok\``,
  'a quoted key': `export const x = { 'tiktok': 1 }`,
  'a literal type': `export type X = 'tiktok'`,
}

test.each(Object.entries(naming))('a platform named by %s in the engine is found', (_, text) => {
  expect(problems({ 'providers/tiktok.ts': leaf, 'routes/callback.ts': text })).toEqual([
    expect.stringContaining(`src/routes/callback.ts:1 names the platform 'tiktok'`),
  ])
})

test('platforms may name themselves, and sentences and method names may use any word', () => {
  const files = {
    'providers/line.ts': `export const id = 'line'`,
    'providers/email.ts': `export const id = 'email'`,
    'emulator/platforms/line.ts': `export const id = 'line'`,
    'emulator/index.ts': `export { id } from './platforms/line.ts'`,
    'errors.ts': `export const text = 'Write one line of it'\nexport const key = 'email'`,
  }
  expect(problems(files)).toEqual([])
})

test('a function longer than a screen is named', () => {
  const body = Array.from({ length: 60 }, (_, n) => `  console.log(${n})`).join('\n')
  expect(problems({ 'auth.ts': `export const endless = () => {\n${body}\n}\n` })).toEqual([
    expect.stringContaining('src/auth.ts:1 endless() has 62 lines'),
  ])
})

test('a long file is worth a note, not a failure', () => {
  expect(inspect(build({ 'auth.ts': '// line\n'.repeat(251) }))).toEqual({
    problems: [],
    notes: [{ where: 'src/auth.ts:1', what: expect.stringContaining('has 251 lines') }],
  })
})

test('a file may keep its parts in a folder of its name', () => {
  const files = {
    'config.ts': `export { check } from './config/check.ts'`,
    'config/check.ts': `import { leaf } from '../http/body.ts'\nexport const check = leaf`,
    'http/body.ts': leaf,
  }
  expect(problems(files)).toEqual([])
  expect(
    problems({ ...files, 'http/body.ts': `export * from '../config/check.ts'` }),
  ).toContainEqual(
    expect.stringContaining('src/http/body.ts:1 imports config/check.ts, which is upstairs'),
  )
})

test('a room that the table does not know is refused', () => {
  expect(problems({ 'utils/misc.ts': leaf })).toEqual([
    expect.stringContaining('src/utils/misc.ts:1 utils has no floor'),
  ])
})

test('an import of what does not ship is a problem', () => {
  expect(problems({ 'auth.ts': `import '../test/browser.ts'` })).toEqual([
    expect.stringContaining('src/auth.ts:1 imports test/browser.ts, outside src/'),
  ])
})

test('a provider that is no platform brings its method along, by the door of the method only', () => {
  const files = {
    'methods/email/provider.ts': leaf,
    'methods/email/finish.ts': leaf,
    'providers/email.ts': `import { leaf } from '../methods/email/provider.ts'\nexport default leaf`,
  }
  expect(problems(files)).toEqual([])
  const inside = `import { leaf } from '../methods/email/finish.ts'\nexport default leaf`
  expect(problems({ ...files, 'providers/email.ts': inside })).toEqual([
    expect.stringContaining('providers may import only define-provider.ts, marks and types'),
  ])
})

const bridge = 'packages/codemod/src/from-portico.ts'

test('another package shares code with src/ through one file', () => {
  const files = {
    'errors.ts': leaf,
    [bridge]: `export { leaf } from '../../../src/errors.ts'`,
    'packages/codemod/src/main.ts': `import { leaf } from './from-portico.ts'\nconsole.log(leaf)`,
  }
  expect(problems(files)).toEqual([])
  const past = `import { leaf } from '../../../src/errors.ts'\nconsole.log(leaf)`
  expect(problems({ ...files, 'packages/codemod/src/main.ts': past })).toEqual([
    expect.stringContaining(
      'packages/codemod/src/main.ts:1 imports src/errors.ts, outside of its package',
    ),
  ])
  expect(problems({ ...files, [bridge]: `export * from '../../../test/browser.ts'` })).toEqual([
    expect.stringContaining(`${bridge}:1 imports test/browser.ts, outside of its package`),
  ])
})

test('circles and long functions of another package are named', () => {
  const body = Array.from({ length: 60 }, (_, n) => `  console.log(${n})`).join('\n')
  const files = {
    'errors.ts': leaf,
    'packages/codemod/src/a.ts': `import './b.ts'`,
    'packages/codemod/src/b.ts': `import './a.ts'\nexport const endless = () => {\n${body}\n}`,
  }
  expect(problems(files)).toEqual([
    expect.stringContaining('packages/codemod/src/a.ts:1 files import each other in a circle'),
    expect.stringContaining('packages/codemod/src/b.ts:2 endless() has 62 lines'),
  ])
})

test('ARCHITECTURE draws the floors that are checked', () => {
  const text = readFileSync(join(import.meta.dirname, '../../ARCHITECTURE.md'), 'utf8')
  const [, drawing = ''] = /## Who may import whom.*?```\n(.*?)\n```/s.exec(text) ?? []
  const drawn = drawing.split('\n').map((line) =>
    line
      .replace(/ \(.*?\)/, '')
      .split(' · ')
      // A folder beside a file of the same name is one room with it.
      .filter((room) => !/^(app|config)\/$/.test(room))
      .map((room) => room.replace(/\/$/, '')),
  )
  expect(drawn).toEqual(floors)
})
