import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const pages = globSync('docs/frameworks/*.md', { cwd: root }).filter(
  (page) => !page.includes('README'),
)

/** The blocks of a page that name a file of its example in their first line: `// auth.ts` or `<!-- src/routes/+page.svelte -->`. */
function shown(page: string): { file: string; code: string }[] {
  const text = readFileSync(join(root, page), 'utf8')
  const fences = text.matchAll(/^```\w+\n(?:\/\/|<!--) (\S+)(?: -->)?\n(.*?)^```/gms)
  return Array.from(fences, ([, file = '', code = '']) => ({ file, code: code.trim() }))
}

test.each(pages)('%s shows its running example, and nothing else', (page) => {
  const example = join(root, 'examples', basename(page, '.md'))
  const blocks = shown(page)
  expect(blocks.length).toBeGreaterThan(0)
  for (const { file, code } of blocks) {
    expect(readFileSync(join(example, file), 'utf8'), `${page}: ${file}`).toContain(code)
  }
  const typescript = readFileSync(join(root, page), 'utf8').match(
    /^```(ts|tsx|svelte|vue|astro)\b/gm,
  )
  expect(blocks, `each block of ${page} names its file`).toHaveLength(typescript?.length ?? 0)
})
