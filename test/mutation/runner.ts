import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import type { RunnerTestCase, RunnerTestFile, RunnerTestSuite } from 'vitest'
import { VitestTestRunner } from 'vitest/runners'
import { getFn } from 'vitest/suite'
import {
  childrenFile,
  type Reach,
  reachFile,
  readLines,
  readPlan,
  type Trial,
  trialFile,
} from './plan.ts'

type Task = RunnerTestSuite['tasks'][number]

const root = resolve(import.meta.dirname, '../..')
const plan = readPlan(root)

/** One telling of a story: with a mutant, then to be sure without it, then with it again. */
interface Attempt {
  mutant: number
  step: 'with' | 'without' | 'again'
}

/** Mutants that a story noticed, in this file or an earlier one. */
const killed = new Set(
  readLines<Trial>(root, trialFile).flatMap(({ what, mutant }) =>
    what === 'killed' && mutant !== undefined ? [mutant] : [],
  ),
)

/** Tells only the stories of the plan; writes down what each one reaches, or tells it once with each mutant. */
export default class MutationRunner extends VitestTestRunner {
  #reached = new Set<number>()
  #began = performance.now()
  /** What is left to try with the story that is being told, and what is being tried. */
  #left: Attempt[] = []
  #attempt: Attempt | undefined

  constructor(...options: ConstructorParameters<typeof VitestTestRunner>) {
    super(...options)
    if (plan.records) Reflect.set(globalThis, 'porticoReached', this.#reached)
  }

  override onCollectStart(file: RunnerTestFile): void {
    this.#began = performance.now()
    super.onCollectStart(file)
  }

  onCollected(files: RunnerTestFile[]): void {
    for (const file of files) {
      const chosen = plan.stories[place(file)]
      if (chosen) leaveOut(file, new Set(chosen))
    }
  }

  override onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    this.#write({ file: place(test.file), milliseconds: 0 })
    const all = plan.trials?.[place(test.file)]?.[nameOf(test)] ?? []
    this.#left = all.filter((id) => !killed.has(id)).map((mutant) => ({ mutant, step: 'with' }))
    if (plan.trials) test.repeats = 3 * this.#left.length
    return super.onBeforeRunTask(test)
  }

  override onBeforeTryTask(test: RunnerTestCase): void {
    super.onBeforeTryTask(test)
    if (!plan.trials) return
    this.#attempt = this.#left.shift()
    const { mutant, step } = this.#attempt ?? {}
    if (mutant !== undefined) this.#tell(test, 'begun', mutant)
    Reflect.set(globalThis, 'porticoMutant', step === 'without' ? 0 : mutant)
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    if (!plan.trials || this.#attempt) await getFn(test)()
  }

  onAfterRetryTask(test: RunnerTestCase): void {
    if (!this.#attempt) return
    const { result } = test
    const failed = result?.state === 'fail'
    this.#judge(test, this.#attempt, failed)
    if (result && failed) {
      result.state = 'run'
      delete result.errors
    }
  }

  /** A story that fails with a mutant must pass without it, and fail with it again: on a busy machine one failure proves little. */
  #judge(test: RunnerTestCase, { mutant, step }: Attempt, failed: boolean): void {
    if (step === 'with' && failed) this.#left.unshift({ mutant, step: 'without' })
    if (step === 'without' && !failed) this.#left.unshift({ mutant, step: 'again' })
    // It fails by itself now.
    if (step === 'without' && failed) this.#left = []
    if (step === 'again' && failed) {
      killed.add(mutant)
      this.#tell(test, 'killed', mutant)
    }
  }

  #tell(test: RunnerTestCase, what: Trial['what'], mutant?: number): void {
    const trial: Trial = { what, file: place(test.file), story: nameOf(test) }
    const line = JSON.stringify({ ...trial, ...(mutant !== undefined && { mutant }) })
    appendFileSync(join(root, trialFile), `${line}\n`)
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    if (plan.trials) this.#tell(test, 'told')
    const milliseconds = test.result?.duration ?? 0
    this.#write({ file: place(test.file), story: nameOf(test), milliseconds })
    super.onAfterRunTask(test)
  }

  override onAfterRunFiles(files?: RunnerTestFile[]): void {
    const milliseconds = performance.now() - this.#began
    for (const file of files ?? []) this.#write({ file: place(file), milliseconds }, true)
    super.onAfterRunFiles()
  }

  #write(reach: Omit<Reach, 'reached'>, last = false): void {
    if (!plan.records) return
    const reached = [...this.#reached, ...(last ? reachedByChildren() : [])]
    this.#reached.clear()
    appendFileSync(join(root, reachFile), `${JSON.stringify({ ...reach, reached })}\n`)
  }
}

function reachedByChildren(): number[] {
  const text = readFileSync(join(root, childrenFile), 'utf8')
  writeFileSync(join(root, childrenFile), '')
  return text.trim().split('\n').filter(Boolean).map(Number)
}

function place(file: RunnerTestFile): string {
  return relative(root, file.filepath).split(sep).join('/')
}

/** A group without a story is left out too, with its preparation. */
function leaveOut(task: Task, chosen: Set<string>): boolean {
  const stays =
    task.type === 'suite'
      ? task.tasks.filter((each) => leaveOut(each, chosen)).length > 0
      : task.mode === 'run' && chosen.has(nameOf(task))
  if (!stays) task.mode = 'skip'
  return stays
}

function nameOf(task: Task): string {
  return task.suite ? `${nameOf(task.suite)} > ${task.name}` : task.name
}
