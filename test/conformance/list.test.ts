import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = globSync('*.test.ts', { cwd: import.meta.dirname }).filter(
  (file) => file !== 'list.test.ts',
)

/** What a story's title promises, in the words of the list; a known failure is listed as such. */
function outcomeOf(fails: boolean, verdict: string): string {
  if (fails) return 'not refused yet'
  return verdict === 'accept' ? 'accepted' : 'refused'
}

function toldIn(file: string): [module: string, file: string, outcome: string][] {
  const titles = readFileSync(new URL(file, import.meta.url), 'utf8').matchAll(
    /\btest(\.fails)?\(\s*'(oidcc-[^:']+): (accept|refuse)\b/g,
  )
  return [...titles].map(([, fails, module = '', verdict = '']) => [
    module,
    file,
    outcomeOf(fails !== undefined, verdict),
  ])
}

test('docs/conformance.md lists each module with its story and its outcome', () => {
  const told = new Set(files.flatMap(toldIn).map((row) => row.join(' ')))
  const page = readFileSync(new URL('../../docs/conformance.md', import.meta.url), 'utf8')
  const rows = page.matchAll(
    /^\| `(oidcc-[^`]+)` \| \[\w+\]\(\.\.\/test\/conformance\/([\w.-]+)\) \| ([^|]+) \|$/gm,
  )
  const listed = [...rows].flatMap(([, module, file, outcomes = '']) =>
    // “accepted; refused when spoiled”: a module may have a story for each.
    outcomes.split('; ').map((outcome) => `${module} ${file} ${outcome.replace(/ when .*/, '')}`),
  )
  expect(listed.length).toBeGreaterThan(30)
  expect(listed.sort()).toEqual([...told].sort())
})

test('every story of a module says in its title what must happen', () => {
  expect(files.length).toBeGreaterThan(4)
  for (const file of files) {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8')
    expect(text.match(/'oidcc-[^']*'/g) ?? [], file).toHaveLength(toldIn(file).length)
  }
})
