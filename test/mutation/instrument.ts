import type { Mutant } from './mutants.ts'

/**
 * The source with all its mutants behind switches, so that it is compiled once and each run turns on another. `isMutant` comes from
 * the module at `address`.
 */
export function instrument(text: string, mutants: readonly Mutant[], address: string): string {
  const whole = { start: 0, end: text.length }
  const switched = render(text, whole, mutants, false)
  return `import { isMutant } from '${address}'\n${switched}`
}

interface Range {
  start: number
  end: number
}

function render(text: string, range: Range, mutants: readonly Mutant[], inValue: boolean): string {
  const parts: string[] = []
  let position = range.start
  for (const group of outermostGroups(mutants)) {
    const [first] = group
    if (!first) continue
    const inner = mutants.filter((each) => isInside(each, first))
    const original = render(text, first, inner, inValue || !first.isStatement)
    const separator = first.leads && !first.isStatement && !inValue ? ';' : ''
    parts.push(text.slice(position, first.start), separator, group.reduce(behindSwitch, original))
    position = first.end
  }
  return [...parts, text.slice(position, range.end)].join('')
}

/** The comma keeps `? ({}) : (…)` from being read as an arrow function with a type. */
function behindSwitch(original: string, { id, text, isStatement }: Mutant): string {
  return isStatement
    ? `if (isMutant(${id})) {${text}} else {${original}}`
    : `(isMutant(${id}) ? (0, ${text}) : (${original}))`
}

/** Mutants that no other one contains; those of the same range together, a statement's own ones apart. */
function outermostGroups(mutants: readonly Mutant[]): Mutant[][] {
  const outer = mutants.filter((each) => !mutants.some((other) => isInside(each, other)))
  const groups = Map.groupBy(outer, ({ start }) => start)
  return [...groups.values()].sort(([a], [b]) => (a?.start ?? 0) - (b?.start ?? 0))
}

function isInside(inner: Mutant, outer: Mutant): boolean {
  const isSame = inner.start === outer.start && inner.end === outer.end
  // A statement without a semicolon is as long as its value.
  if (isSame) return outer.isStatement && !inner.isStatement
  return inner.start >= outer.start && inner.end <= outer.end
}
