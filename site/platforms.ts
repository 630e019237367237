import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './pages.ts'

/** What the search for platforms knows, read from the page that has it without a site (`tools/provider-docs.mjs`). */
export interface PlatformList {
  abilities: { id: string; filter: string; fact: string }[]
  platforms: { id: string; name: string; gives: string[]; tile: Tile }[]
}

/** The mark of a platform, or the first letter of its name. */
export interface Tile {
  /** The file with the drawing, in the site's folder of marks. */
  mark?: string
  letter?: string
  background?: string
  color?: string
}

const row =
  /<li data-gives="([^"]*)">(.*?)<a href="([\w-]+)\.md">([^<]+)<\/a>.*?<small>([^<]*)<\/small>/g

function readPage(): string {
  return readFileSync(join(root, 'docs/providers/index.html'), 'utf8')
}

/** The drawings of all platforms that have one, by the names of their files. */
export function readMarks(): Map<string, string> {
  const drawn = Array.from(readPage().matchAll(row), ([, , mark = '', id = '']) => {
    const [, drawing] = /src="data:image\/svg\+xml,([^"]+)"/.exec(mark) ?? []
    return drawing === undefined ? [] : [[`${id}.svg`, decodeURIComponent(drawing)] as const]
  })
  return new Map(drawn.flat())
}

/** The catalogue as the search shows it. */
export function readPlatforms(): PlatformList {
  const html = readPage()
  const marks = readMarks()
  const rows = Array.from(
    html.matchAll(row),
    ([, gives = '', mark = '', id = '', name = '', facts = '']) => ({
      id,
      tile: tileOf(html, mark, marks.has(`${id}.svg`) ? `${id}.svg` : undefined),
      name: name.replaceAll('&amp;', '&').replaceAll('&#39;', "'"),
      gives: gives.split(' ').filter((word) => word !== ''),
      facts: facts.split(' · '),
    }),
  )
  const facts = new Map(
    rows.flatMap((row) => row.gives.map((id, n): [string, string] => [id, row.facts[n] ?? ''])),
  )
  const filters = html.matchAll(/<input type="checkbox" value="(\w+)">([^<]+)/g)
  return {
    abilities: Array.from(filters, ([, id = '', filter = '']) => ({
      id,
      filter,
      fact: facts.get(id) ?? filter,
    })),
    platforms: rows.map(({ id, name, gives, tile }) => ({ id, name, gives, tile })),
  }
}

function tileOf(html: string, mark: string, file: string | undefined): Tile {
  const [, on] = /class="tile (on-\w+)"/.exec(mark) ?? []
  const rule = on && new RegExp(`\\.tile\\.${on}\\{background:(#\\w+);color:(#\\w+)\\}`).exec(html)
  const [, background, color] = rule || []
  return {
    ...(file ? { mark: file } : { letter: />(.)</u.exec(mark)?.[1] ?? '' }),
    ...(background && { background }),
    ...(color && { color }),
  }
}

/** The overview with its search in place of its table. */
export function withSearch(overview: string): string {
  return overview
    .replace(/ To search and filter, open\s`\S+` of\sthe repository in a browser\./, '')
    .replace(/\n\n/, '\n\n<PlatformSearch />\n\n')
    .replace(/^\| platform \|[\s\S]*$/m, '')
}
