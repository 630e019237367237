import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { frameworks } from '../../src/cli/init/frameworks.ts'
import { readTemplate } from '../../src/cli/init/template.ts'

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

/** The frameworks by the names that their guides and the tabs of the tasks have. */
const named = new Map(
  pages.map((page) => [
    /^# (.+)$/m.exec(readFileSync(join(root, page), 'utf8'))?.[1] ?? '',
    basename(page, '.md'),
  ]),
)

test('each tab of a task shows a part of its framework’s running example', () => {
  const tabs = globSync('docs/tasks/*.md', { cwd: root }).flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8')
    const found = text.matchAll(
      /^\*\*([^*\n]+)\*\*\n\n```\w+\n(?:\/\/|<!--) (\S+)(?: -->)?\n(.*?)^```/gms,
    )
    return Array.from(found, ([, title = '', file = '', code = '']) => ({
      page,
      title,
      file,
      code,
    }))
  })
  const shownIn = tabs.filter(({ title }) => named.has(title))
  expect(shownIn.length).toBeGreaterThan(30)
  for (const { page, title, file, code } of shownIn) {
    const runs = running(named.get(title) ?? '', file).some((text) => text.includes(code.trim()))
    expect(runs, `${page}: this part of ${file} runs nowhere in ${title}: ${code}`).toBe(true)
  }
})

test('each page of the guide to Next that reads the session runs with Cache Components, and is shown once', () => {
  const settings = join(root, 'test/apps/next/settings')
  expect(readFileSync(join(settings, 'next.config.ts'), 'utf8')).toContain('cacheComponents: true')
  const reading = shown('docs/frameworks/next.md').filter(
    ({ file, code }) =>
      file.startsWith('app/') && /await (?:session|requireSession)\(\)/.test(code),
  )
  expect(reading.map(({ file }) => file)).toEqual(['app/page.tsx', 'app/dashboard/page.tsx'])
  for (const { file, code } of reading)
    expect(readFileSync(join(settings, file), 'utf8')).toContain(code)
})

test('each page of the guide to Astro that asks for somebody is rendered on demand', () => {
  const asking = shown('docs/frameworks/astro.md').filter(({ file }) =>
    file.startsWith('src/pages/'),
  )
  expect(asking.length).toBeGreaterThan(3)
  for (const { code } of asking) expect(code).toContain('export const prerender = false')
})

test('the guide to SvelteKit shows what runs in the version that its generator makes, and what differs in the next', () => {
  const [second = '', third = ''] = readFileSync(
    join(root, 'docs/frameworks/sveltekit.md'),
    'utf8',
  ).split('## SvelteKit 3')
  expect(second).toContain("from '$lib/server/auth'")
  expect(second).not.toMatch(/#lib|\$app\/env'/)
  expect(third).toContain("from '#lib/server/auth.ts'")
})

test.each(pages)('%s shows a name to people whose platform shares no email address', (page) => {
  const nameless = shown(page).filter(({ code }) => /\{\{? ?(?:data\.)?user\.email ?\}/.test(code))
  expect(nameless).toEqual([])
})

const skill = readFileSync(join(root, 'skills/portico/SKILL.md'), 'utf8')
const rows = Array.from(skill.matchAll(/^\| `.*$/gm), ([row]) =>
  row.split(' | ').map((cell) => cell.replace(/^\| |`| \|$/g, '')),
)

test('each example is one that `npx porticojs init` knows', () => {
  const examples = globSync('examples/*/package.json', { cwd: root }).map((file) =>
    basename(join(file, '..')),
  )
  expect(Object.keys(frameworks)).toEqual(
    examples.filter((name) => !['demo', 'mcp', 'native'].includes(name)).sort(),
  )
})

test('the skill has a row for each framework', () => {
  expect(rows.map(([framework]) => framework)).toEqual(Object.keys(frameworks))
})

test.each(rows)('the skill says of %s what its example does', (...row) => {
  const [name = '', dependency, configuration = '', mount, where = '', start] = row
  const template = readTemplate(name)
  expect(template?.dependency).toBe(dependency)
  expect(template?.files[configuration]).toContain('Auth({')
  expect(template?.files[where]).toContain(mount)
  expect(start).toBe(template?.bundles ? 'npm run dev' : `npx porticojs dev -- ${template?.dev}`)
})

test('the code of the skill runs, and its commands are there', () => {
  const [block] = shown('skills/portico/SKILL.md')
  expect(running('express', 'auth.ts')).toEqual([`${block?.code}\n`])
  const typed = Array.from(skill.matchAll(/npx porticojs ([\w-]+)((?: --?\w+)*)/g))
  expect(typed.length).toBeGreaterThan(10)
  for (const [, command = ''] of typed) expect(Object.keys(commands)).toContain(command)
})
