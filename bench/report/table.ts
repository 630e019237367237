import type { Machine } from '../machine.ts'
import { type Measure, type Row, round } from '../result.ts'
import type { Column } from '../runtimes/measure.ts'
import { runtimesOf } from './runtimes.ts'

/** All that was measured, as a page of Markdown. */
export function tableOf(
  measures: readonly Measure[],
  columns: readonly Column[],
  machine: Machine,
): string {
  const verdicts = measures.flatMap(({ verdicts }) => verdicts)
  const met = verdicts.filter((verdict) => verdict.met).length
  return [
    '# Benchmark',
    '',
    `Made by \`npm run bench\` on ${machine.cpu}, ${machine.cores} cores, ${machine.platform}, Node ${machine.node}; load average at the start ${machine.load}.`,
    `Portico ${machine.versions.porticojs} against ${against(machine)}.`,
    '',
    'Durations are microseconds of CPU time for one operation: the median over the rounds and, in brackets, the middle half. All',
    'contestants run in one process, in turn. They depend on the machine; only the ratios are claims, and only those of one run.',
    '',
    `${met} of ${verdicts.length} targets met.`,
    '',
    ...measures.flatMap(section),
    ...runtimesOf(columns),
  ].join('\n')
}

function against({ versions }: Machine): string {
  return Object.entries(versions)
    .filter(([name]) => name !== 'porticojs')
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')
}

/** Where the documentation explains what a measure misses. */
const reasons: Record<string, string> = {
  check: 'an-empty-handler',
  cookie: 'a-long-cookie',
  'read-headers': 'a-session-read',
  read: 'a-session-read',
  start: 'the-start-of-a-sign-in',
  'sign-in': 'the-whole-sign-in',
  'sign-in-sqlite': 'a-sign-in-with-a-database',
  'sign-in-postgres': 'a-sign-in-with-a-database',
  'start-up': '40-providers',
  bundle: 'one-file',
  memory: 'the-heap',
}

function why(id: string): string {
  return reasons[id] ? ` ([why](README.md#${reasons[id]}))` : ''
}

function section({ id, title, unit, rows, missing, verdicts }: Measure): string[] {
  const clock = rows.some(({ wall }) => wall !== undefined)
  const rate = rows.some(({ rate }) => rate !== undefined)
  const heads = ['', unit, ...(clock ? ['by the clock'] : []), ...(rate ? ['requests/s'] : [])]
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    `## ${title}`,
    '',
    line(heads),
    line(heads.map((_, column) => (column === 0 ? '---' : '---:'))),
    ...rows.map((row) => line(cellsOf(row, clock, rate))),
    '',
    ...missing.map(({ name, why }) => `- ${name}: no counterpart, ${why}.`),
    ...verdicts.map(
      ({ target, reached, met }) =>
        `- ${met ? 'met' : '**missed**'}: ${target}; reached ${reached}${met ? '' : why(id)}`,
    ),
    '',
  ]
}

function cellsOf({ name, value, spread, wall, rate }: Row, clock: boolean, perSecond: boolean) {
  const range = spread ? ` (${spread.map(round).join('–')})` : ''
  return [
    name,
    `${round(value)}${range}`,
    ...(clock ? [wall === undefined ? '' : round(wall)] : []),
    ...(perSecond ? [rate === undefined ? '' : round(rate)] : []),
  ]
}
