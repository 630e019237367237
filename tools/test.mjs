// `npm test`: every check of this repository, one after the other, none hidden by an earlier failure.
// `npm run test:frameworks`: the examples, each in its framework.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { skipped as skippedPrograms } from './available.mjs'

/** Each step is a script of package.json; `counts` says that Vitest reports on the tests in it. */
const checks = [
  { script: 'types', title: 'Types' },
  { script: 'lint', title: 'Lint and format' },
  { script: 'imports', title: 'Import rule' },
  { script: 'exports', title: 'Doors' },
  { script: 'generated', title: 'Generated files' },
  { script: 'dead', title: 'Dead code' },
  { script: 'stories', title: 'Tests', counts: true },
  { script: 'build', title: 'Build' },
  { script: 'package', title: 'Package, as shipped', counts: true },
  { script: 'site', title: 'Documentation site', counts: true },
]
const frameworks = [{ script: 'apps', title: 'Applications', counts: true }]
const onlyFrameworks = process.argv[2] === 'frameworks'
const steps = onlyFrameworks ? frameworks : checks

// The steps write into a pipe, so they cannot see for themselves whether a person is watching.
const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { FORCE_COLOR: '0', NO_COLOR: '1' }
const reports = mkdtempSync(join(tmpdir(), 'portico-test-'))
const totals = { passed: 0, failed: 0, skipped: 0 }
const failedSteps = []
/** What is said again at the end: what was left out, and how long the frameworks took. */
const repeated = new Set(onlyFrameworks ? [] : skippedPrograms())

for (const step of steps) {
  console.log(`\n━━ ${step.title} (npm run ${step.script})\n`)
  const passed = await run(step)
  if (step.counts) addReport(join(reports, `${step.script}.json`))
  totals[passed ? 'passed' : 'failed'] += 1
  if (!passed) failedSteps.push(step)
}
rmSync(reports, { recursive: true })

console.log()
for (const line of repeated) console.log(line)
for (const { title, script } of failedSteps) console.log(`FAILED: ${title} (npm run ${script})`)
const { passed, failed, skipped: left } = totals
console.log(`\n${passed} passed, ${failed} failed${left > 0 ? `, ${left} skipped` : ''}`)
process.exitCode = failedSteps.length > 0 ? 1 : 0

/**
 * Runs one step, shows what it prints, and remembers what it says about skipped suites and times.
 *
 * @param {typeof checks[number]} step
 * @returns {Promise<boolean>} whether it succeeded
 */
function run({ script, counts }) {
  const report = ['--', '--reporter=default', '--reporter=json']
  const options = counts ? [...report, `--outputFile.json=${join(reports, `${script}.json`)}`] : []
  const child = spawn('npm', ['run', '--silent', script, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...colour },
  })
  show(child.stdout, process.stdout)
  show(child.stderr, process.stderr)
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)))
}

/**
 * @param {NodeJS.ReadableStream} from
 * @param {NodeJS.WritableStream} to
 */
function show(from, to) {
  let rest = ''
  from.setEncoding('utf8').on('data', (text) => {
    to.write(text)
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) remember(stripVTControlCharacters(line))
  })
}

/** @param {string} line */
function remember(line) {
  const [found] = /(SKIPPED|TIME): .*/.exec(line) ?? []
  if (found) repeated.add(found.trim())
  if (/\(retry x\d+\)/.test(line)) repeated.add(`SECOND TRY: ${line.trim()}`)
}

/** @param {string} file */
function addReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    totals.passed += report.numPassedTests
    totals.failed += report.numFailedTests
    totals.skipped += report.numPendingTests + report.numTodoTests
  } catch {
    // No report: Vitest did not get that far, and its step counts as failed.
  }
}
