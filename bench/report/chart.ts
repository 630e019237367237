import type { Machine } from '../machine.ts'
import { type Measure, round } from '../result.ts'

const shown: Record<string, string> = {
  check: 'Session check, sealed cookie',
  read: 'Session read in code',
  database: 'Session check, SQLite',
  start: 'Sign-in start',
  'sign-in': 'Whole sign-in, above its fetches',
}
const contestants = ['Portico', 'Auth.js', 'Better Auth', 'Floor (by hand)']
const barHeight = 14
const groupGap = 34
const left = 150
const width = 760
const room = width - left - 90

/** The main measures as bars, each group to its own scale; lengths are ratios to Portico, which is what is claimed. */
export function chartOf(measures: readonly Measure[], { node, cpu }: Machine): string {
  const groups = Object.entries(shown).flatMap(([id, title]) => {
    const measure = measures.find((each) => each.id === id)
    return measure ? [{ title, bars: barsOf(measure) }] : []
  })
  let y = 46
  const body = groups.flatMap(({ title, bars }) => {
    const longest = Math.max(...bars.map(({ ratio }) => ratio))
    const lines = [`<text class="title" x="${left}" y="${y}">${title}</text>`]
    for (const [n, { name, ratio }] of bars.entries()) {
      const top = y + 8 + n * (barHeight + 4)
      const length = Math.max(2, (ratio / longest) * room)
      lines.push(
        `<text class="name" x="${left - 8}" y="${top + 11}">${name}</text>`,
        `<rect class="${name === 'Portico' ? 'ours' : 'theirs'}" x="${left}" y="${top}" width="${length.toFixed(1)}" height="${barHeight}" rx="2"/>`,
        `<text class="value" x="${left + length + 6}" y="${top + 11}">${round(ratio)}×</text>`,
      )
    }
    y += bars.length * (barHeight + 4) + groupGap
    return lines
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" role="img" aria-labelledby="chart-title">
<title id="chart-title">CPU time of one operation as a multiple of Portico’s</title>
<style>
  text { font: 12px system-ui, sans-serif; fill: #444 }
  .title { font-weight: 600; fill: #111 }
  .name { text-anchor: end }
  .ours { fill: #0a7d5a } .theirs { fill: #b9c0c9 }
  @media (prefers-color-scheme: dark) { text { fill: #bbb } .title { fill: #eee } .ours { fill: #3ccf9d } .theirs { fill: #566 } }
</style>
<text x="${left}" y="20">CPU time as a multiple of Portico’s; shorter is better. Node ${node}, ${cpu}.</text>
${body.join('\n')}
</svg>
`
}

function barsOf({ rows }: Measure): { name: string; ratio: number }[] {
  const of = (name: string) => rows.find((row) => row.name === name)?.value
  const own = of('Portico') ?? Number.NaN
  return contestants.flatMap((name) => {
    const value = of(name)
    return value === undefined ? [] : [{ name, ratio: value / own }]
  })
}
