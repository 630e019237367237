import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const program = join(import.meta.dirname, '../../tools/exports.mjs')
const houses: string[] = []

afterEach(() => {
  for (const house of houses.splice(0)) rmSync(house, { recursive: true })
})

function build(sources: string[], manifest: object = {}) {
  const house = mkdtempSync(join(tmpdir(), 'portico-exports-'))
  houses.push(house)
  for (const source of sources) {
    mkdirSync(dirname(join(house, 'src', source)), { recursive: true })
    writeFileSync(join(house, 'src', source), 'export {}\n')
  }
  writeFileSync(join(house, 'package.json'), JSON.stringify(manifest))
  return house
}

function run(house: string, ...options: string[]) {
  const result = spawnSync(process.execPath, [program, house, ...options], { encoding: 'utf8' })
  return { passes: result.status === 0, says: result.stdout }
}

test('each door leads from its source to what is built of it, types first', () => {
  const house = build(['index.ts', 'providers/index.ts', 'providers/tiktok.ts', 'cli/main.ts'], {
    name: 'porticojs',
  })
  run(house, '--write')
  expect(JSON.parse(readFileSync(join(house, 'package.json'), 'utf8'))).toEqual({
    name: 'porticojs',
    bin: { porticojs: 'dist/cli/main.js' },
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './providers': { types: './dist/providers/index.d.ts', default: './dist/providers/index.js' },
      './providers/*': { types: './dist/providers/*.d.ts', default: './dist/providers/*.js' },
      './package.json': './package.json',
    },
  })
  expect(run(house).passes).toBe(true)
})

test('a framework without a door is named', () => {
  const house = build(['index.ts'])
  run(house, '--write')
  writeFileSync(join(mkdirs(house, 'src/frameworks'), 'hono.ts'), 'export {}\n')
  const { passes, says } = run(house)
  expect(says).toContain('exports lacks "./hono"')
  expect(passes).toBe(false)
})

test('a door without a source is named', () => {
  const house = build(['index.ts'], { exports: { './gone': './dist/gone.js' } })
  const { passes, says } = run(house)
  expect(says).toContain('exports has "./gone", but src/ has nothing for it')
  expect(passes).toBe(false)
})

function mkdirs(...path: string[]) {
  const folder = join(...path)
  mkdirSync(folder, { recursive: true })
  return folder
}
