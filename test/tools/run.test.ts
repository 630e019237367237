import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

/** A suite in a repository with these scripts, and its counts. */
function run(
  scripts: Record<string, string>,
  suite: string[] = [],
  report: object = {},
  variables: Record<string, string> = {},
) {
  const folder = emptyFolder()
  const counts = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 2, numTodoTests: 0 }
  const steps = ['types', 'lint', 'imports', 'exports', 'generated', 'dead', 'build']
  writeFileSync(join(folder, 'vitest.cjs'), reporter({ ...counts, ...report }))
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      scripts: {
        ...Object.fromEntries(steps.map((step) => [step, `echo ${step} ran`])),
        stories: 'node vitest.cjs',
        package: 'node vitest.cjs',
        site: 'node vitest.cjs',
        ...scripts,
      },
    }),
  )
  const env = { ...process.env, TEST_END: '', ...variables }
  return output(spawnSync(process.execPath, [program, ...suite], { cwd: folder, env }))
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-run-'))
  folders.push(folder)
  return folder
}

function output({ status, stdout, stderr }: SpawnSyncReturns<Buffer>) {
  return { code: status, lines: String(stdout).split('\n'), complaints: String(stderr) }
}

test('the run ends with its counts alone on a line, and what was skipped above it', () => {
  const { code, lines } = run({})
  expect(lines).toContain('12 passed, 0 failed, 2 skipped')
  expect(lines).toContain('SKIPPED: moon tests (no Moon)')
  expect(lines).toContain('SKIPPED: tide tests (no Moon)')
  expect(code).toBe(0)
})

/** An application's tests, of which `nuxt` fails at the first try. */
const frameworks = (second: 'passed' | 'failed') => `
  const { join } = require('node:path')
  const file = process.argv.find((each) => each.startsWith('--outputFile.json=')).split('=')[1]
  const files = process.argv.filter((each) => each.endsWith('.test.ts'))
  console.log('asked for: ' + files.join(' '))
  const nuxt = files.length ? '${second}' : 'failed'
  const results = { express: ['passed', 'passed'], nuxt: ['passed', nuxt, 'skipped'] }
  const ran = Object.keys(results).filter((name) => !files.length || files.some((each) => each.includes(name)))
  const all = ran.flatMap((name) => results[name])
  const count = (status) => all.filter((each) => each === status).length
  require('node:fs').writeFileSync(file, JSON.stringify({
    numPassedTests: count('passed'), numFailedTests: count('failed'), numPendingTests: count('skipped'), numTodoTests: 0,
    testResults: ran.map((name) => ({
      name: join(process.cwd(), 'test', name + '.test.ts'),
      status: results[name].includes('failed') ? 'failed' : 'passed',
      assertionResults: results[name].map((status) => ({ status })),
    })),
  }))
  process.exitCode = count('failed') ? 1 : 0`

function runFrameworks(second: 'passed' | 'failed' | 'hangs', until?: number, end?: number) {
  const folder = emptyFolder()
  mkdirSync(join(folder, 'test/apps'), { recursive: true })
  for (const name of ['astro', 'express', 'hono', 'koa', 'nuxt'])
    writeFileSync(join(folder, `test/apps/${name}.test.ts`), '')
  const hangs = 'setInterval(() => {}, 1000)'
  writeFileSync(join(folder, 'vitest.cjs'), second === 'hangs' ? hangs : frameworks(second))
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ scripts: { apps: 'node vitest.cjs' } }),
  )
  const moments = { TEST_UNTIL: until?.toString() ?? '', TEST_END: end?.toString() ?? '' }
  const env = { ...process.env, ...moments }
  return output(spawnSync(process.execPath, [program, 'frameworks'], { cwd: folder, env }))
}

test('a framework that fails is tried once more, alone, and named at the end', () => {
  const { code, lines } = runFrameworks('passed')
  expect(lines.filter((line) => line.startsWith('asked for'))).toEqual([
    'asked for: ',
    `asked for: ${join('test', 'nuxt.test.ts')}`,
  ])
  expect(lines).toContain(`SECOND TRY: ${join('test', 'nuxt.test.ts')}`)
  expect(lines).toContain('5 passed, 0 failed, 1 skipped')
  expect(code).toBe(0)
})

test('frameworks are run four at a time where there is a last moment', () => {
  const { code, lines } = runFrameworks('passed', Date.now() / 1000 + 3600)
  const asked = lines.filter((line) => line.startsWith('asked for'))
  expect(asked.map((line) => line.split(' ').length - 2)).toEqual([4, 1])
  expect(lines.filter((line) => line.startsWith('SKIPPED'))).toEqual([])
  expect(code).toBe(0)
})

