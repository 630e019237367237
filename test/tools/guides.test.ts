import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { callbackNames, eventNames, options } from '../../src/config/options.ts'
import { AuthError, errors } from '../../src/errors.ts'
import { errorText } from '../../src/pages/error-text.ts'
import { describe } from '../../src/services/log.ts'

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
}

test('the links of what is in the package lead to what is in it', () => {
  const cwd = join(import.meta.dirname, '../..')
  const { files }: { files: string[] } = JSON.parse(read('package.json'))
  const exclude = files.flatMap((pattern) => (pattern.startsWith('!') ? [pattern.slice(1)] : []))
  const patterns = files.flatMap((pattern) => [pattern, `${pattern}/**`])
  const shipped = new Set(globSync(patterns, { cwd, exclude }).concat('README.md', 'LICENSE'))
  const guides = [...shipped].filter((path) => /^(README|docs|skills|SECURITY)\b.*\.md$/.test(path))
  expect(guides.length).toBeGreaterThan(130)
  const lost = guides.flatMap((guide) =>
    // An image that is missing leaves its words behind.
    Array.from(read(guide).matchAll(/(?<!!\[[^\]]*)\]\(([^)\s#]+)/g), ([, target = '']) => target)
      .filter((target) => !/^\w+:/.test(target))
      .filter((target) => !shipped.has(posix.join(posix.dirname(guide), target)))
      .map((target) => `${guide} leads to ${target}`),
  )
  expect(lost).toEqual([])
})

test('a link to a platform leads to its section of the overview', () => {
  const cwd = join(import.meta.dirname, '../..')
  const overview = read('docs/providers/README.md')
  const linked = globSync(['*.md', 'docs/**/*.md'], { cwd }).flatMap((page) =>
    Array.from(
      read(page).matchAll(/\]\([\w./]*providers\/README\.md#([\w-]+)\)/g),
      ([, id = '']) => id,
    ),
  )
  const rows = Array.from(overview.matchAll(/^\| \[[^\]]+\]\(#([\w-]+)\)/gm), ([, id = '']) => id)
  expect(linked.length).toBeGreaterThan(10)
  expect(rows.length).toBeGreaterThan(130)
  const lost = [...linked, ...rows].filter((id) => !overview.includes(`\n### ${id}\n`))
  expect(lost).toEqual([])
})

test('the guide to errors has a heading for each, with its status and title', () => {
  const rows = read('docs/errors.md').matchAll(/^#### `([A-Z]\w+)`\n\n(\d{3}), “([^”]+)”$/gm)
  const told = [...rows].map(([, code = '', status, title]) => [
    code,
    Number(status),
    title?.trim(),
  ])
  const table = Object.entries(errorText).map(([code, { title }]) => [
    code,
    errors[code as keyof typeof errors].status,
    title,
  ])
  expect(told.sort()).toEqual(table.sort())
})

test('a line of the log ends with the heading that explains it', () => {
  const headings = Array.from(read('docs/errors.md').matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading.toLowerCase().replaceAll('`', ''),
  )
  for (const code of Object.keys(errors) as (keyof typeof errors)[]) {
    const line = describe(new AuthError(code, 'It failed'))
    const [, anchor = ''] = / node_modules\/porticojs\/docs\/errors\.md#(\w+)$/.exec(line) ?? []
    expect(headings).toContain(anchor)
    expect(anchor).toBe(code.toLowerCase())
  }
})

test.each([
  ['docs/configuration.md', 'options', Object.keys(options)],
  ['docs/callbacks.md', 'callbacks', Object.keys({ ...callbackNames, ...eventNames })],
])('%s names all %s', (guide, _, names) => {
  expect(names.length).toBeGreaterThan(5)
  const text = read(guide)
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([])
})
