// `npm run test:chance -- test servers --times 10`: runs suites again and again on a machine that is kept busy, and names what failed by chance.
// `--loops 0` adds no load to a machine that is busy already.
import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '10' },
    loops: { type: 'string', default: String(availableParallelism()) },
  },
})
const suites = positionals.length > 0 ? positionals : ['test']
const times = wholeNumber('times', 1)

/** The folder of what the runs print, for whoever wants to know why one failed. */
const folder = join(import.meta.dirname, '../coverage/chance')
mkdirSync(folder, { recursive: true })

/** A second try hides what failed by chance from `.ci/run`, but not from here. */
const failure = /^(FAILED|SECOND TRY|ENDED): .*/

// Threads end with this program, however it ends.
const loops = Array.from(
  { length: wholeNumber('loops', 0) },
  () => new Worker('for (;;);', { eval: true }),
)

console.log(`Beside ${loops.length} busy loops. What is printed is kept in coverage/chance.\n`)
console.log('| suite | run | minutes | load | result | failed by chance |')
console.log('| --- | ---: | ---: | ---: | --- | --- |')
for (let time = 1; time <= times; time++) {
  for (const suite of suites) {
    const { minutes, counts, failures } = await run(suite, time)
    const load = loadavg()[2]?.toFixed(0)
    const chance = failures.join('; ') || 'none'
    console.log(`| ${[suite, time, minutes, load, counts, chance].join(' | ')} |`)
    if (failures.length > 0) process.exitCode = 1
  }
}
for (const loop of loops) await loop.terminate()

/**
 * @param {'times' | 'loops'} name
 * @param {number} least
 */
function wholeNumber(name, least) {
  const value = Number(values[name])
  if (Number.isInteger(value) && value >= least) return value
  throw new Error(`--${name} is a whole number from ${least} on`)
}

/**
 * Runs a suite once.
 *
 * @param {string} suite
 * @param {number} time
 */
async function run(suite, time) {
  const since = Date.now()
  const program = join(import.meta.dirname, 'test.mjs')
  const child = spawn(process.execPath, [program, suite], { stdio: ['ignore', 'pipe', 'pipe'] })
  const kept = createWriteStream(join(folder, `${suite}-${time}.log`))
  /** @type {string[]} */
  const lines = []
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream.setEncoding('utf8').on('data', (text) => {
      kept.write(text)
      const parts = (rest + text).split('\n')
      rest = parts.pop() ?? ''
      lines.push(...parts)
    })
  }
  const code = await new Promise((resolve) => child.on('close', resolve))
  kept.end()
  const failures = lines.filter((line) => failure.test(line))
  const counts = lines.findLast((line) => /^\d+ passed, /.test(line)) ?? 'did not end'
  if (code !== 0 && failures.length === 0) failures.push(`exit ${code}`)
  return { minutes: ((Date.now() - since) / 60_000).toFixed(1), counts, failures }
}
