import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { portico } from './typed.ts'

function newFolder(files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'hdev-init-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

describe('npx portico init', () => {
  test.each([
    'astro',
    'elysia',
    'express',
    'fastify',
    'hono',
    'koa',
    'nest',
    'next',
    'react-router',
    'sveltekit',
  ])('writes the files of examples/%s', async (framework) => {
    const folder = newFolder()
    const { code, out } = await portico(['init', '--framework', framework, '--json'], { folder })
    expect(code).toBe(0)
    const { written, start } = JSON.parse(out)
    for (const path of written.filter((path: string) => path !== 'package.json')) {
      const example = readFileSync(join('examples', framework, path), 'utf8')
      expect(readFileSync(join(folder, path), 'utf8')).toBe(example)
    }
    expect(start).toMatch(/^npx portico dev -- \w/)
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(dependencies.portico).toMatch(/^\^\d/)
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

  test('adds the platforms that were asked for', async () => {
    const folder = newFolder()
    await portico(['init', '--framework', 'express', '--providers', 'google,github'], { folder })
    const code = readFileSync(join(folder, 'auth.ts'), 'utf8')
    expect(code).toContain("import Google from 'portico/providers/google'\n")
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

describe('npx portico providers', () => {
  test('shows what to register', async () => {
    const { out } = await portico(['providers', 'github', '--url', 'https://app.test'])
    expect(out).toContain('https://app.test/api/auth/callback/github')
    expect(out).toContain('AUTH_GITHUB_ID')
    expect(out).toContain("import GitHub from 'portico/providers/github'")
  })

  test('searches by any word, and says when there is nothing', async () => {
    const { out } = await portico(['providers', 'micro', '--json'])
    const ids = JSON.parse(out).map(({ id }: { id: string }) => id)
    expect(ids).toContain('microsoft-entra-id')
    expect((await portico(['providers', 'nothing-like-this'])).code).toBe(1)
  })
})
