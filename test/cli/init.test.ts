import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { portico } from './typed.ts'

const examples = readdirSync('examples').filter((name) => name !== 'demo')

function newFolder(files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'hdev-init-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

describe('npx porticojs init', () => {
  test.each(examples)('writes the files of examples/%s', async (framework) => {
    const folder = newFolder()
    const { code, out } = await portico(['init', '--framework', framework, '--json'], { folder })
    expect(code).toBe(0)
    const { written, start } = JSON.parse(out)
    const copied = written.filter((path: string) => path !== 'package.json')
    expect(copied.length).toBeGreaterThan(1)
    for (const path of copied) {
      const example = readFileSync(join('examples', framework, path), 'utf8')
      expect(readFileSync(join(folder, path), 'utf8')).toBe(example)
    }
    expect(start).toMatch(/^npx porticojs dev -- \w/)
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(dependencies.porticojs).toMatch(/^\^\d/)
  })

  test.each(examples)('recognises %s by its package.json', async (framework) => {
    const manifest = readFileSync(join('examples', framework, 'package.json'), 'utf8')
    const folder = newFolder({ 'package.json': manifest })
    const { out } = await portico(['init', '--json'], { folder })
    expect(JSON.parse(out).framework).toBe(framework)
  })

  test.each([
    ['no .gitignore', {}, 'node_modules\n.env\n.env.*\nauth.db*\n'],
    ['one without it', { '.gitignore': 'node_modules\n' }, 'node_modules\nauth.db*\n'],
    ['one without a last line break', { '.gitignore': 'dist' }, 'dist\nauth.db*\n'],
    ['one that has it', { '.gitignore': '/auth.db*\ndist\n' }, '/auth.db*\ndist\n'],
  ])('lets git leave the database out where there is %s, once', async (_, files, expected) => {
    const folder = newFolder(files)
    for (const _time of ['first', 'second']) {
      await portico(['init', '--framework', 'express', '--json'], { folder })
      expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe(expected)
    }
  })

  test('writes no .gitignore for an example without a database file', async () => {
    const folder = newFolder()
    await portico(['init', '--framework', 'workers', '--json'], { folder })
    expect(existsSync(join(folder, '.gitignore'))).toBe(false)
  })

  test('says in one line that package.json is broken', async () => {
    const folder = newFolder({ 'package.json': '{"dependencies":' })
    const { code, error } = await portico(['init'], { folder })
    expect(code).toBe(1)
    expect(error).toMatch(/^package\.json is not valid JSON: .*\n$/)
  })

  test('says what must be installed first', async () => {
    const typed = ['init', '--framework', 'express', '--json']
    const fresh = await portico(typed, { folder: newFolder() })
    expect(JSON.parse(fresh.out).install).toBe('npm install')
    const manifest = JSON.stringify({ dependencies: { porticojs: '*' } })
    const kept = await portico(typed, { folder: newFolder({ 'package.json': manifest }) })
    expect(JSON.parse(kept.out).install).toMatch(/^npm install .*\bexpress@\d/)
    expect(JSON.parse(kept.out).install).not.toContain('porticojs')
  })

  test('a module of Nest is left alone, and the configuration is written beside it', async () => {
    const manifest = readFileSync('examples/nest/package.json', 'utf8')
    const folder = newFolder({
      'package.json': manifest,
      'src/app.module.ts': '@Module({ providers: [AppService] })\nexport class AppModule {}\n',
    })
    const { written } = JSON.parse((await portico(['init', '--json'], { folder })).out)
    expect(written).toEqual(['src/auth.ts'])
  })

  test('a framework that is built on another one is meant, and of two others it must be said which', async () => {
    const having = (...names: string[]) => {
      const dependencies = Object.fromEntries(names.map((name) => [name, '*']))
      const folder = newFolder({ 'package.json': JSON.stringify({ dependencies }) })
      return portico(['init', '--json'], { folder })
    }
    expect(JSON.parse((await having('@nestjs/core', 'express')).out).framework).toBe('nest')
    expect(JSON.parse((await having('nuxt', 'h3')).out).framework).toBe('nuxt')
    expect(JSON.parse((await having('hono', 'koa')).out).error).toContain('hono and koa')
  })

  test.each(examples)('adds platforms to the configuration of %s', async (framework) => {
    const folder = newFolder()
    const typed = ['init', '--framework', framework, '--providers', 'github', '--json']
    const { written } = JSON.parse((await portico(typed, { folder })).out)
    const changed = written.filter((path: string) =>
      readFileSync(join(folder, path), 'utf8').includes("'porticojs/providers/github'"),
    )
    expect(changed).toHaveLength(1)
    expect(readFileSync(join(folder, changed[0]), 'utf8')).toMatch(/providers: \[\w+, GitHub/)
  })

  test('recognises the framework, and keeps what is there', async () => {
    const manifest = JSON.stringify({ dependencies: { hono: '4' } })
    const folder = newFolder({ 'package.json': manifest, 'auth.ts': '// mine' })
    const { code, out } = await portico(['init', '--yes'], { folder })
    expect(code).toBe(0)
    expect(out).toMatch(/kept +auth\.ts/)
    expect(readFileSync(join(folder, 'auth.ts'), 'utf8')).toBe('// mine')
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(manifest)
    expect(existsSync(join(folder, 'server.ts'))).toBe(true)
  })

  test('overwrites what somebody says it may, and asks for nothing else', async () => {
    const folder = newFolder({ 'auth.ts': '// mine' })
    const asked: string[] = []
    const confirm = async (question: string) => {
      asked.push(question)
      return true
    }
    await portico(['init', '--framework', 'express'], { folder, confirm })
    expect(asked).toEqual(['auth.ts exists. Overwrite it?'])
    expect(readFileSync(join(folder, 'auth.ts'), 'utf8')).toContain('Auth({')
  })

  test.each([
    ['a link that leads nowhere yet', 'auth.ts', 'to-be.ts', undefined],
    ['a link to a file of somebody else', 'auth.ts', 'theirs.ts', '// theirs'],
    ['a package.json that is a link', 'package.json', 'package.json', undefined],
  ])('keeps %s as it is, says so, and writes the rest', async (_, path, target, text) => {
    const outside = newFolder(text === undefined ? {} : { [target]: text })
    const folder = newFolder()
    symlinkSync(join(outside, target), join(folder, path))
    const asked: string[] = []
    const confirm = async (question: string) => asked.push(question) > 0
    const said = await portico(['init', '--framework', 'express'], { folder, confirm })
    expect(said.code).toBe(0)
    expect(said.out).toMatch(new RegExp(`kept +${path}\n`))
    expect(said.out).toContain(`${path} is a symbolic link: ${path} is not written`)
    expect(asked).toEqual([])
    expect(existsSync(join(outside, target)) && readFileSync(join(outside, target), 'utf8')).toBe(
      text ?? false,
    )
    expect(existsSync(join(folder, 'server.ts'))).toBe(true)
  })

  test('notes a folder that a link puts elsewhere, and writes into one that stays inside', async () => {
    const outside = newFolder()
    const folder = newFolder({ 'code/kept.txt': '' })
    symlinkSync(outside, join(folder, 'app'))
    const typed = ['init', '--framework', 'next', '--yes', '--json']
    const { notes, written } = JSON.parse((await portico(typed, { folder })).out)
    expect(readdirSync(outside)).toEqual([])
    expect(notes.length).toBeGreaterThan(0)
    for (const note of notes)
      expect(note).toMatch(/^app is a symbolic link out of this folder: app/)
    expect(written).toContain('auth.ts')
    const inner = newFolder({ 'code/kept.txt': '' })
    symlinkSync('code', join(inner, 'app'))
    const again = JSON.parse((await portico(typed, { folder: inner })).out)
    expect(again.notes).toEqual([])
    expect(readdirSync(join(inner, 'code')).length).toBeGreaterThan(1)
  })

  test('adds the platforms that were asked for', async () => {
    const folder = newFolder()
    await portico(['init', '--framework', 'express', '--providers', 'google,github'], { folder })
    const code = readFileSync(join(folder, 'auth.ts'), 'utf8')
    expect(code).toContain("import Google from 'porticojs/providers/google'\n")
    expect(code).toMatch(/providers: \[TikTok, GitHub, Google, Email/)
  })

  test.each([
    [['init'], 'No framework is recognised'],
    [['init', '--framework', 'expres'], 'did you mean express?'],
    [['init', '--framework', 'express', '--providers', 'gogle'], 'did you mean google?'],
  ])('%j writes nothing and says why', async (typed, message) => {
    const folder = newFolder()
    const { code, error } = await portico(typed, { folder })
    expect(code).toBe(2)
    expect(error).toContain(message)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('npx porticojs init in an application that has code of its own', () => {
  /** What is written there. */
  async function added(framework: string, files: Record<string, string>) {
    const folder = newFolder({ 'package.json': '{}', ...files })
    const { code, out } = await portico(['init', '--framework', framework, '--json'], { folder })
    expect(code).toBe(0)
    const { written, notes } = JSON.parse(out)
    const read = (path: string) => readFileSync(join(folder, path), 'utf8')
    for (const [path, text] of Object.entries(files)) expect(read(path)).toBe(text)
    return { written, notes, read }
  }

  test.each([
    ['app/page.tsx', ''],
    ['src/app/page.tsx', 'src/'],
    ['pages/index.jsx', ''],
    ['src/pages/index.jsx', 'src/'],
  ])('with %s, Next finds the route, and the pages that there were', async (page, place) => {
    const { written, read } = await added('next', { [page]: 'export {}', 'next.config.ts': '' })
    const route = `${place}app/api/auth/[...auth]/route.ts`
    expect(written.sort()).toEqual([route, `${place}auth.ts`])
    expect(read(route)).toContain(`from '../../../../auth'`)
  })

  test.each([
    ['astro', 'src/pages/index.astro', ['src/auth.ts']],
    ['express', 'index.js', ['auth.ts']],
    ['hono', 'src/index.ts', ['src/auth.ts']],
    ['nuxt', 'app/app.vue', ['server/utils/auth.ts']],
    ['react-router', 'app/root.tsx', ['app/auth.server.ts', 'app/routes/auth.ts']],
    ['solid-start', 'src/app.tsx', ['src/auth.ts', 'src/routes/api/auth/[...auth].ts']],
    [
      'sveltekit',
      'src/routes/+page.svelte',
      ['src/env.ts', 'src/hooks.server.ts', 'src/lib/server/auth.ts'],
    ],
    ['tanstack-start', 'src/router.tsx', ['src/auth.server.ts', 'src/routes/api/auth/$.ts']],
  ])('%s with %s gets no page of the example', async (framework, file, wanted) => {
    const { written, notes } = await added(framework, { [file]: '// mine' })
    expect(written.sort()).toEqual(wanted)
    expect(notes).toEqual([])
  })

  test.each(['app/api/auth/[...nextauth]/route.ts', 'pages/api/auth/[...nextauth].ts'])(
    'a route beside %s is not written, and it is said',
    async (taken) => {
      const { written, notes } = await added('next', { [taken]: '// mine' })
      expect(written).toEqual(['auth.ts'])
      expect(notes).toEqual([expect.stringContaining(taken)])
    },
  )

  test('an auth.ts of its own is named, and nothing is written', async () => {
    const files = { 'src/app/page.tsx': '// mine', 'src/auth.ts': '// mine' }
    const { written, notes } = await added('next', files)
    expect(written).toEqual([])
    expect(notes).toEqual([expect.stringContaining('src/auth.ts')])
  })

  test('a second time nothing is written', async () => {
    const folder = newFolder({ 'package.json': '{}', 'src/app/page.tsx': '// mine' })
    const typed = ['init', '--framework', 'next', '--json']
    await portico([...typed, '--providers', 'github'], { folder })
    const { written, notes } = JSON.parse((await portico(typed, { folder })).out)
    expect({ written, notes }).toEqual({ written: [], notes: [] })
  })
})

describe('npx porticojs providers', () => {
  test('shows what to register', async () => {
    const { out } = await portico(['providers', 'github', '--url', 'https://app.test'])
    expect(out).toContain('https://app.test/api/auth/callback/github')
    expect(out).toContain('AUTH_GITHUB_ID')
    expect(out).toContain("import GitHub from 'porticojs/providers/github'")
  })

  test('searches by any word, and says when there is nothing', async () => {
    const { out } = await portico(['providers', 'micro', '--json'])
    const ids = JSON.parse(out).map(({ id }: { id: string }) => id)
    expect(ids).toContain('microsoft-entra-id')
    expect((await portico(['providers', 'nothing-like-this'])).code).toBe(1)
  })
})
