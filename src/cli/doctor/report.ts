import { reasonFor } from '../../services/causes.ts'
import type { Check, Finding, Level } from './check.ts'

/** The findings of a check. */
export interface Result {
  readonly check: string
  readonly findings: readonly Finding[]
}

/** A file or a deployment, and everything that was found about it. */
export interface Section {
  /** A file or an address. */
  readonly target: string
  readonly results: readonly Result[]
}

/** Runs checks one after the other, so that a server's log shows which one disturbed it. A failed check becomes a finding. */
export async function runChecks<Subject>(
  checks: readonly Check<Subject>[],
  subject: Subject,
): Promise<Result[]> {
  const results: Result[] = []
  for (const { name, look } of checks) {
    results.push({ check: name, findings: await safely(() => look(subject)) })
  }
  return results
}

async function safely(look: () => Promise<Finding[]> | Finding[]): Promise<Finding[]> {
  try {
    return await look()
  } catch (thrown) {
    const message = reasonFor(thrown) || String(thrown)
    return [{ level: 'warning', message: `It could not be looked at: ${message}` }]
  }
}

/** The number of findings of a level. */
export function count(sections: readonly Section[], level: Level): number {
  const findings = sections.flatMap(({ results }) => results.flatMap((result) => result.findings))
  return findings.filter((finding) => finding.level === level).length
}

/** The report for people. */
export function toText(sections: readonly Section[]): string {
  const parts = sections.map(({ target, results }) =>
    [target, ...results.map(resultText)].join('\n'),
  )
  return `${parts.join('\n\n')}\n\n${summary(sections)}`
}

const signs: Readonly<Record<Level, string>> = { problem: '✗', warning: '!', note: '·' }
const byWeight: readonly Level[] = ['problem', 'warning', 'note']

function resultText({ check, findings }: Result): string {
  const worst = byWeight.find((level) => findings.some((finding) => finding.level === level))
  const lines = findings.flatMap(({ message, fix }) => [
    `      ${message.replaceAll('\n', '\n      ')}`,
    ...(fix ? [`      → ${fix.replaceAll('\n', '\n        ')}`] : []),
  ])
  return [`  ${worst ? signs[worst] : '✓'} ${check}`, ...lines].join('\n')
}

function summary(sections: readonly Section[]): string {
  const problems = count(sections, 'problem')
  const warnings = count(sections, 'warning')
  const parts = [
    problems > 0 ? many(problems, 'problem') : 'No problem was found',
    ...(warnings > 0 ? [many(warnings, 'warning')] : []),
  ]
  return `${parts.join(', ')}.`
}

function many(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
