// `npm test`, `npm run test:servers` and the other suites: their checks, one after the other, none hidden by an earlier failure.
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * @typedef {object} FileReport what Vitest writes about a file
 * @property {string} name
 * @property {string} status
 * @property {{ status: string }[]} assertionResults
 * @property {number} [startTime]
 * @property {number} [endTime]
 *
 * @typedef {object} Report what Vitest writes about a run
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {FileReport[]} [testResults]
 */

/**
 * A step is a script of package.json.
 *
 * @typedef {object} Step
 * @property {string} script
 * @property {string} title
 * @property {true} [counts] Vitest reports on the tests in it
 * @property {true} [secondTry] a file of tests that fails is run once more, if they are few: on a machine that hangs, servers and browsers
 *   now and then miss each other. The end of the run names it.
 * @property {string} [folder] of files that take long: where TEST_UNTIL says until when (in seconds since 1970), a few are run at a time,
 *   and those for which no time is left are skipped aloud.
 *
 * Where TEST_END is set (in seconds since 1970), a step that still runs at that moment is ended: files of a folder count as skipped, every
 * other step has failed.
 */

/**
 * The steps of `npm test` and of each `npm run test:…`.
 *
 * @type {Record<string, Step[]>}
 */
const suites = {
  test: [
    { script: 'types', title: 'Types' },
    { script: 'lint', title: 'Lint and format' },
    { script: 'imports', title: 'Import rule' },
    { script: 'exports', title: 'Doors' },
    { script: 'generated', title: 'Generated files' },
    { script: 'dead', title: 'Dead code' },
    { script: 'stories', title: 'Tests', counts: true },
  ],
  servers: [{ script: 'servers', title: 'Database servers', counts: true, secondTry: true }],
  browsers: [{ script: 'browsers', title: 'Browsers', counts: true, secondTry: true }],
  package: [
    { script: 'build', title: 'Build' },
    { script: 'package', title: 'Package, as shipped', counts: true },
  ],
  site: [{ script: 'site', title: 'Documentation site', counts: true }],
  frameworks: [
    { script: 'apps', title: 'Applications', counts: true, secondTry: true, folder: 'test/apps' },
  ],
  generators: [{ script: 'generators', title: 'Output of generators', counts: true }],
  machines: [{ script: 'machines', title: 'Databases of several machines', counts: true }],
}
const suite = process.argv[2] ?? 'test'
// What generators write changes from day to day, and clusters take minutes to start: they are looked at before a release.
const { generators: _, machines: __, ...lasting } = suites
const steps = suite === 'all' ? Object.values(lasting).flat() : (suites[suite] ?? [])
if (steps.length === 0) throw new Error(`${suite} is not one of ${Object.keys(suites).join(', ')}`)
const since = Date.now()

/** More files than this do not fail by chance. */
const mostSecondTries = 3

/** As many files of a folder are run before somebody looks at the clock. */
const filesAtATime = 4

/** The moment at which every step is ended, in milliseconds since 1970. */
const end = Number(process.env.TEST_END) * 1000 || Number.POSITIVE_INFINITY
/** A step that was ended may tidy up for so long, in milliseconds. */
const farewell = 10_000

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
/** @type {string[]} */
const failedFiles = []
/**
 * What is said again at the end: what was left out, what took a second try, and how long the frameworks took.
 *
 * @type {Set<string>}
 */
const repeated = new Set()
/** @type {{ name: string, seconds: number }[]} */
const files = []
/**
 * What Vitest says of errors that no test waited for: they fail a step whose tests all passed.
 *
 * @type {string[]}
 */
const unawaited = []
let isUnawaited = false

for (const step of steps) {
  console.log(`\n━━ ${step.title} (npm run ${step.script})\n`)
  const passed = await take(step)
  totals[passed ? 'passed' : 'failed'] += 1
  if (!passed) failedSteps.push(step)
}
rmSync(reports, { recursive: true })

console.log()
for (const line of repeated) console.log(line)
for (const line of slowest()) console.log(line)
for (const { title, script } of failedSteps) console.log(`FAILED: ${title} (npm run ${script})`)
for (const line of unawaited.slice(0, 60)) console.log(line)
for (const name of failedFiles) console.log(`FAILED: npx vitest run ${name}`)
const { passed, failed, skipped: left } = totals
console.log(`\n${passed} passed, ${failed} failed${left > 0 ? `, ${left} skipped` : ''}`)
process.exitCode = failedSteps.length > 0 ? 1 : 0

/**
 * Takes one step, all at once or as far as the time allows.
 *
 * @param {Step} step
 * @returns {Promise<boolean>} whether it succeeded
 */
