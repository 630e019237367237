import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, 'START-PAGE.md')

const head = `# Applications that page one of the site makes

\`npx vitest run --project generators test/generators/start-page.test.ts\` writes this table: it draws ten choices by a seed (\`START_SEED\`),
does what the page says in an empty folder, with the packed library, and signs in as Ada through the emulator.

| choice | seed | day | result |
|---|---|---|---|
`

/** Writes the row of a choice, and keeps those of the others. */
export function recordStart(choice: string, seed: number, result: string): void {
  const before = existsSync(file) ? readFileSync(file, 'utf8').slice(head.length).split('\n') : []
  const rows = new Map(before.filter(Boolean).map((row) => [row.split('|')[1]?.trim(), row]))
  const day = new Date().toISOString().slice(0, 10)
  rows.set(choice, `| ${choice} | ${seed} | ${day} | ${result} |`)
  writeFileSync(file, `${head}${[...rows.values()].join('\n')}\n`)
}
