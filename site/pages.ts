import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The root of this repository. */
export const root: string = join(import.meta.dirname, '..')

/** A page of the site, and where its text comes from. */
export interface Page {
  /** Its place in the site without an ending, such as `tasks/protect-a-page`. */
  path: string
  /** The file of the repository that it is made of. */
  source: string
  title: string
  /** The first sentence below the title, as plain text. */
  summary: string
  text: string
}

/** Files at the root of the repository that are pages too. */
const furtherGuides = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
]

/** Every page that somebody wrote: the guides and the files above. */
export function readPages(): Page[] {
  const guides = globSync('docs/**/*.md', { cwd: root }).sort()
  return [...guides, ...furtherGuides].map((source) => {
    const text = readFileSync(join(root, source), 'utf8')
    return { path: placeOf(source), source, title: titleOf(text), summary: summaryOf(text), text }
  })
}

/** Where a file of the repository stands in the site: `docs/storage.md` is `storage`, a README its folder's `index`. */
export function placeOf(source: string): string {
  return source
    .replace(/^docs\//, '')
    .replace(/(^|\/)README\.md$/, '$1index')
    .replace(/\.md$/, '')
    .replace(/^[A-Z]+$/, (name) => name.toLowerCase())
}

/** The place of what a link in the repository leads to, or undefined where the site has no such page. */
export function placeOfTarget(target: string): string | undefined {
  const file = join(root, target)
  if (!existsSync(file)) throw new Error(`There is no ${target}`)
  const [, example] = /^examples\/([\w-]+)$/.exec(target) ?? []
  if (example) return `examples/${example}`
  if (statSync(file).isDirectory()) return target === 'examples' ? 'examples/index' : undefined
  if (target === 'docs/providers/index.html') return 'providers/index'
  return target.endsWith('.md') ? placeOf(target) : undefined
}

function titleOf(text: string): string {
  return plain(/^# (.+)$/m.exec(text)?.[1] ?? '')
}

function summaryOf(text: string): string {
  const afterTitle = text.replace(/^[\s\S]*?^# .+$/m, '')
  const paragraph = afterTitle
    .replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .find((block) => /^[\p{L}`*[“"]/u.test(block) && !block.startsWith('[All '))
  const sentence = /^[\s\S]*?[.:!?](?=\s|$)/.exec(paragraph ?? '')?.[0] ?? paragraph ?? ''
  return plain(sentence.replaceAll(/\s+/g, ' ')).replace(/:$/, '.')
}

function plain(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '')
}
