import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { ownVersion } from '../../src/cli/version.ts'
import { portico } from './typed.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-migrate-from-'))
  folders.push(folder)
  return folder
}

/** An application that has a program installed as the codemod: it notes how it was called, and ends with 7. */
function withCodemod(version: string): string {
  const folder = newFolder()
  const home = join(folder, 'node_modules/porticojs-codemod')
  mkdirSync(home, { recursive: true })
  const bin = { 'porticojs-codemod': 'program.cjs' }
  writeFileSync(join(home, 'package.json'), JSON.stringify({ version, bin }))
  writeFileSync(
    join(home, 'program.cjs'),
    `require('node:fs').writeFileSync('called.json', JSON.stringify(process.argv.slice(2)))
    process.exit(7)`,
  )
  return folder
}

/** npm with nothing in its cache, and no registry that answers. */
function offline(): Record<string, string | undefined> {
  const quiet = { fetch_retries: '0', loglevel: 'silent' }
  const settings = { cache: newFolder(), registry: 'http://127.0.0.1:9', ...quiet }
  const entries = Object.entries(settings).map(([name, value]) => [`npm_config_${name}`, value])
  return { ...process.env, ...Object.fromEntries(entries) }
}

describe('npx porticojs migrate-from', () => {
  test('passes its words and options to the codemod that is installed, and its exit code back', async () => {
    const folder = withCodemod(ownVersion())
    const typed = ['migrate-from', 'authjs', 'web', '--dry-run', '--json']
    expect(await portico(typed, { folder, env: process.env })).toEqual({
      code: 7,
      out: '',
      error: '',
    })
    const called = JSON.parse(readFileSync(join(folder, 'called.json'), 'utf8'))
    expect(called.slice(0, 2)).toEqual(['authjs', 'web'])
    expect(called.slice(2).sort()).toEqual(['--dry-run', '--json'])
  })

  test.each([
    ['none is installed', newFolder],
    ['another version is installed', () => withCodemod('0.0.1')],
  ])('says what npx fetches where %s, and in one line that it cannot', async (_, make) => {
    const wanted = `porticojs-codemod@${ownVersion()}`
    const { code, out, error } = await portico(['migrate-from', 'authjs'], {
      folder: make(),
      env: offline(),
    })
    expect(code).toBe(1)
    expect(out).toBe('')
    const [said, failed, ...more] = error.split('\n')
    expect(said).toBe(`${wanted} is not installed here: npx fetches it, with what it depends on.`)
    expect(failed).toMatch(/^npx could not fetch .* \(E\w+\): go online, or install it first .*$/)
    expect(more).toEqual([''])
    expect(error).toContain(`npm install --save-dev ${wanted}.`)
  })

  test.each([
    [['lucia'], 'Applications can be moved from authjs and better-auth, not "lucia".'],
    [[], 'authjs|better-auth is missing: see npx porticojs migrate-from --help.'],
    [['authjs', '--unknown'], 'There is no option --unknown.'],
  ])('refuses %j without the codemod, and shows how it is called', async (words, message) => {
    const { code, error } = await portico(['migrate-from', ...words])
    expect(code).toBe(2)
    expect(error).toBe(
      `${message}\n\nnpx porticojs migrate-from authjs|better-auth [folder] [--dry-run] [--yes]\n`,
    )
  })
})

test('the codemod has the version of Portico', () => {
  const file = new URL('../../packages/codemod/package.json', import.meta.url)
  expect(JSON.parse(readFileSync(file, 'utf8')).version).toBe(ownVersion())
})
