/** As much of the results as the chart shows, so that they can also be read from docs/bench/latest.json. */
interface Results {
  readonly machine: { readonly node: string; readonly cpu: string }
  readonly measures: readonly Measure[]
}

interface Measure {
  readonly id: string
  readonly rows: readonly { readonly name: string; readonly value: number }[]
}

/** Measures that a reader of the README asks about first: every request checks a session, every visitor signs in. */
const shown = [
  { id: 'check', title: 'Check a session', unit: 'µs', divisor: 1 },
  { id: 'sign-in', title: 'Sign in', unit: 'ms', divisor: 1000 },
] as const
const contestants = ['Portico', 'Auth.js', 'Better Auth']
const column = 370
const left = 84
const room = column - left - 78
const barHeight = 16
const lineHeight = 24

/** Two measures side by side, in the time that they take: small enough for the README. */
export function summaryOf({ machine: { node, cpu }, measures }: Results): string {
  const groups = shown.map((one, n) => groupOf(measures, one, n * column))
  const height = 44 + contestants.length * lineHeight + 26
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * column} ${height}" role="img" aria-labelledby="summary-title">
<title id="summary-title">CPU time to check a session and to sign in, for Portico, Auth.js and Better Auth</title>
<style>
  text { font: 13px system-ui, sans-serif; fill: #444 }
  .title { font-size: 15px; font-weight: 600; fill: #111 }
  .name { text-anchor: end } .note { font-size: 11px; fill: #666 }
  .ours { fill: #0a7d5a } .theirs { fill: #b9c0c9 }
  @media (prefers-color-scheme: dark) { text { fill: #bbb } .title { fill: #eee } .note { fill: #999 } .ours { fill: #3ccf9d } .theirs { fill: #566 } }
</style>
${groups.join('\n')}
<text class="note" x="${left}" y="${height - 8}">CPU time per operation; shorter is better. Node ${node}, ${cpu}.</text>
</svg>
`
}

function groupOf(
  measures: readonly Measure[],
  { id, title, unit, divisor }: (typeof shown)[number],
  x: number,
): string {
  const rows = measures.find((measure) => measure.id === id)?.rows ?? []
  const bars = contestants.map((name) => ({
    name,
    value: (rows.find((row) => row.name === name)?.value ?? 0) / divisor,
  }))
  const longest = Math.max(...bars.map(({ value }) => value))
  const number = new Intl.NumberFormat('en', { maximumFractionDigits: divisor === 1 ? 0 : 1 })
  return [
    `<text class="title" x="${x + left}" y="22">${title}</text>`,
    ...bars.map(({ name, value }, n) => {
      const top = 36 + n * lineHeight
      const length = Math.max(2, (value / longest) * room)
      return `<text class="name" x="${x + left - 8}" y="${top + 12}">${name}</text>
<rect class="${name === 'Portico' ? 'ours' : 'theirs'}" x="${x + left}" y="${top}" width="${length.toFixed(1)}" height="${barHeight}" rx="3"/>
<text x="${(x + left + length + 6).toFixed(1)}" y="${top + 12}">${number.format(value)} ${unit}</text>`
    }),
  ].join('\n')
}
