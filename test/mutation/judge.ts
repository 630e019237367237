import type { Mutant } from './mutants.ts'
import type { Plan } from './plan.ts'
import type { Knowledge, Known } from './reach.ts'
import { type Outcome, run } from './run.ts'

/** What became of a mutant, and who noticed it. */
export interface Verdict {
  fate: 'killed' | 'timed out' | 'survived' | 'not reached'
  by?: string
}

/** A run may take so much longer than it took without a mutant before it counts as hanging. */
const patience = { factor: 5, milliseconds: 30_000 }

/** Runs the stories that reach a mutant, the quick ones first, until one fails. */
export function judgeIn(copy: string, known: Knowledge): (mutant: Mutant) => Promise<Verdict> {
  const sound = new Map<string, Promise<boolean>>()
  /** A story that fails by itself, or only without those before it, proves nothing. */
  const isSound = ({ file, story }: NonNullable<Outcome['failure']>) => {
    const key = story ?? file
    const stories: Plan['stories'] = story === undefined ? {} : { [file]: [story] }
    const alone = { active: 0, records: false, files: [file], stories }
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
      if (!failure) return { fate: 'killed' }
      if (await isSound(failure)) return { fate: 'killed', by: failure.story ?? failure.file }
      plan = without(plan, failure.file)
    }
    return { fate: isReached(mutant, known) ? 'survived' : 'not reached' }
  }
}

function isReached({ id }: Mutant, known: Knowledge): boolean {
  return Object.values(known).some(({ reaches }) => id in reaches)
}

function planFor({ id }: Mutant, known: Knowledge): Plan {
  const reaching = Object.entries(known).filter(([, { reaches }]) => id in reaches)
  const stories = reaching.flatMap(([file, { reaches }]) => {
    const chosen = reaches[id]
    return chosen ? [[file, chosen]] : []
  })
  const plan = { active: id, records: false, files: [], stories: Object.fromEntries(stories) }
  const cost = (file: string) => expected(known[file], plan.stories[file])
  return { ...plan, files: reaching.map(([file]) => file).sort((a, b) => cost(a) - cost(b)) }
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

function limit(known: Knowledge, { files, stories }: Plan): number {
  const sum = files.reduce((total, file) => total + expected(known[file], stories[file]), 0)
  return patience.milliseconds + patience.factor * sum
}
