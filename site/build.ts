// `npm run docs:build` makes the site, in site/dist; `npm run docs` serves it while its pages are being written.
import { cpSync, globSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, createServer } from 'vitepress'
import { llmsText } from './llms.ts'
import { allGroups } from './outline.ts'
import { root } from './pages.ts'
import { stage } from './stage.ts'

const folder = import.meta.dirname
const built = join(folder, 'dist')

const pages = stage()
if (process.argv.includes('--serve')) await serve()
else {
  await build(folder)
  addMarkdown()
}

async function serve() {
  const server = await createServer(folder)
  await server.listen()
  server.printUrls()
  watch(join(root, 'docs'), { recursive: true }, () => stage())
}

/** Puts each page's Markdown beside its HTML. */
function addMarkdown() {
  for (const { path, text } of pages) writeFileSync(join(built, `${path}.md`), text)
  for (const picture of globSync('docs/**/*.{svg,png,webp}', { cwd: root }))
    cpSync(join(root, picture), join(built, picture.replace(/^docs\//, '')))
  writeFileSync(join(built, 'llms.txt'), llmsText(pages, allGroups()))
}
