import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { type BuiltPage, built, builtPages } from './site.ts'

const pages = builtPages()

/** Addresses in attributes, with what HTML writes otherwise turned back. */
function addresses(html: string, attribute: string): string[] {
  const found = html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))
  return Array.from(found, ([, address = '']) => address.replaceAll('&amp;', '&'))
}

/** Why a link of the site leads nowhere, or undefined. */
function fault({ path }: BuiltPage, link: string): string | undefined {
  const { pathname, hash } = new URL(link, `https://site.test/${path}`)
  const target = decodeURIComponent(pathname.slice(1)).replace(/(^|\/)$/, '$1index.html')
  const page = pages.get(target)
  if (!page) return existsSync(join(built, target)) ? undefined : `no ${target}`
  const id = decodeURIComponent(hash.slice(1))
  return id === '' || page.ids.has(id) ? undefined : `${target} has no #${id}`
}

test('every link leads to a page, and to a place on it', () => {
  expect(pages.size).toBeGreaterThan(180)
  const faults = [...pages.values()].flatMap((page) =>
    addresses(page.html, 'href')
      .filter((link) => !/^[a-z]+:/.test(link))
      .map((link) => ({ page: page.path, link, fault: fault(page, link) }))
      .filter(({ fault }) => fault),
  )
  expect(faults).toEqual([])
})

test('every page loads from its own site only', () => {
  const loaded = [...pages.values()].flatMap(({ html }) => [
    ...addresses(html, 'src'),
    ...Array.from(html.matchAll(/<link\b[^>]*>/g), ([tag]) => addresses(tag, 'href')).flat(),
  ])
  const styles = globSync('**/*.css', { cwd: built })
    .map((file) => readFileSync(join(built, file), 'utf8'))
    .flatMap((css) => Array.from(css.matchAll(/url\(([^)]*)\)/g), ([, address = '']) => address))
  const foreign = [...loaded, ...styles].filter((address) => /^["']?(?:https?:)?\/\//.test(address))
  expect(loaded.length).toBeGreaterThan(pages.size)
  expect(foreign).toEqual([])
})

test('every page is there as plain Markdown, and its links lead on', () => {
  expect(pages.size).toBeGreaterThan(180)
  let links = 0
  for (const path of pages.keys()) {
    if (path === '404.html') continue
    const file = path.replace(/html$/, 'md')
    expect(existsSync(join(built, file)), file).toBe(true)
    const text = readFileSync(join(built, file), 'utf8').replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '')
    for (const [, target = ''] of text.matchAll(/\]\((\.[^)#\s]*)/g)) {
      const led = posix.join(posix.dirname(file), target)
      links++
      expect(existsSync(join(built, led)), `${file} leads to ${led}`).toBe(true)
    }
  }
  expect(links).toBeGreaterThan(pages.size)
})

test('llms.txt names pages that are there', () => {
  const text = readFileSync(join(built, 'llms.txt'), 'utf8')
  const lines = text.split('\n').filter((line) => line.startsWith('- '))
  expect(lines.length).toBeGreaterThan(40)
  for (const line of lines) {
    const [, path = ''] = /^- \[[^\]]+\]\(\/(\S+)\): .+/.exec(line) ?? []
    expect(existsSync(join(built, path)), line).toBe(true)
  }
})
