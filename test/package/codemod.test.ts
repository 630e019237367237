import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterEach, expect, inject, test } from 'vitest'
import { type Ended, installed, node, root } from './installed.ts'
import { npm } from './pack.ts'
import { packInstalled, startRegistry } from './registry.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-codemod-'))
  folders.push(folder)
  return folder
}

/** A small application that is written for Auth.js. */
function application(): string {
  const folder = newFolder()
  cpSync(join(root, 'test/apps/authjs/express'), folder, { recursive: true })
  writeFileSync(join(folder, '.env'), 'AUTH_SECRET=q3Tn8Lk2Vw9Xc5Bz7Rm1Jf6Hd4Gs0PaYeUi\n')
  return folder
}

function sourceOf(folder: string): string {
  return readFileSync(join(folder, 'src/config/auth.config.ts'), 'utf8')
}

/** The program of the package that is installed elsewhere, in a folder of its own. */
function portico(cwd: string, words: string[], env: Record<string, string> = {}): Promise<Ended> {
  return node([join(installed, 'dist/cli/main.js'), ...words], { cwd, env })
}

test('publint has nothing to say about the codemod', async () => {
  const tarball = new Uint8Array(readFileSync(inject('codemodTarball'))).buffer
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
})

test('Portico carries no parser', () => {
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  expect(Object.keys(dependencies)).toEqual(['oauth4webapi'])
})

test('migrate-from runs the codemod that is installed, and ends as it ends', async () => {
  const folder = application()
  const packages = [inject('tarball'), inject('codemodTarball')]
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  npm(folder, ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages])
  const before = sourceOf(folder)
  expect(before).toContain('@auth/express')
  const refused = await portico(folder, ['migrate-from', 'authjs'])
  expect(refused).toMatchObject({ code: 1, printed: '' })
  expect(refused.output).toContain('There is no git repository')
  const dry = await portico(folder, ['migrate-from', 'authjs', '--dry-run', '--json'])
  expect(dry.code, dry.output).toBe(0)
  expect(JSON.parse(dry.printed).done).toBe(false)
  expect(sourceOf(folder)).toBe(before)
  const moved = await portico(folder, ['migrate-from', 'authjs', '--yes'])
  expect(moved.code, moved.output).toBe(0)
  expect(moved.printed).toMatch(/\d files? changed\./)
  expect(sourceOf(folder)).toContain('porticojs/authjs/express')
  expect(sourceOf(folder)).not.toContain('@auth/express')
})

test('migrate-from fetches the codemod where it is not installed, and says so first', async () => {
  const folder = application()
  const names = ['parser', 'types', 'helper-string-parser', 'helper-validator-identifier']
  const others = packInstalled(
    root,
    names.map((name) => `@babel/${name}`),
  )
  await using registry = await startRegistry([inject('codemodTarball'), ...others])
  const env = { npm_config_registry: registry.url, npm_config_cache: newFolder() }
  const moved = await portico(folder, ['migrate-from', 'authjs', '--yes'], env)
  expect(moved.code, moved.output).toBe(0)
  expect(moved.output).toMatch(
    /^porticojs-codemod@[\d.]+ is not installed here: npx fetches it.*\d files? changed\./s,
  )
  expect(moved.printed).not.toContain('npx fetches it')
  expect(registry.asked).toContain('porticojs-codemod')
  expect(sourceOf(folder)).toContain('porticojs/authjs/express')
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).not.toContain('codemod')
})

test.each([
  ['next', 'app/api/auth/[...auth]/route.ts'],
  ['tanstack-start', 'src/routes/api/auth/$.ts'],
])('init writes the example of %s from the package', async (framework, route) => {
  const folder = newFolder()
  const { code, output, printed } = await portico(folder, [
    'init',
    '--framework',
    framework,
    '--json',
  ])
  expect(code, output).toBe(0)
  const { written }: { written: string[] } = JSON.parse(printed)
  expect(written).toContain(route)
  for (const path of written.filter((path) => path !== 'package.json')) {
    const example = readFileSync(join(root, 'examples', framework, path), 'utf8')
    expect(readFileSync(join(folder, path), 'utf8')).toBe(example)
  }
})
