import { spawn } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Plan, writePlan } from './plan.ts'

/** How one run of the stories ended. */
export interface Outcome {
  end: 'passed' | 'failed' | 'timed out'
  /** The first story that failed, if it was a story and not its file. */
  failure?: { file: string; story: string | undefined }
}

interface Report {
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; ancestorTitles: string[]; title: string }[]
  }[]
}

/** How long a run may take; with a file that it writes, how long it may write nothing. */
interface Limit {
  milliseconds: number
  silence?: string
}

/** Runs the stories of a plan in the copy, in a process group of their own that is ended when it takes too long. */
export async function run(copy: string, plan: Plan, limit: Limit): Promise<Outcome> {
  writePlan(copy, plan)
  const report = join(copy, 'mutation-report.json')
  rmSync(report, { force: true })
  const program = join(copy, 'node_modules/vitest/vitest.mjs')
  const options = ['run', '--config', 'test/mutation/vitest.config.ts', `--outputFile=${report}`]
  const child = spawn(process.execPath, [program, ...options], {
    cwd: copy,
    detached: true,
    stdio: 'ignore',
  })
  const end = () => endGroup(child.pid)
  process.prependOnceListener('exit', end)
  let isLate = false
  let heard = Date.now()
  let size = 0
  const timer = setInterval(() => {
    const written = limit.silence === undefined ? 0 : sizeOf(join(copy, limit.silence))
    if (written !== size) heard = Date.now()
    size = written
    isLate = Date.now() - heard > limit.milliseconds
    if (isLate) end()
  }, 1000)
  const code = await new Promise((resolve) => child.on('close', resolve))
  clearInterval(timer)
  process.off('exit', end)
  end()
  if (isLate) return { end: 'timed out' }
  return code === 0 ? { end: 'passed' } : { end: 'failed', ...firstFailure(copy, report) }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** What a story started and did not end must not disturb the next run. */
function endGroup(group: number | undefined): void {
  try {
    if (group !== undefined) process.kill(-group, 'SIGKILL')
  } catch {
    // Nobody is left.
  }
}

function firstFailure(copy: string, file: string): Pick<Outcome, 'failure'> {
  const report = read(file)
  for (const { name, status, assertionResults } of report?.testResults ?? []) {
    if (status !== 'failed') continue
    const story = assertionResults.find((each) => each.status === 'failed')
    const path = name.slice(copy.length + 1)
    const names = story && [...story.ancestorTitles, story.title].join(' > ')
    return { failure: { file: path, story: names } }
  }
  return {}
}

function read(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
