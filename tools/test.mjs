// `npm test`: every check of this repository, one after the other, none hidden by an earlier failure.
// `npm run test:frameworks`: the examples, each in its framework.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { skipped as skippedPrograms } from './available.mjs'

/**
 * @typedef {object} Report what Vitest writes about a run
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ name: string, status: string, assertionResults: { status: string }[] }[]} [testResults] one for each file
 */

/**
 * Each step is a script of package.json; `counts` says that Vitest reports on the tests in it, `secondTry` that a file of tests which
 * fails is run once more: a framework's server and a browser now and then miss each other. The end of the run names it.
 */
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
const frameworks = [{ script: 'apps', title: 'Applications', counts: true, secondTry: true }]
const onlyFrameworks = process.argv[2] === 'frameworks'
const steps = onlyFrameworks ? frameworks : checks

// The steps write into a pipe, so they cannot see for themselves whether a person is watching.
const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { FORCE_COLOR: '0', NO_COLOR: '1' }
const reports = mkdtempSync(join(tmpdir(), 'portico-test-'))
const totals = { passed: 0, failed: 0, skipped: 0 }
/**
 * What a test's status counts as; every other one is a test that was left out.
 *
 * @type {Record<string, keyof typeof totals | undefined>}
 */
const countOf = { passed: 'passed', failed: 'failed' }
const failedSteps = []
/** What is said again at the end: what was left out, and how long the frameworks took. */
const repeated = new Set(onlyFrameworks ? [] : skippedPrograms())

for (const step of steps) {
  console.log(`\n━━ ${step.title} (npm run ${step.script})\n`)
  const passed = await take(step)
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
 * Takes one step, and adds what it counted.
 *
 * @param {typeof checks[number] & { secondTry?: boolean }} step
 * @returns {Promise<boolean>} whether it succeeded
 */
async function take(step) {
  const passed = await run(step)
  if (!step.counts) return passed
  const report = readReport(step)
  const failed = report?.testResults?.filter(({ status }) => status === 'failed') ?? []
  if (passed || !step.secondTry || failed.length === 0) {
    addReport(report)
    return passed
  }
  const files = failed.map(({ name }) => relative(process.cwd(), name))
  for (const file of files) repeated.add(`SECOND TRY: ${file}`)
  console.log(`\n━━ ${step.title}, once more: ${files.join(', ')}\n`)
  const passedThen = await run(step, files)
  const again = readReport(step)
  // What the first try counted in these files does not count.
  const first = failed.flatMap(({ assertionResults }) => assertionResults)
  for (const { status } of first) totals[countOf[status] ?? 'skipped'] -= 1
  addReport(report)
  addReport(again)
  return passedThen
}

/**
 * Runs the script of a step, shows what it prints, and remembers what it says about skipped suites and times.
 *
 * @param {typeof checks[number]} step
 * @param {string[]} [files] of tests, where not all are to be run
 * @returns {Promise<boolean>} whether it succeeded
 */
function run(step, files = []) {
  const report = ['--', '--reporter=default', '--reporter=json']
  const options = step.counts ? [...report, `--outputFile.json=${reportOf(step)}`, ...files] : []
  const child = spawn('npm', ['run', '--silent', step.script, ...options], {
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

/** @param {{ script: string }} step */
function reportOf({ script }) {
  return join(reports, `${script}.json`)
}

/**
 * What Vitest reported; undefined where it did not get that far, and its step counts as failed.
 *
 * @param {{ script: string }} step
 * @returns {Report | undefined}
 */
function readReport(step) {
  try {
    return JSON.parse(readFileSync(reportOf(step), 'utf8'))
  } catch {
    return undefined
  } finally {
    rmSync(reportOf(step), { force: true })
  }
}

/** @param {Report | undefined} report */
function addReport(report) {
  if (!report) return
  totals.passed += report.numPassedTests
  totals.failed += report.numFailedTests
  totals.skipped += report.numPendingTests + report.numTodoTests
}
