import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, 'RESULTS.md')

const head = `# \`npx porticojs init\` on the output of generators

\`npm run test:generators\` writes this table: each row is the last time that the application was tried.
The seconds are those from \`npm i\` to a signed-in Ada: \`init\`, what it asks to install, the start of the development server, the sign-in.

| application | day | made | version | result | seconds | left to do by hand |
|---|---|---|---|---|---|---|
`

/** What came of one application. */
interface Result {
  /** How the application was made. */
  origin: string
  version?: string
  result: string
  /** From the installed library to the signed-in Ada; undefined where nobody got there. */
  seconds?: number | undefined
  left?: number
}

/** Writes the row of an application, and keeps those of the others. */
export function record(name: string, found: Result): void {
  const { origin, version = '', result, seconds = '', left = 0 } = found
  const before = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(7) : []
  const rows = new Map(before.filter(Boolean).map((row) => [nameIn(row), row]))
  const day = new Date().toISOString().slice(0, 10)
  const cells = [name, day, origin, version, result, seconds, left === 0 ? 'nothing' : String(left)]
  rows.set(name, `| ${cells.join(' | ')} |`)
  writeFileSync(file, `${head}${[...rows.values()].join('\n')}\n`)
}

function nameIn(row: string): string {
  return row.split('|')[1]?.trim() ?? ''
}
