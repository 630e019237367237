import { execFile } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import type { Said } from '../../cli/typed.ts'
import { codemod } from './typed.ts'

const applications = join(import.meta.dirname, '../../apps/authjs')
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const run = promisify(execFile)

/** A copy of one of the applications, committed, with the environment that its owner has. */
async function application(name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-move-'))
  folders.push(folder)
  cpSync(join(applications, name), folder, { recursive: true })
  writeFileSync(join(folder, '.gitignore'), '.env\nnode_modules\n')
  writeFileSync(join(folder, '.env'), environments[name] ?? '')
  await git(folder, 'init', '--quiet')
  await commit(folder)
  return folder
}

const environments: Record<string, string> = {
  'next-4':
    'NEXTAUTH_SECRET=my-little-secret\nNEXTAUTH_URL=http://localhost:3000\nGITHUB_ID=x\nGITHUB_SECRET=y\n',
  'next-5': 'AUTH_SECRET=q3Tn8Lk2Vw9Xc5Bz7Rm1Jf6Hd4Gs0PaYeUi\nAUTH_GITHUB_ID=x\nAUTH_GOOGLE_ID=x\n',
  express: 'AUTH_SECRET=q3Tn8Lk2Vw9Xc5Bz7Rm1Jf6Hd4Gs0PaYeUi\nAUTH_GITHUB_ID=x\n',
}

function git(folder: string, ...args: string[]) {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@app.test']
  return run('git', ['-C', folder, ...identity, ...args])
}

async function commit(folder: string): Promise<void> {
  await git(folder, 'add', '--all')
  await git(folder, 'commit', '--quiet', '--message', 'before')
}

/** Types `npx porticojs-codemod authjs` in a folder. */
function migrate(folder: string, ...options: string[]): Promise<Said> {
  return codemod(['authjs', ...options], { folder })
}

/** Everything in a folder, without what git keeps. */
function contents(folder: string): Record<string, string> {
  const paths = globSync(['**/*', '**/.*'], { cwd: folder, exclude: ['.git'] })
  const files = paths.filter((path) => statSync(join(folder, path)).isFile())
  return Object.fromEntries(
    files.sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  )
}

async function changedFiles(folder: string): Promise<string[]> {
  const { stdout } = await git(folder, 'status', '--porcelain')
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().replace(/^M\s+/, '').replaceAll('"', ''))
}

describe.each(['next-5', 'next-4', 'express'])('the application %s', (name) => {
  test('is told what would change, and nothing does', async () => {
    const folder = await application(name)
    const before = contents(folder)
    const { code, out } = await migrate(folder, '--dry-run')
    expect(code).toBe(0)
    expect(out).toMatch(/\d+ files would change/)
    expect(contents(folder)).toEqual(before)
  })

  test('is free of Auth.js afterwards, and a second run finds nothing to change', async () => {
    const folder = await application(name)
    expect((await migrate(folder)).out).toMatch(/\d+ files changed/)
    const after = contents(folder)
    for (const [path, text] of Object.entries(after)) {
      if (path.endsWith('package.json')) continue
      expect(text, path).not.toMatch(/['"](next-auth|@auth\/)|process\.env\.NEXTAUTH_/)
    }
    await commit(folder)
    expect((await migrate(folder)).out).toContain('There is nothing to change.')
    expect(contents(folder)).toEqual(after)
  })
})

test('version 5 needs nobody to look at anything but its keys', async () => {
  const { out } = await migrate(await application('next-5'))
  expect(out).not.toContain('Look at:')
  expect(out).toContain('npm install porticojs\n  npm uninstall next-auth')
})

test('of version 4, one file has something to look at', async () => {
  const folder = await application('next-4')
  const { out } = await migrate(folder)
  const [, looks = ''] = out.split('Look at:')
  const files = new Set(Array.from(looks.matchAll(/^ {2}(\S+):\d+ /gm), ([, file]) => file))
  expect([...files]).toEqual(['pages/index.tsx'])
  expect(await changedFiles(folder)).toEqual([
    '.env.example',
    'lib/adapter.ts',
    'middleware.ts',
    'pages/_app.tsx',
    'pages/api/auth/[...nextauth].ts',
    'pages/api/examples/jwt.ts',
    'pages/api/examples/session.ts',
    'pages/index.tsx',
    'pages/server.tsx',
    'types/next-auth.d.ts',
    '?? MIGRATION.md',
  ])
  const { '.env': env } = contents(folder)
  expect(env).toMatch(
    /^AUTH_SECRET=[\w-]{43}\nAUTH_FROM_AUTHJS_SINCE=\d{4}-\d\d-\d\d\nAUTH_URL=http/,
  )
  expect(env).not.toContain('my-little-secret')
  expect(out).toContain('NEXTAUTH_SECRET could be guessed and is dropped: people sign in once more')
  expect(out).toMatch(/set AUTH_FROM_AUTHJS_SINCE=\d{4}-\d\d-\d\d wherever the application runs/)
  expect(out).not.toContain('my-little-secret')
})

describe('MIGRATION.md', () => {
  test('keeps what there is to look at, and a second run leaves it', async () => {
    const folder = await application('next-4')
    const { out } = await migrate(folder)
    expect(out).toContain('read MIGRATION.md')
    const { 'MIGRATION.md': notes = '' } = contents(folder)
    expect(notes).toContain('- [ ] `npm install porticojs`')
    expect(notes).toMatch(/- \[ \] `pages\/index\.tsx:\d+` /)
    expect(notes).not.toContain('my-little-secret')
    await commit(folder)
    await migrate(folder)
    expect(contents(folder)['MIGRATION.md']).toBe(notes)
  })

  test('is not written where there is nothing to look at, nor by a dry run', async () => {
    const folder = await application('next-5')
    await migrate(folder)
    expect(contents(folder)).not.toHaveProperty(['MIGRATION.md'])
    const other = await application('next-4')
    await migrate(other, '--dry-run')
    expect(contents(other)).not.toHaveProperty(['MIGRATION.md'])
  })
})

describe('git is asked first', () => {
  test('an application with changes is refused, unless told', async () => {
    const folder = await application('express')
    writeFileSync(join(folder, 'notes.txt'), 'not committed')
    const before = contents(folder)
    const refused = await migrate(folder)
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.error).toContain('--yes')
    expect(contents(folder)).toEqual(before)
    expect(await migrate(folder, '--yes')).toMatchObject({ code: 0 })
    expect(contents(folder)).not.toEqual(before)
  })

  test.each([
    [true, 0],
    [false, 1],
  ])('a person at a terminal is asked: %s', async (answer, code) => {
    const folder = await application('express')
    writeFileSync(join(folder, 'notes.txt'), 'not committed')
    const before = contents(folder)
    const questions: string[] = []
    const confirm = async (question: string) => {
      questions.push(question)
      return answer
    }
    const ended = await codemod(['authjs', folder], { confirm })
    expect(ended.code).toBe(code)
    expect(questions).toEqual([expect.stringContaining('not committed')])
    expect(JSON.stringify(contents(folder)) === JSON.stringify(before)).toBe(!answer)
  })

  test('an application that git does not know is refused, except for a dry run', async () => {
    const folder = await application('express')
    rmSync(join(folder, '.git'), { recursive: true })
    const refused = await migrate(folder)
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.error).toContain('no git repository')
    expect(await migrate(folder, '--dry-run')).toMatchObject({ code: 0 })
  })
})