test('frameworks for which no time is left are skipped aloud', () => {
  const { code, lines } = runFrameworks('passed', 1)
  expect(lines.filter((line) => line.startsWith('asked for'))).toEqual([])
  expect(lines.filter((line) => line.startsWith('SKIPPED'))).toHaveLength(5)
  expect(lines).toContain('SKIPPED: test/apps/koa.test.ts (no time was left)')
  expect(code).toBe(0)
})

test('frameworks that still run when time is up are ended, and skipped aloud', () => {
  const now = Date.now() / 1000
  const { code, lines } = runFrameworks('hangs', now + 3600, now + 6)
  expect(lines.filter((line) => line.startsWith('SKIPPED'))).toEqual([
    ...['astro', 'express', 'hono', 'koa'].map(
      (name) => `SKIPPED: test/apps/${name}.test.ts (ended, because no time was left)`,
    ),
    'SKIPPED: test/apps/nuxt.test.ts (no time was left)',
  ])
  expect(code).toBe(0)
})

test('any other step that still runs when time is up is ended, and has failed', () => {
  const variables = { TEST_END: String(Date.now() / 1000 + 1) }
  const { code, lines } = run({ site: 'sleep 600 | sleep 600' }, ['site'], {}, variables)
  expect(lines).toContain('ENDED: Documentation site (npm run site): no time was left')
  expect(lines).toContain('FAILED: Documentation site (npm run site)')
  expect(lines).toContain('0 passed, 1 failed')
  expect(code).toBe(1)
})

test('four that fail are no chance, and have failed at once', () => {
  const failed = (name: string) => ({ name, status: 'failed', assertionResults: [] })
  const testResults = ['a', 'b', 'c', 'd'].map(failed)
  const report = { numFailedTests: 4, testResults }
  const { code, lines } = run({ servers: 'node vitest.cjs && exit 1' }, ['servers'], report)
  expect(lines.filter((line) => line.includes('SECOND TRY'))).toEqual([])
  expect(lines).toContain('FAILED: Database servers (npm run servers)')
  expect(code).toBe(1)
})

test('a framework that fails twice has failed', () => {
  const { code, lines } = runFrameworks('failed')
  expect(lines).toContain('FAILED: Applications (npm run apps)')
  expect(lines).toContain('3 passed, 2 failed, 1 skipped')
  expect(code).toBe(1)
})

test('a test that took a second try is named at the end', () => {
  const { lines } = run({ site: `echo "  ✓ two tabs sign in (retry x1) 12ms"` }, ['site'])
  expect(lines.join('\n')).toContain('\nSECOND TRY: ✓ two tabs sign in (retry x1) 12ms')
})

test('a failing step is named at the end and hides none after it', () => {
  const { code, lines } = run({ types: 'exit 1', dead: 'exit 1' })
  expect(lines).toContain('lint ran')
  expect(lines).toContain('FAILED: Types (npm run types)')
  expect(lines).toContain('FAILED: Dead code (npm run dead)')
  expect(lines).toContain('10 passed, 2 failed, 2 skipped')
  expect(code).toBe(1)
})

test('a test runner that dies before reporting is a failure, not silence', () => {
  const { code, lines } = run({ stories: 'exit 3' })
  expect(lines).toContain('FAILED: Tests (npm run stories)')
  expect(lines).toContain('6 passed, 1 failed')
  expect(code).toBe(1)
})

test('a suite runs its own steps, and builds what it tests', () => {
  const { code, lines } = run({}, ['package'])
  expect(lines).toContain('build ran')
  expect(lines).not.toContain('lint ran')
  expect(lines).toContain('7 passed, 0 failed, 2 skipped')
  expect(code).toBe(0)
})

test('a suite that does not exist is refused with the names of those that do', () => {
  const { code, complaints } = run({}, ['moon'])
  expect(complaints).toContain('moon is not one of test, servers, browsers, package, site')
  expect(code).toBe(1)
})

test('the ten slowest files and the time are printed, and how to run a file that failed', () => {
  const at = (name: string, seconds: number, status = 'passed') => ({
    ...{ name: `${name}.test.ts`, status, assertionResults: [{ status }] },
    ...{ startTime: 1000, endTime: 1000 + seconds * 1000 },
  })
  const files = Array.from({ length: 11 }, (_, place) => at(`quick-${place}`, place / 100))
  const testResults = [...files, at('slow', 61.25), at('broken', 2, 'failed')]
  const { lines } = run({}, [], { numFailedTests: 1, testResults })
  const slow = lines.filter((line) => line.startsWith('SLOW:'))
  expect(slow).toHaveLength(10)
  expect(slow.slice(0, 2)).toEqual(['SLOW:   61.3 s slow.test.ts', 'SLOW:    2.0 s broken.test.ts'])
  expect(lines).toContainEqual(expect.stringMatching(/^TIME: \d+\.\d minutes$/))
  expect(lines).toContain('FAILED: npx vitest run broken.test.ts')
})
