import type { Mutant } from './mutants.ts'
import type { Plan } from './plan.ts'
import type { Knowledge, Known } from './reach.ts'
import { type Outcome, run } from './run.ts'

type Failure = NonNullable<Outcome['failure']>

/** What became of a mutant, and who noticed it. */
export interface Verdict {
  fate: 'killed' | 'timed out' | 'survived' | 'not reached'
  by?: string
}

/** A run may take so much longer than it took without a mutant before it counts as hanging. */
const patience = { factor: 5, milliseconds: 30_000 }

/** Runs the files in which a mutant is reached before a story begins, the quick ones first, until a story fails. */
export function judgeIn(copy: string, known: Knowledge): (mutant: Mutant) => Promise<Verdict> {
  const sound = new Map<string, Promise<boolean>>()
  /** A story that fails by itself, or only without those before it, proves nothing. */
  const isSound = (failure: Failure) => {
    const key = failure.story ?? failure.file
    const alone = only(failure, 0)
    const found =
      sound.get(key) ?? run(copy, alone, limit(known, alone)).then(({ end }) => end === 'passed')
    sound.set(key, found)
    return found
  }
  return async (mutant) => {
    let plan = planFor(mutant, known)
    while (plan.files.length > 0) {
      const { end, failure } = await run(copy, plan, limit(known, plan))
      if (end === 'passed') return { fate: 'survived' }
      if (end === 'timed out') return { fate: end }
      if (!failure) {
        // Something went wrong outside of the stories; only where it goes right without the mutant was it the mutant.
        const sane = await run(copy, { ...plan, active: 0 }, limit(known, plan))
        return { fate: sane.end === 'passed' ? 'killed' : 'survived' }
      }
      const alone = only(failure, mutant.id)
      const isAgain = async () => (await run(copy, alone, limit(known, alone))).end !== 'passed'
      if ((await isSound(failure)) && (await isAgain()))
        return { fate: 'killed', by: failure.story ?? failure.file }
      plan = without(plan, failure.file)
    }
    return { fate: isReached(mutant, known) ? 'survived' : 'not reached' }
  }
}

/** The story that failed, alone. */
function only({ file, story }: Failure, active: number): Plan {
  const stories = story === undefined ? {} : { [file]: [story] }
  return { active, records: false, files: [file], stories }
}

function isReached({ id }: Mutant, known: Knowledge): boolean {
  return Object.values(known).some(({ reaches }) => id in reaches)
}

function planFor({ id }: Mutant, known: Knowledge): Plan {
  const files = Object.keys(known).filter((file) => known[file]?.reaches[id] === null)
  const cost = (file: string) => known[file]?.milliseconds ?? 0
  files.sort((a, b) => cost(a) - cost(b))
  return { active: id, records: false, files, stories: {} }
}

function without(plan: Plan, file: string): Plan {
  return { ...plan, files: plan.files.filter((each) => each !== file) }
}

/** Preparation and the chosen stories, in milliseconds. */
function expected(known: Known | undefined, stories: readonly string[] | undefined): number {
  if (!known) return 0
  const told = Object.values(known.stories).reduce((sum, each) => sum + each, 0)
  if (!stories) return known.milliseconds
  const chosen = stories.reduce((sum, story) => sum + (known.stories[story] ?? 0), 0)
  return Math.max(0, known.milliseconds - told) + chosen
}

function limit(known: Knowledge, { files, stories }: Plan): { milliseconds: number } {
  const sum = files.reduce((total, file) => total + expected(known[file], stories[file]), 0)
  return { milliseconds: patience.milliseconds + patience.factor * sum }
}
