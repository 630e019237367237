import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import type { RunnerTestCase, RunnerTestFile, RunnerTestSuite } from 'vitest'
import { VitestTestRunner } from 'vitest/runners'
import { childrenFile, type Reach, reachFile, readPlan } from './plan.ts'

type Task = RunnerTestSuite['tasks'][number]

const root = resolve(import.meta.dirname, '../..')
const plan = readPlan(root)

/** Tells only the stories of the plan, or writes down what each one reaches. */
export default class MutationRunner extends VitestTestRunner {
  #reached = new Set<number>()
  #began = performance.now()

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
    return super.onBeforeRunTask(test)
  }

  override onAfterRunTask(test: RunnerTestCase): void {
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
