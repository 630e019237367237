import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const program = join(import.meta.dirname, '../../tools/test.mjs')
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** What Vitest would do: write a report where it is told to. */
const reporter = (report: object) => `
  const file = process.argv.find((each) => each.startsWith('--outputFile.json=')).split('=')[1]
  require('node:fs').writeFileSync(file, ${JSON.stringify(JSON.stringify(report))})
  console.log('  SKIPPED: moon tests (no Moon)')
  console.warn('SKIPPED: tide tests (no Moon)')`

function run(scripts: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-run-'))
  folders.push(folder)
  const counts = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 2, numTodoTests: 0 }
  const steps = [
    'types',
    'lint',
    'imports',
    'exports',
    'generated',
    'dead',
    'build',
    'package',
    'site',
  ]
  writeFileSync(join(folder, 'vitest.cjs'), reporter(counts))
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      scripts: {
        ...Object.fromEntries(steps.map((step) => [step, `echo ${step} ran`])),
        stories: 'node vitest.cjs',
        ...scripts,
      },
    }),
  )
  const result = spawnSync(process.execPath, [program], { cwd: folder, encoding: 'utf8' })
  return { code: result.status, lines: result.stdout.split('\n') }
}

test('the run ends with its counts alone on a line, and what was skipped above it', () => {
  const { code, lines } = run({})
  expect(lines).toContain('15 passed, 0 failed, 2 skipped')
  expect(lines).toContain('SKIPPED: moon tests (no Moon)')
  expect(lines).toContain('SKIPPED: tide tests (no Moon)')
  expect(code).toBe(0)
})

test('a test that took a second try is named at the end', () => {
  const { lines } = run({ site: `echo "  ✓ two tabs sign in (retry x1) 12ms"` })
  expect(lines.join('\n')).toContain('\nSECOND TRY: ✓ two tabs sign in (retry x1) 12ms')
})

test('a failing step is named at the end and hides none after it', () => {
  const { code, lines } = run({ types: 'exit 1', build: 'exit 1' })
  expect(lines).toContain('lint ran')
  expect(lines.join('\n')).toContain('package ran')
  expect(lines).toContain('FAILED: Types (npm run types)')
  expect(lines).toContain('FAILED: Build (npm run build)')
  expect(lines).toContain('13 passed, 2 failed, 2 skipped')
  expect(code).toBe(1)
})

test('a test runner that dies before reporting is a failure, not silence', () => {
  const { code, lines } = run({ stories: 'exit 3' })
  expect(lines).toContain('FAILED: Tests (npm run stories)')
  expect(lines).toContain('9 passed, 1 failed')
  expect(code).toBe(1)
})
