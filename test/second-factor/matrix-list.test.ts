import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { factors, readers, waysIn } from './matrix.ts'

/** The cells that `matrix.test.ts` tells, as the documentation prints them. */
function printed(): string {
  const count = Object.keys(readers).length
  const cell = `0 of ${count} → ${count} of ${count}`
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const columns = Object.keys(factors)
  return [
    row(['way in', ...columns]),
    row(Array(columns.length + 1).fill('---')).replaceAll(' ', ''),
    ...Object.keys(waysIn).map((way) => row([way, ...columns.map(() => cell)])),
    '',
    `Readers: ${Object.keys(readers).join(', ')}.`,
    '',
  ].join('\n')
}

test('docs/conformance.md prints every way in, factor and reader of the matrix', () => {
  const page = readFileSync(new URL('../../docs/conformance.md', import.meta.url), 'utf8')
  const [, own] = /<!-- matrix -->\n(.*)<!-- \/matrix -->/s.exec(page) ?? []
  expect(own, 'Put this between <!-- matrix --> and <!-- /matrix -->').toBe(`\n${printed()}\n`)
})
