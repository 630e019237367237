import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { examplePages } from './examples.ts'
import { withSiteLinks } from './links.ts'
import { type Page, readPages, root } from './pages.ts'
import { readMarks, readPlatforms, withSearch } from './platforms.ts'
import { readCatalogue } from './start/catalogue.ts'
import { withTabs } from './tabs.ts'

/** The pages as VitePress reads them; made anew by each build. */
const staged: string = join(import.meta.dirname, 'pages')

/** What the pages that answer are made of. */
const generated: string = join(import.meta.dirname, 'generated')

/** Pages that are shown otherwise than they are read: they answer. */
const shown: Readonly<Record<string, (text: string) => string>> = {
  index: () => readFileSync(join(import.meta.dirname, 'home.md'), 'utf8'),
  'providers/index': withSearch,
  // Coloured, this one page would weigh as much as all others.
  api: (text) => text.replaceAll('```typescript', '```txt'),
}

/** Writes every page of the site as Markdown whose links lead to other pages of the site; returns them as they are read. */
export function stage(): Page[] {
  const pages = everyPage().map((page) => ({
    ...page,
    text: withSiteLinks(page.text, page.source, page.path),
  }))
  const known = new Set(pages.map(({ path }) => `${path}.md`))
  for (const stray of globSync('**/*.md', { cwd: staged }).filter((file) => !known.has(file)))
    rmSync(join(staged, stray))
  for (const { path, text } of pages) {
    write(join(staged, `${path}.md`), shown[path]?.(text) ?? withTabs(text))
  }
  for (const picture of globSync('docs/**/*.{svg,png,webp}', { cwd: root }))
    cpSync(join(root, picture), join(staged, picture.replace(/^docs\//, '')))
  // What is in this folder is served as it is.
  for (const [file, drawing] of readMarks()) write(join(staged, 'public/marks', file), drawing)
  write(join(generated, 'start.json'), JSON.stringify(readCatalogue()))
  write(join(generated, 'platforms.json'), JSON.stringify(readPlatforms()))
  return pages
}

function everyPage(): Page[] {
  return [...readPages(), ...examplePages()]
}

/** Leaves a file alone that is as it should be: whoever serves the site reloads what has changed. */
function write(file: string, text: string) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
