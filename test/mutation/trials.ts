import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Verdict } from './judge.ts'
import type { Mutant } from './mutants.ts'
import { type Plan, readLines, type Trial, trialFile } from './plan.ts'
import type { Knowledge } from './reach.ts'
import { run } from './run.ts'

/**
 * Tells every story once with each mutant that it reaches, all in one run, and returns who noticed which. What is reached before a
 * story begins, or in another process, cannot be turned on between stories; `judgeIn` tries it.
 */
export async function tryTogether(
  copy: string,
  known: Knowledge,
  mutants: readonly Mutant[],
): Promise<Map<number, Verdict>> {
  const alive = new Set(mutants.map(({ id }) => id))
  const verdicts = new Map<number, Verdict>()
  const told = new Set<string>()
  for (;;) {
    const plan = planFor(known, alive, told)
    if (plan.files.length === 0) return verdicts
    rmSync(join(copy, trialFile), { force: true })
    const { end } = await run(copy, plan, { silence: trialFile, milliseconds: 45_000 })
    const trials = readLines<Trial>(copy, trialFile)
    for (const { what, mutant = 0, story, file } of trials) {
      if (what === 'told') told.add(`${file} ${story}`)
      if (what === 'killed') verdicts.set(mutant, { fate: 'killed', by: story })
    }
    const last = trials.at(-1)
    // Who came to no end counts as noticed, and the rest goes on without it.
    if (end === 'timed out' && last?.mutant) verdicts.set(last.mutant, { fate: 'timed out' })
    for (const id of verdicts.keys()) alive.delete(id)
    if (end !== 'timed out' || trials.length === 0) return verdicts
  }
}

function planFor(known: Knowledge, alive: ReadonlySet<number>, told: ReadonlySet<string>): Plan {
  const trials: NonNullable<Plan['trials']> = {}
  for (const [file, { reaches }] of Object.entries(known)) {
    for (const [id, stories] of Object.entries(reaches)) {
      if (!stories || !alive.has(Number(id))) continue
      for (const story of stories) {
        if (told.has(`${file} ${story}`)) continue
        trials[file] ??= {}
        trials[file][story] ??= []
        trials[file][story].push(Number(id))
      }
    }
  }
  const cost = (file: string) => known[file]?.milliseconds ?? 0
  const files = Object.keys(trials).sort((a, b) => cost(a) - cost(b))
  const stories = Object.fromEntries(files.map((file) => [file, Object.keys(trials[file] ?? {})]))
  return { active: 0, records: false, files, stories, trials }
}
