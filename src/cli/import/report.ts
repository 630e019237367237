import { type BadRow, type ImportedPerson, things } from './person.ts'
import type { Outcome } from './write-person.ts'

/** The results of an import in numbers, and what was not imported. */
export interface ImportReport {
  readonly dry: boolean
  /** By thing: the numbers of those that were imported, existed already, and were not imported. */
  readonly counts: Record<string, { taken: number; known: number; left: number }>
  /** Everything that was not imported, with its place and the reason. */
  readonly left: { place: string; thing: string; reason: string }[]
  /** Further notes for the reader of the report. */
  readonly notes: string[]
}

/** An empty report. */
export function createReport(dry: boolean): ImportReport {
  const counts = things.map((thing) => [thing, { taken: 0, known: 0, left: 0 }])
  return { dry, counts: Object.fromEntries(counts), left: [], notes: [] }
}

/** Counts the outcome of a person. */
export function count({ counts, left }: ImportReport, outcome: Outcome): void {
  for (const thing of outcome.taken) counts[thing] && counts[thing].taken++
  for (const thing of outcome.known) counts[thing] && counts[thing].known++
  for (const { thing, reason } of outcome.left) {
    if (counts[thing]) counts[thing].left++
    left.push({ place: outcome.place, thing, reason })
  }
}

/** Counts a row without a readable person. */
export function countBad({ counts, left }: ImportReport, { place, problem }: BadRow): void {
  if (counts.user) counts.user.left++
  left.push({ place, thing: 'user', reason: problem })
}

/** True if no person could be read from a row. */
export function isBad(row: ImportedPerson | BadRow): row is BadRow {
  return 'problem' in row
}

/** The most places to show for each reason; --json has them all. */
const mostPlaces = 5

/** The report for people. */
export function written({ dry, counts, left, notes }: ImportReport): string {
  const rows = Object.entries(counts)
    .filter(([, { taken, known, left }]) => taken + known + left > 0)
    .map(([thing, { taken, known, left }]) =>
      [`${plural(thing)}:`.padEnd(17), `${taken} ${dry ? 'would be taken' : 'taken'}`]
        .concat(known ? [`, ${known} there already`] : [], left ? [`, ${left} not taken`] : [])
        .join(''),
    )
  const reasons = Map.groupBy(left, ({ thing, reason }) => `${thing} ${reason}`)
  const why = [...reasons].map(([said, all]) => {
    const places = all.slice(0, mostPlaces).map(({ place }) => place)
    const more = all.length > mostPlaces ? `, and ${all.length - mostPlaces} more` : ''
    return `  ${said}: ${places.join(', ')}${more}`
  })
  return [
    ...(rows.length > 0 ? rows : ['There was nobody to take.']),
    ...(why.length > 0 ? ['', 'Not taken:', ...why] : []),
    ...(notes.length > 0 ? ['', ...notes] : []),
    ...(dry ? ['', 'This was a dry run: nothing was written.'] : []),
  ].join('\n')
}

const names: Readonly<Record<string, string>> = { recoveryCode: 'recovery codes', totp: 'apps' }

function plural(thing: string): string {
  return names[thing] ?? `${thing}s`
}
