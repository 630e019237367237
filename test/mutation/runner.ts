import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import type { RunnerTestCase, RunnerTestFile, RunnerTestSuite } from 'vitest'
import { VitestTestRunner } from 'vitest/runners'
import { getFn } from 'vitest/suite'
import { childrenFile, type Reach, reachFile, readPlan, type Trial, trialFile } from './plan.ts'

type Task = RunnerTestSuite['tasks'][number]

const root = resolve(import.meta.dirname, '../..')
const plan = readPlan(root)

/** Mutants that a story noticed; files share a process. */
const killed = new Set<number>()

/** Tells only the stories of the plan; writes down what each one reaches, or tells it once with each mutant. */
export default class MutationRunner extends VitestTestRunner {
  #reached = new Set<number>()
  #began = performance.now()
  /** What is left to try with the story that is being told, and what is being tried. */
  #left: number[] = []
  #tried: number | undefined
  #suspect: number | undefined

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
    this.#left = all.filter((id) => !killed.has(id))
    // Once with each, and once more without where one was noticed.
    if (plan.trials) test.repeats = 2 * this.#left.length
    return super.onBeforeRunTask(test)
  }

  override onBeforeTryTask(test: RunnerTestCase): void {
    super.onBeforeTryTask(test)
    if (!plan.trials || this.#tried === 0) return
    this.#tried = this.#left.shift()
    if (this.#tried !== undefined) this.#tell(test, 'begun', this.#tried)
    Reflect.set(globalThis, 'porticoMutant', this.#tried)
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    if (!plan.trials || this.#tried !== undefined) await getFn(test)()
  }

  onAfterRetryTask(test: RunnerTestCase): void {
    if (!plan.trials) return
    const { result } = test
    const failed = result?.state === 'fail'
    if (this.#tried === 0) this.#believe(test, !failed)
    else if (failed && this.#tried !== undefined) {
      this.#suspect = this.#tried
      this.#tried = 0
      Reflect.set(globalThis, 'porticoMutant', 0)
    }
    if (result && failed) {
      result.state = 'run'
      delete result.errors
    }
  }

  /** The story failed with a mutant. Where it does so without it too, it proves nothing, and is not told any more. */
  #believe(test: RunnerTestCase, isSound: boolean): void {
    if (isSound && this.#suspect !== undefined) {
      killed.add(this.#suspect)
      this.#tell(test, 'killed', this.#suspect)
    }
    if (!isSound) this.#left = []
    this.#tried = undefined
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
