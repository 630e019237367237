import type { Machine } from '../machine.ts'
import { round } from '../result.ts'
import type { Line } from './line.ts'

/** The load as a page of Markdown. */
export function pageOf(lines: readonly Line[], machine: Machine): string {
  const sizes = Object.keys(lines[0]?.perSecond ?? {}).map(Number)
  const people = sizes.map((users) => users.toLocaleString('en'))
  const rows = lines.map((line) => [
    line.database,
    line.what,
    String(line.connections),
    ...sizes.map((users) => cell(line.perSecond[users], line.cpu[users])),
    grown(line),
    Object.entries(line.servers)
      .map(([server, cpu]) => `${server} ${round(cpu)} µs`)
      .join(', '),
  ])
  return `# Load

Made by \`npm run bench:load\` on ${machine.cpu}, ${machine.cores} cores, Node ${machine.node}; load average ${machine.load}. Application,
database and clients share the machine. Each cell: operations per second by the clock, and CPU time of the application for
one of them. So many connections serve so many people at once; SQLite has none, its people take turns within the process. The
growth is that of the application’s CPU time from the fewest users to the most. The last column is CPU time of the server for one
operation. Redis writes every change to the disk before it confirms it (\`appendfsync always\`); it holds 1,000 sessions, or all users.

| database | operation | connections | ${people.map((count) => `${count} users`).join(' | ')} | growth | server |
|---|---|---:|${sizes.map(() => '---:').join('|')}|---:|---|
${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}
`
}

function cell(perSecond: number | undefined, cpu: number | undefined): string {
  return perSecond === undefined || cpu === undefined
    ? ''
    : `${round(perSecond)}/s, ${round(cpu)} µs`
}

function grown({ cpu }: Line): string {
  const [first = Number.NaN, ...rest] = Object.values(cpu)
  return `×${((rest.at(-1) ?? first) / first).toFixed(2)}`
}
