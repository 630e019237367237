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

/** What runs under a file's name: in the example, and in the other set-ups of it that `test/apps` installs. */
function running(name: string, file: string): string[] {
  const literal = file.replace(/[[\]]/g, '[$&]')
  const places = [`examples/${name}/${literal}`, `test/apps/${name}/**/${literal}`]
  return globSync(places, { cwd: root }).map((found) => readFileSync(join(root, found), 'utf8'))
}

test.each(pages)('%s shows its running example, and nothing else', (page) => {
  const blocks = shown(page)
  expect(blocks.length).toBeGreaterThan(0)
  for (const { file, code } of blocks) {
    const runs = running(basename(page, '.md'), file).some((text) => text.includes(code))
    expect(runs, `${page}: this part of ${file} runs nowhere: ${code}`).toBe(true)
  }
  const typescript = readFileSync(join(root, page), 'utf8').match(
    /^```(js|ts|tsx|svelte|vue|astro)\b/gm,
  )
  expect(blocks, `each block of ${page} names its file`).toHaveLength(typescript?.length ?? 0)
})
