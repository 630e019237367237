// `npm run mutate -- [--mutants 300] [--seed 1] [--room identity] [--survivors] [--quick] [--stories 'test/x/*.test.ts']`: does a story notice when the code is wrong?
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, matchesGlob, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { copyWith } from './copy.ts'
import { judgeIn } from './judge.ts'
import { draw, type Mutant, mutantsOf } from './mutants.ts'
import { learn } from './reach.ts'
import { describe, isSurvivor, summary, type Tried } from './report.ts'
import { tryTogether } from './trials.ts'
import { typeChecker } from './type-check.ts'

const rooms = [
  'identity',
  'sessions',
  'http',
  'methods',
  'routes',
  'crypto',
  'storage/sql',
  'actions',
  'router',
  'responses',
  'services',
]

/** Not about these sources: the package as it ships, tools, types, and the counts of work, which the switches add to. */
const apart = 'test/{package,apps,tools,types,perf,mutation,demo,site}/**'

/** Real browsers, servers, processes and the whole catalogue: they are asked about what the others let through. */
const slow = [
  'test/{emulator,faults,pages,providers,authjs,fuzz,torture,surroundings,client}/**',
  'test/storage/authjs-takeover.test.ts',
  'test/**/*.{browser,servers,storages}.test.ts',
]

const root = resolve(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    mutants: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    room: { type: 'string', multiple: true, default: rooms },
    survivors: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    stories: { type: 'string', default: 'test/**/*.test.ts' },
  },
})

const seed = Number(values.seed)
const mutants = draw(mutantsOf(root, values.room), Number(values.mutants), seed)
const cache = join(root, 'coverage/mutation')
const results = join(cache, `seed-${seed}-${mutants.length}-${values.room.length}.json`)
const all = globSync(values.stories, { cwd: root, exclude: [apart] }).sort()
const isSlow = (file: string) => slow.some((pattern) => matchesGlob(file, pattern))
const rounds = [all.filter((file) => !isSlow(file)), all.filter(isSlow)]

const copy = copyWith(root, mutants)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
let tried: Tried[] = values.survivors ? earlier() : mutants.map(untried)
for (const files of values.quick ? rounds.slice(0, 1) : rounds) tried = await judgeBy(files, tried)
const isRefused = typeChecker(root)
tried = tried.map((each) => ({ ...each, refused: isSurvivor(each) && isRefused(each.mutant) }))
save(tried)
console.log(summary(root, tried))

/** What these files notice of the mutants that are still alive. */
async function judgeBy(files: readonly string[], tried: readonly Tried[]): Promise<Tried[]> {
  if (files.length === 0 || !tried.some(isSurvivor)) return [...tried]
  console.log(`Seed ${seed}: learning which stories of ${files.length} files reach which mutant…`)
  const known = await learn(copy, files, mutants, cache)
  const alive = tried.filter(isSurvivor).map(({ mutant }) => mutant)
  const noticed = await tryTogether(copy, known, alive)
  const done = tried.map((each) => ({ ...each, ...noticed.get(each.mutant.id) }))
  save(done)
  const judge = judgeIn(copy, known)
  for (const [index, before] of done.entries()) {
    if (isSurvivor(before)) {
      const verdict = await judge(before.mutant)
      if (verdict.fate !== 'not reached') done[index] = { ...before, ...verdict }
      save(done)
    }
    if (done[index] && isSurvivor(tried[index] ?? before)) console.log(describe(root, done[index]))
  }
  return done
}

function untried(mutant: Mutant): Tried {
  return { mutant, fate: 'not reached', refused: false }
}

function save(tried: readonly Tried[]): void {
  mkdirSync(cache, { recursive: true })
  writeFileSync(results, JSON.stringify(tried, null, 2))
}

/** The last verdicts, for mutants that are still the same. */
function earlier(): Tried[] {
  const last: Tried[] = JSON.parse(readFileSync(results, 'utf8'))
  const known = new Map(last.map((each) => [key(each.mutant), each]))
  return mutants.map((mutant) => ({ ...(known.get(key(mutant)) ?? untried(mutant)), mutant }))
}

function key({ path, operator, start, text }: Mutant): string {
  return JSON.stringify([path, operator, start, text])
}
