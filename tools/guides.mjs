// The guides, as lists for programs need them: title and first sentence.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * @typedef {object} Guide
 * @property {string} path from the root of the package, such as `docs/errors.md`
 * @property {string} title
 * @property {string} sentence what it begins with
 */

/**
 * @typedef {object} Chapter
 * @property {string} title
 * @property {string} folder
 * @property {boolean} [brief] its titles say it all
 */

/** The folders of guides. @type {Chapter[]} */
const chapters = [
  { title: 'Guides', folder: 'docs' },
  { title: 'Frameworks', folder: 'docs/frameworks' },
  { title: 'In the browser', folder: 'docs/browser' },
  { title: 'Tasks', folder: 'docs/tasks', brief: true },
  { title: 'Platforms', folder: 'docs/providers' },
  { title: 'Why it is built this way', folder: 'docs/why' },
]

/**
 * Every guide that is in the package, by chapter.
 *
 * @returns {(Chapter & { guides: Guide[] })[]}
 */
export function guides() {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const starting = (/** @type {string} */ start) =>
    files.filter((/** @type {string} */ pattern) => pattern.startsWith(start))
  const left = starting('!docs/').map((/** @type {string} */ pattern) => pattern.slice(1))
  const pages = globSync(starting('docs/'), { cwd: root, exclude: left })
    .map((page) => page.replaceAll('\\', '/'))
    .sort()
  const lost = pages.find((page) => !chapters.some(({ folder }) => folder === dirname(page)))
  if (lost) throw new Error(`${lost} is in a folder that is no chapter of tools/guides.mjs`)
  return chapters.map((chapter) => ({
    ...chapter,
    guides: pages.filter((page) => dirname(page) === chapter.folder).map(readGuide),
  }))
}

/**
 * @param {string} path
 * @returns {Guide}
 */
function readGuide(path) {
  const text = readFileSync(join(root, path), 'utf8')
  const title = /^# (.+)$/m.exec(text)?.[1]
  const paragraph = text
    .replaceAll(/^```.*?^```/gms, '')
    .split(/\n{2,}/)
    .find((part) => /^[A-Z`]/.test(part.trim()))
  if (!title || !paragraph) throw new Error(`${path} has no title, or no sentence`)
  return {
    path,
    title: plain(title),
    sentence: firstSentence(plain(paragraph)),
  }
}

/** @param {string} markdown */
function plain(markdown) {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** @param {string} text */
function firstSentence(text) {
  return /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, '.') ?? text
}
