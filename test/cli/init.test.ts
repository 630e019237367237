import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { frameworks } from '../../src/cli/init/frameworks.ts'
import { newFolder } from './folder.ts'
import { portico } from './typed.ts'

const examples = readdirSync('examples').filter((name) => !['demo', 'mcp', 'native'].includes(name))

/** The frameworks whose own tools start them for development. */
const withTools = readdirSync('examples').filter((name) => frameworks[name]?.bundles)

describe('npx porticojs init', () => {
  test.each(examples)('writes the files of examples/%s', async (framework) => {
    const folder = newFolder()
    const { code, out } = await portico(['init', '--framework', framework, '--json'], { folder })
    expect(code).toBe(0)
    const { written, start, address } = JSON.parse(out)
    const copied = written.filter((path: string) => path !== 'package.json')
    expect(copied.length).toBeGreaterThan(1)
    for (const path of copied) {
      const example = readFileSync(join('examples', framework, path), 'utf8')
      expect(readFileSync(join(folder, path), 'utf8')).toBe(example)
    }
    expect(start).toMatch(
      withTools.includes(framework) ? /^npm run dev/ : /^npx porticojs dev -- \w/,
    )
    expect(address).toMatch(/^http:\/\/localhost:\d+\/api\/auth\/signin$/)
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
    ['one with *.db, but not its log', { '.gitignore': '*.db\n' }, '*.db\nauth.db*\n'],
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

  test('names the package that sends mail in production, until it is installed or no mail is sent', async () => {
    const folder = newFolder()
    const typed = ['init', '--framework', 'express']
    expect((await portico(typed, { folder })).out).toContain('npm install nodemailer')
    const file = join(folder, 'package.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    manifest.dependencies.nodemailer = '10.4.0'
    writeFileSync(file, JSON.stringify(manifest))
    expect((await portico(typed, { folder })).out).not.toContain('nodemailer')
    const without = [...typed, '--providers', 'github']
    expect((await portico(without, { folder: newFolder() })).out).not.toContain('nodemailer')
  })

  test('passwords are written like any provider, and the end names the guide if nobody sends their mails', async () => {
    const folder = newFolder()
    const typed = ['init', '--framework', 'hono', '--providers', 'password,tiktok']
    const sender = 'passwords.md#mails'
    expect((await portico(typed, { folder })).out).toContain(sender)
    const written = readFileSync(join(folder, 'auth.ts'), 'utf8')
    expect(written).toContain("import Password from 'porticojs/providers/password'")
    expect(written).toContain('providers: [Password, TikTok],')
    const others = ['init', '--framework', 'hono', '--providers', 'password,resend']
    expect((await portico(others, { folder: newFolder() })).out).not.toContain(sender)
    expect((await portico(['providers', 'password'])).out).toContain('docs/passwords.md')
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

  test.each(examples)(
    'gives the configuration of %s exactly the providers of --providers',
    async (framework) => {
      const folder = newFolder()
      const typed = ['init', '--framework', framework, '--providers', 'google,github', '--json']
      const { configuration } = JSON.parse((await portico(typed, { folder })).out)
      const code = readFileSync(join(folder, configuration), 'utf8')
      expect(code.match(/porticojs\/providers\/[\w-]+/g)).toEqual([
        'porticojs/providers/github',
        'porticojs/providers/google',
      ])
      expect(code).toMatch(/providers: \[Google, GitHub\],/)
    },
  )

  test('keeps the sender of a provider that sends mail', async () => {
    const folder = newFolder()
    const typed = ['init', '--framework', 'express', '--providers', 'email,google']
    await portico(typed, { folder })
    const code = readFileSync(join(folder, 'auth.ts'), 'utf8')
    expect(code).toMatch(/providers: \[Email\(\{ from: '.+' \}\), Google\],/)
  })

  test('declares the variables of the providers in SvelteKit 3', async () => {
    const folder = newFolder()
    await portico(['init', '--framework', 'sveltekit', '--providers', 'google'], { folder })
    const variables = readFileSync(join(folder, 'src/env.ts'), 'utf8').match(/AUTH_\w+/g)
    expect(variables).toEqual(['AUTH_SECRET', 'AUTH_URL', 'AUTH_GOOGLE_ID', 'AUTH_GOOGLE_SECRET'])
  })

  test.each(examples)(
    'puts the configuration of %s where --file says, and all files find it',
    async (framework) => {
      const folder = newFolder()
      const file = framework === 'nuxt' ? 'server/utils/sign-in.ts' : 'lib/portico.ts'
      const typed = ['init', '--framework', framework, '--file', `./${file}`, '--json']
      const { configuration, written } = JSON.parse((await portico(typed, { folder })).out)
      expect(configuration).toBe(file)
      expect(readFileSync(join(folder, file), 'utf8')).toContain('Auth({')
      const texts = written.map((path: string) => readFileSync(join(folder, path), 'utf8'))
      expect(texts.join('\n')).not.toMatch(/from '(?!porticojs)[^']*\bauth(\.server)?(\.[jt]s)?'/)
    },
  )

  test.each([
    [['--file', '../auth.ts'], 'leads out of this folder'],
    [['--file', '/tmp/auth.ts'], 'leads out of this folder'],
    [['--file', 'auth'], 'takes the path of a module'],
    [['--framework', 'nuxt', '--file', 'server/auth.ts'], 'must be below server/utils'],
  ])('refuses %j and writes nothing', async (options, message) => {
    const folder = newFolder()
    const framework = options.includes('--framework') ? [] : ['--framework', 'express']
    const { code, error } = await portico(['init', ...framework, ...options], { folder })
    expect(code).toBe(2)
    expect(error).toContain(message)
    expect(readdirSync(folder)).toEqual([])
  })

  test('adds the keys to a package.json that it needs, and keeps the others', async () => {
    const manifest = JSON.stringify(
      { name: 'mine', type: 'commonjs', scripts: { test: 'x' } },
      null,
      4,
    )
    const folder = newFolder({ 'package.json': manifest })
    const typed = ['init', '--framework', 'next', '--json']
    const asked = JSON.parse((await portico(typed, { folder })).out)
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(manifest)
    expect(asked.left).toEqual([expect.objectContaining({ path: 'package.json' })])
    expect(asked.left[0].lines).toContain('+    "type": "module",')
    const { changed, start } = JSON.parse((await portico([...typed, '--yes'], { folder })).out)
    expect(changed).toEqual(['package.json'])
    expect(start).toBe('npm run dev')
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toEqual({
      name: 'mine',
      type: 'module',
      scripts: { test: 'x', dev: 'next dev' },
    })
  })

  test.each(examples)('a second time, changes nothing of %s and says so', async (framework) => {
    const folder = newFolder()
    const typed = ['init', '--framework', framework, '--providers', 'github']
    await portico(typed, { folder })
    const { out, code } = await portico([...typed, '--yes'], { folder })
    expect(code).toBe(0)
    expect(out).toContain('Nothing to change: the sign-in is set up.')
    expect(out).not.toMatch(/written|changed|Left to do/)
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

  test.each([
    [['init'], 'No framework is recognised'],
    [['init', '--framework', 'expres'], 'did you mean express?'],
    [['init', '--framework', 'nxt'], 'did you mean next or nuxt?'],
    [['init', '--framework', 'express', '--providers', 'gogle'], 'did you mean google?'],
  ])('%j writes nothing and says why', async (typed, message) => {
    const folder = newFolder()
    const { code, error } = await portico(typed, { folder })
    expect(code).toBe(2)
    expect(error).toContain(message)
    expect(readdirSync(folder)).toEqual([])
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
    const { code, out: nothing, error } = await portico(['providers', 'nothing-like-this'])
    expect([code, nothing, error]).toEqual([1, '', expect.stringContaining('nothing-like-this')])
  })
})

test('init writes as much for Next and Google as the comparison counts', async () => {
  const folder = newFolder({
    'package.json': '{"dependencies":{"next":"16.4.3"}}',
    'app/page.tsx': 'export default function Page() { return null }\n',
  })
  const { out } = await portico(['init', '--providers', 'google', '--json'], { folder })
  const { written }: { written: string[] } = JSON.parse(out)
  const lines = written.flatMap((path) => readFileSync(join(folder, path), 'utf8').split('\n'))
  const page = readFileSync('docs/compare/first-hour.md', 'utf8')
  expect(page).toContain(`| new files | ${written.length} |`)
  expect(page).toContain(`| lines in them | ${lines.filter((line) => line.trim()).length} |`)
})
