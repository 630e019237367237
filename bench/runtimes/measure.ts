import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Stage } from '../stage.ts'
import type { Ratios, Task } from './child.ts'

/** The core measures in one runtime. */
export interface Column {
  runtime: string
  ratios: Ratios[]
}

const run = promisify(execFile)
const here = join(import.meta.dirname, '..')
const quiet = ['--disable-warning=ExperimentalWarning']

/** Runtimes that come as packages of the benchmark, which are optional: not every machine has them all. */
const runtimes = [
  { name: 'Node', program: 'node22/bin/node', options: quiet },
  { name: 'Node', program: 'node24/bin/node', options: quiet },
  { name: 'Node', program: 'node26/bin/node', options: quiet },
  { name: 'Bun', program: 'bun/bin/bun.exe', options: [] },
]

/** The core measures in every runtime that is installed, each in a process of its own. */
export async function measureRuntimes(stage: Stage): Promise<Column[]> {
  const columns: Column[] = []
  for (const { name, program, options } of runtimes) {
    const path = join(here, 'node_modules', program)
    if (!existsSync(path)) {
      console.log(`SKIPPED: a column of results (${program} is not installed)`)
      continue
    }
    const { stdout } = await run(path, ['--version'])
    const file = join(stage.folder, `runtime-${columns.length}.json`)
    const task: Task = { platform: stage.platform, pace: stage.pace, file }
    await run(path, [...options, join(here, 'runtimes/child.ts'), JSON.stringify(task)])
    const ratios: Ratios[] = JSON.parse(readFileSync(file, 'utf8'))
    columns.push({ runtime: `${name} ${stdout.trim().replace(/^v/, '')}`, ratios })
  }
  return columns
}
