import { round } from '../result.ts'
import type { Column } from '../runtimes/measure.ts'

/** The same measures in other runtimes, as a section of Markdown: a column for each, ratios only. */
export function runtimesOf(columns: readonly Column[]): string[] {
  return [
    '## In other runtimes',
    '',
    'Ratios of CPU time, each from one process of that runtime. A ratio says nothing about which runtime is faster.',
    '',
    ...table('Portico ÷ floor', columns, 'floor'),
    ...table('Auth.js ÷ Portico', columns, 'authJs'),
  ]
}

function table(head: string, columns: readonly Column[], which: 'floor' | 'authJs'): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const titles = columns[0]?.ratios.map(({ title }) => title) ?? []
  return [
    line([head, ...columns.map(({ runtime }) => runtime)]),
    line(['---', ...columns.map(() => '---:')]),
    ...titles.map((title, n) =>
      line([title, ...columns.map(({ ratios }) => `${round(ratios[n]?.[which] ?? Number.NaN)}×`)]),
    ),
    '',
  ]
}