async function take(step) {
  const until = Number(process.env.TEST_UNTIL)
  if (!step.folder || !until) return takeFiles(step)
  const waiting = globSync(`${step.folder}/*.test.ts`).sort()
  let passed = true
  while (waiting.length > 0 && Date.now() < Math.min(until * 1000, end)) {
    passed = (await takeFiles(step, waiting.splice(0, filesAtATime))) && passed
  }
  for (const file of waiting) repeated.add(`SKIPPED: ${file} (no time was left)`)
  return passed
}

/**
 * Runs a step or some files of it, and adds what it counted.
 *
 * @param {Step} step
 * @param {string[]} [some]
 * @returns {Promise<boolean>} whether it succeeded
 */
async function takeFiles(step, some = []) {
  const passed = await run(step, some)
  if (Date.now() >= end) return endedWith(step, some)
  if (!step.counts) return passed
  const report = readReport(step)
  const failed = failedOf(report)
  const isChance = step.secondTry && failed.length > 0 && failed.length <= mostSecondTries
  if (passed || !isChance) {
    addReport(report)
    failedFiles.push(...failed.map(pathOf))
    return passed
  }
  const again = failed.map(pathOf)
  for (const file of again) repeated.add(`SECOND TRY: ${file}`)
  console.log(`\n━━ ${step.title}, once more: ${again.join(', ')}\n`)
  const passedThen = await run(step, again)
  if (Date.now() >= end) return endedWith(step, again)
  const second = readReport(step)
  // What the first try counted in these files does not count.
  const first = failed.flatMap(({ assertionResults }) => assertionResults)
  for (const { status } of first) totals[countOf[status] ?? 'skipped'] -= 1
  addReport(report)
  addReport(second)
  failedFiles.push(...failedOf(second).map(pathOf))
  return passedThen
}

/**
 * Tells of a step that was ended because its time was up.
 *
 * @param {Step} step
 * @param {string[]} some
 * @returns {boolean} whether it counts as passed: only files that may be skipped do
 */
function endedWith(step, some) {
  const isSkipped = step.folder !== undefined && some.length > 0
  for (const file of isSkipped ? some : []) {
    repeated.add(`SKIPPED: ${file} (ended, because no time was left)`)
  }
  if (!isSkipped) repeated.add(`ENDED: ${step.title} (npm run ${step.script}): no time was left`)
  return isSkipped
}

/**
 * Runs the script of a step, shows what it prints, and remembers what it says about skipped suites and times.
 *
 * @param {Step} step
 * @param {string[]} [files] of tests, where not all are to be run
 * @returns {Promise<boolean>} whether it succeeded
 */
function run(step, files = []) {
  const report = ['--', '--reporter=default', '--reporter=json']
  const options = step.counts ? [...report, `--outputFile.json=${reportOf(step)}`, ...files] : []
  const child = spawn('npm', ['run', '--silent', step.script, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...colour },
    // A group of its own can be ended as a whole. Without an end, Ctrl+C reaches what runs in a terminal.
    detached: Number.isFinite(end),
  })
  show(child.stdout, process.stdout)
  show(child.stderr, process.stderr)
  const timers = Number.isFinite(end) ? endAt(end, child) : []
  return new Promise((resolve) =>
    child.on('close', (code) => {
      for (const timer of timers) clearTimeout(timer)
      resolve(code === 0)
    }),
  )
}

/**
 * Ends a program and all that it started: politely at first.
 *
 * @param {number} moment
 * @param {import('node:child_process').ChildProcess} child
 */
function endAt(moment, { pid = 0 }) {
  const left = Math.max(0, moment - Date.now())
  const send = (/** @type {NodeJS.Signals} */ signal) => {
    try {
      process.kill(-pid, signal)
    } catch {
      // It has just ended by itself.
    }
  }
  return [setTimeout(send, left, 'SIGTERM'), setTimeout(send, left + farewell, 'SIGKILL')]
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
  if (line.includes('Unhandled Errors')) isUnawaited = true
  if (/^\s*Test Files /.test(line)) isUnawaited = false
  if (isUnawaited && line.trim()) unawaited.push(line)
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
  for (const file of report.testResults ?? []) {
    const { startTime = 0, endTime = startTime } = file
    files.push({ name: pathOf(file), seconds: (endTime - startTime) / 1000 })
  }
}

/** @param {Report | undefined} report */
function failedOf(report) {
  return report?.testResults?.filter(({ status }) => status === 'failed') ?? []
}

/** @param {FileReport} file */
function pathOf({ name }) {
  return relative(process.cwd(), name)
}

/** How long it took, and the ten files that took longest. */
function slowest() {
  const longest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
  const minutes = ((Date.now() - since) / 60_000).toFixed(1)
  return [
    ...longest.map(({ name, seconds }) => `SLOW: ${seconds.toFixed(1).padStart(6)} s ${name}`),
    `TIME: ${minutes} minutes`,
  ]
}