test('a file whose characters would be lost is named, and stays as it is', async () => {
  const folder = await application('express')
  const latin1 = Buffer.from("// café\nimport { Auth } from '@auth/core'\n", 'latin1')
  writeFileSync(join(folder, 'old.js'), latin1)
  await commit(folder)
  expect((await migrate(folder)).out).toContain('old.js:1  this file was left as it is')
  expect(readFileSync(join(folder, 'old.js')).equals(latin1)).toBe(true)
})

test('a program gets the same as JSON, and nobody gets a secret', async () => {
  const { out } = await migrate(await application('next-4'), '--json')
  const { done, files, looks, commands } = JSON.parse(out)
  expect(done).toBe(true)
  expect(files[0]).toEqual({
    path: '.env',
    changes: [
      expect.stringContaining('NEXTAUTH_SECRET could be guessed'),
      'AUTH_SECRET is a new one',
      'NEXTAUTH_URL → AUTH_URL',
      expect.stringContaining('AUTH_FROM_AUTHJS_SINCE'),
    ],
  })
  expect(looks).toHaveLength(1)
  expect(commands).toEqual(['npm install porticojs', 'npm uninstall next-auth'])
  expect(out).not.toMatch(/my-little-secret|[\w-]{43}/)
})

test('the commands are those of the package manager that is used', async () => {
  const folder = await application('next-4')
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  manifest.dependencies['@next-auth/prisma-adapter'] = '1.0.7'
  manifest.dependencies['@simplewebauthn/server'] = '9.0.3'
  manifest.devDependencies = { ...manifest.devDependencies, typescript: '4.9.5' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'pnpm-lock.yaml'), '')
  const { out } = await migrate(folder, '--dry-run')
  expect(out).toContain(
    'pnpm add porticojs @auth/prisma-adapter @simplewebauthn/server@latest typescript@5\n  pnpm remove next-auth @next-auth/prisma-adapter',
  )
})

test('another library is refused, with what is possible', async () => {
  const { code, error } = await codemod(['lucia'])
  expect(code).toBe(2)
  expect(error).toContain('porticojs-codemod authjs')
})

test.each([[['authjs', '--unknown']], [['authjs', '.', 'more']], [[]]])(
  'refuses %j, and shows how it is called',
  async (typed) => {
    const { code, out, error } = await codemod(typed)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(error).toContain('npx porticojs-codemod authjs [folder]')
    expect(JSON.parse((await codemod([...typed, '--json'])).out)).toEqual({
      error: expect.any(String),
    })
  },
)

test('files that the application gets are written into folders that are not there yet', async () => {
  const folder = await application('next-5')
  const header = `<script>import { SignIn } from '@auth/sveltekit/components'</script>\n<SignIn />\n`
  writeFileSync(join(folder, 'header.svelte'), header)
  await commit(folder)
  expect((await migrate(folder)).code).toBe(0)
  expect(contents(folder)['src/lib/auth/SignIn.svelte']).toContain('<form')
})
