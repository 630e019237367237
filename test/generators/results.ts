import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, 'RESULTS.md')

const head = `# \`npx porticojs init\` on the output of generators

\`npm run test:generators\` writes this table: each row is the last time that the application was tried.

| application | day | made | version | result | left to do by hand |
|---|---|---|---|---|---|
`

/** What came of one application. */
interface Result {
  /** How the application was made. */
  origin: string
  version?: string
  result: string
  left?: number
}

/** Writes the row of an application, and keeps those of the others. */
export function record(name: string, { origin, version = '', result, left = 0 }: Result): void {
  const before = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(6) : []
  const rows = new Map(before.filter(Boolean).map((row) => [nameIn(row), row]))
  const day = new Date().toISOString().slice(0, 10)
  const cells = [name, day, origin, version, result, left === 0 ? 'nothing' : String(left)]
  rows.set(name, `| ${cells.join(' | ')} |`)
  writeFileSync(file, `${head}${[...rows.values()].join('\n')}\n`)
}

function nameIn(row: string): string {
  return row.split('|')[1]?.trim() ?? ''
}
